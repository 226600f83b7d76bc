import { useEffect, useState } from 'react'

/** Lists the collections of the API, with a form to add one. It does not depend on the sandbox. */
export function Collections() {
  const [problem, setProblem] = useState('')
  const [added, setAdded] = useState(0)
  const add = async (event) => {
    event.preventDefault()
    const response = await fetch('/api/entities', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({
        entitydefinition: { href: '/api/entitydefinitions/M.Collection' },
        properties: { Name: { 'en-US': new FormData(event.target).get('name') } },
      }),
    })

    if (response.ok) setAdded(added + 1)
    else setProblem(`The collection was not added (${response.status}).`)
  }

  return (
    <>
      <form onSubmit={add}>
        <label>
          Name <input name="name" />
        </label>
        <button>Add</button>
      </form>
      {problem && <p role="alert">{problem}</p>}
      <List key={added} onFailure={setProblem} />
    </>
  )
}

function List({ onFailure }) {
  const [collections, setCollections] = useState([])

  useEffect(() => {
    const leaving = new AbortController()

    fetch('/api/entitydefinitions/M.Collection/entities?culture=en-US', { signal: leaving.signal })
      .then(async (response) => {
        if (response.ok) setCollections((await response.json()).items)
        else onFailure(`The collections can't be read (${response.status}).`)
      })
      .catch(() => undefined)

    return () => leaving.abort()
  }, [onFailure])

  return (
    <ul>
      {collections.map(({ id, properties }) => (
        <li key={id}>{properties.Name['en-US']}</li>
      ))}
    </ul>
  )
}
