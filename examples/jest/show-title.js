/** The code under test: shows the title of an asset, or why there is none. */
export async function showTitle(element, api, id) {
  const response = await fetch(`${api}/api/entities/${id}`)

  element.textContent = response.ok
    ? (await response.json()).properties.Title
    : `Not available (${response.status})`
}
