import { useQuery, queryOptions } from '@tanstack/react-query'
import { useState } from 'react'
import type { Entity, ListedEntity } from '../../service/entity-queries.ts'
import { pathOfLink, serviceUrl } from '../../lib/page-addresses.ts'
import { sourceHeader } from '../../service/service-client.ts'

/** The picture of an entity that has one. */
export function Thumbnail({ entity, size }: { entity: ListedEntity | undefined; size: number }) {
  const { source, onError } = usePicture(
    entity?.has_thumbnail ? `/api/entities/${entity.id}/renditions/thumbnail?v=${entity.version}` : undefined,
  )

  if (source === undefined) return null
  if (source === '') return <span aria-hidden className="shrink-0" style={{ width: size, height: size }} />

  return (
    <img
      src={source}
      alt=""
      width={size}
      height={size}
      className="shrink-0 rounded border border-line bg-sunken object-cover"
      style={{ width: size, height: size }}
      onError={onError}
    />
  )
}

/** The picture of an entity that has one, as large as the space allows. */
export function LargePicture({ entity: { renditions } }: { entity: Entity }) {
  const { preview, thumbnail } = renditions
  const [link] = preview ?? thumbnail ?? []
  const { source, onError } = usePicture(link && pathOfLink(link.href))

  if (!source) return null

  return (
    <div className="border-b border-line bg-sunken">
      <img src={source} alt="" className="mx-auto max-h-80 object-contain" onError={onError} />
    </div>
  )
}

/** The data URL of a picture; empty while it is loading, undefined if there is none. */
function usePicture(path: string | undefined): { source: string | undefined; onError: () => void } {
  const [broken, setBroken] = useState<string>()
  const { data = '', isError } = useQuery({ ...imageQuery(path ?? ''), enabled: path !== undefined })
  const isMissing = path === undefined || isError || (data !== '' && data === broken)

  return { source: isMissing ? undefined : data, onError: () => setBroken(data) }
}

/** A stripe in the colour of a definition: a visual aid only, because the name is beside it. */
export function Stripe({ name, className = 'h-3 rounded-full' }: { name: string; className?: string }) {
  // The same name always gets the same colour.
  const hash = Array.from(name).reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 4096, 7)
  const background = `oklch(0.66 0.13 ${(hash * 137) % 360})`

  return <span aria-hidden className={`w-1 shrink-0 ${className}`} style={{ background }} />
}

export function DefinitionTag({ name }: { name: string }) {
  return (
    <span className="flex max-w-full items-center gap-1.5" title={name}>
      <Stripe name={name} />
      <span className="truncate">{name}</span>
    </span>
  )
}

/** An entity of the graph, with a stripe in the colour of its definition. */
export function EntityCard({ id, entity }: { id: number; entity: ListedEntity | undefined }) {
  const definition = entity?.definition ?? ''

  return (
    <span className="flex h-10 w-46 items-center gap-2 overflow-hidden rounded border border-line-strong bg-ground pr-2 hover:border-accent">
      <Stripe name={definition} className="h-full" />
      <Thumbnail entity={entity} size={24} />
      <span className="min-w-0 flex-1 leading-tight">
        <span className="block truncate font-medium">{entity?.title ?? `Entity ${id}`}</span>
        <span className="block truncate text-xs text-muted">
          {definition} · {id}
        </span>
      </span>
    </span>
  )
}

/**
 * A rendition as a data URL, loaded by `fetch()`: the request of an `<img>` could not be marked as the console's for the
 * journal, and a service in this tab may handle only `fetch()`.
 */
function imageQuery(path: string) {
  return queryOptions({
    queryKey: ['pictures', path],
    queryFn: async ({ signal }) => {
      const response = await fetch(`${serviceUrl}${path}`, { headers: sourceHeader, signal })

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
