import { useQuery, queryOptions } from '@tanstack/react-query'
import { useState } from 'react'
import type { ListedEntity } from '../../service/entity-queries.ts'
import { serviceUrl } from '../../lib/page-addresses.ts'
import { sourceHeader } from '../../service/service-client.ts'

/** The picture of an entity that has one. */
export function Thumbnail({ entity, size }: { entity: ListedEntity | undefined; size: number }) {
  const [broken, setBroken] = useState<string>()
  const path = entity?.has_thumbnail && `/api/entities/${entity.id}/renditions/thumbnail?v=${entity.version}`
  const { data, isError } = useQuery({ ...pictureQuery(path || ''), enabled: Boolean(path) })

  if (!path || isError || (data && data === broken)) return null
  if (!data) return <span aria-hidden className="shrink-0" style={{ width: size, height: size }} />

  return (
    <img
      src={data}
      alt=""
      width={size}
      height={size}
      className="shrink-0 rounded border border-line bg-sunken object-cover"
      style={{ width: size, height: size }}
      onError={() => setBroken(data)}
    />
  )
}

/**
 * A rendition as a data URL, loaded by `fetch()`: the request of an `<img>` could not be marked as the console's for the
 * journal, and a service in this tab may handle only `fetch()`.
 */
function pictureQuery(path: string) {
  return queryOptions({
    queryKey: ['pictures', path],
    queryFn: async ({ signal }) => {
      // Rows come first.
      const init = { headers: sourceHeader, signal, priority: 'low' } as const
      const response = await fetch(`${serviceUrl}${path}`, init)

      if (!response.ok) throw new Error(`There is no picture at ${path}.`)

      return dataUrl(await response.blob())
    },
    // A changed picture has another URL.
    staleTime: 'static',
    retry: false,
  })
}

function dataUrl(content: Blob): Promise<string> {
  const reader = new FileReader()

  return new Promise((resolve, reject) => {
    reader.addEventListener('load', () =>
      // readAsDataURL() returns text.
      resolve(typeof reader.result === 'string' ? reader.result : ''),
    )
    reader.addEventListener('error', () => reject(reader.error ?? new Error('The picture can’t be read.')))
    reader.readAsDataURL(content)
  })
}
