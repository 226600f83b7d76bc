import { notFound } from 'next/navigation'
import { fetchFromApi } from '../../api.js'

/** Rendered on the server with data from the API. */
export default async function Asset({ params }) {
  const { identifier } = await params
  const response = await fetchFromApi(`/api/entities/identifier/${encodeURIComponent(identifier)}`)

  if (response.status === 404) notFound()
  if (!response.ok) return <p role="alert">The asset can&apos;t be read ({response.status}).</p>

  return <h1>{(await response.json()).properties.Title}</h1>
}
