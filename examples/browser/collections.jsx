import { useEffect, useState } from 'react'

/** The collections that the API knows, and a way to add one. */
export function Collections() {
  const [collections, setCollections] = useState([])
  const load = async () => {
    const answer = await fetch('/api/entitydefinitions/M.Collection/entities')

    setCollections((await answer.json()).items)
  }
  const add = async (event) => {
    event.preventDefault()
    await fetch('/api/entities', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({
        entitydefinition: { href: '/api/entitydefinitions/M.Collection' },
        properties: { Title: new FormData(event.target).get('title') },
      }),
    })
    await load()
  }

  useEffect(() => void load(), [])

  return (
    <>
      <form onSubmit={add}>
        <label>
          Title <input name="title" />
        </label>
        <button>Add</button>
      </form>
      <ul>
        {collections.map(({ id, properties }) => (
          <li key={id}>{properties.Title}</li>
        ))}
      </ul>
    </>
  )
}
