/** The code under test: shows the title of an asset, or why there is none. */
export async function showTitle(element, api, id) {
  const answer = await fetch(`${api}/api/entities/${id}`)

  element.textContent = answer.ok
    ? (await answer.json()).properties.Title
    : `Not available (${answer.status})`
}
