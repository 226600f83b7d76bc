/** The code under test: renames an asset, unless it was changed meanwhile. */
export async function renameAsset(api, id, title) {
  const address = `${api}/api/entities/${id}`
  const current = await fetch(address)
  const saved = await fetch(address, {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json', 'If-Match': current.headers.get('ETag') },
    body: JSON.stringify({ properties: { Title: title } }),
  })

  if (!saved.ok) throw new Error(`The asset was not renamed: ${saved.status}`)
}
