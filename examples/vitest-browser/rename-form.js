/** Creates a form that shows the title of an asset and saves another one. It does not depend on the sandbox. */
export async function renameForm(id) {
  const form = document.createElement('form')
  const response = await fetch(`/api/entities/${id}`)

  if (!response.ok) {
    form.textContent = `The asset can't be read (${response.status}).`

    return form
  }

  form.innerHTML = '<label>Title <input name="title"></label> <button>Save</button> <output></output>'
  form.elements.title.value = (await response.json()).properties.Title
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    const saved = await fetch(`/api/entities/${id}`, {
      method: 'PUT',
      headers: { 'Content-Type': 'application/json', 'If-Match': response.headers.get('ETag') },
      body: JSON.stringify({ properties: { Title: form.elements.title.value } }),
    })

    form.querySelector('output').value = saved.ok ? 'Saved' : `Not saved (${saved.status})`
  })

  return form
}
