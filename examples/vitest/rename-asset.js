/** The code under test: renames an asset, unless it was changed meanwhile. */
export async function renameAsset(api, id, title) {
  const url = `${api}/api/entities/${id}`
  const current = await fetch(url)
  const saved = await fetch(url, {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json', 'If-Match': current.headers.get('ETag') },
    body: JSON.stringify({ properties: { Title: title } }),
  })

  if (!saved.ok) throw new Error(`The asset was not renamed: ${saved.status}`)
}
