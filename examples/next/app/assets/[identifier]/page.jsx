import { notFound } from 'next/navigation'
import { ask } from '../../api.js'

/** Rendered on the server, from what the API answers. */
export default async function Asset({ params }) {
  const { identifier } = await params
  const answer = await ask(`/api/entities/identifier/${encodeURIComponent(identifier)}`)

  if (answer.status === 404) notFound()
  if (!answer.ok) return <p role="alert">The asset can&apos;t be read ({answer.status}).</p>

  return <h1>{(await answer.json()).properties.Title}</h1>
}
