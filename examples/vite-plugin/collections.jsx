import { useEffect, useState } from 'react'

/** Lists the collections of the API, with a form to add one. */
export function Collections() {
  const [added, setAdded] = useState(0)
  const add = async (event) => {
    event.preventDefault()
    await fetch('/api/entities', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({
        entitydefinition: { href: '/api/entitydefinitions/M.Collection' },
        properties: { Name: { 'en-US': new FormData(event.target).get('name') } },
      }),
    })
    setAdded(added + 1)
  }

  return (
    <>
      <form onSubmit={add}>
        <label>
          Name <input name="name" />
        </label>
        <button>Add</button>
      </form>
      <List key={added} />
    </>
  )
}

function List() {
  const [collections, setCollections] = useState([])

  useEffect(() => {
    const leaving = new AbortController()

    fetch('/api/entitydefinitions/M.Collection/entities?culture=en-US', { signal: leaving.signal })
      .then((response) => response.json())
      .then(({ items }) => setCollections(items))
      .catch(() => undefined)

    return () => leaving.abort()
  }, [])

  return (
    <ul>
      {collections.map(({ id, properties }) => (
        <li key={id}>{properties.Name['en-US']}</li>
      ))}
    </ul>
  )
}
