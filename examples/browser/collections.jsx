import { useEffect, useState } from 'react'

/** The collections that the API knows, and a way to add one. */
export function Collections() {
  const [collections, setCollections] = useState([])
  const [changes, setChanges] = useState(0)

  useEffect(() => {
    const leaving = new AbortController()

    fetch('/api/entitydefinitions/M.Collection/entities', { signal: leaving.signal })
      .then((answer) => answer.json())
      .then(({ items }) => setCollections(items))
      .catch(() => undefined)

    return () => leaving.abort()
  }, [changes])

  const add = async (event) => {
    event.preventDefault()
    await fetch('/api/entities', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({
        entitydefinition: { href: '/api/entitydefinitions/M.Collection' },
        properties: { Name: new FormData(event.target).get('name') },
      }),
    })
    setChanges((count) => count + 1)
  }

  return (
    <>
      <form onSubmit={add}>
        <label>
          Name <input name="name" />
        </label>
        <button>Add</button>
      </form>
      <ul>
        {collections.map(({ id, properties }) => (
          <li key={id}>{properties.Name}</li>
        ))}
      </ul>
    </>
  )
}
