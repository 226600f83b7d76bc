import { notFound } from 'next/navigation'
import { ask } from '../../api.js'

/** Rendered on the server, from what the API returns. */
export default async function Asset({ params }) {
  const { identifier } = await params
  const response = await ask(`/api/entities/identifier/${encodeURIComponent(identifier)}`)

  if (response.status === 404) notFound()
  if (!response.ok) return <p role="alert">The asset can&apos;t be read ({response.status}).</p>

  return <h1>{(await response.json()).properties.Title}</h1>
}
