import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { picture } from '../../service/pictures.ts'
import type { ListedEntity } from '../../service/entities.ts'
import { pathOfLink } from '../../lib/place.ts'

/** The picture of an entity that has one. */
export function Thumbnail({ entity, size }: { entity: ListedEntity | undefined; size: number }) {
  const { source, onError } = usePicture(entity?.renditions?.['thumbnail']?.[0]?.href)

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

/** The picture of an entity that has one, as large as there is room. */
export function Preview({ entity }: { entity: ListedEntity | undefined }) {
  const { preview, thumbnail } = entity?.renditions ?? {}
  const { source, onError } = usePicture((preview ?? thumbnail)?.[0]?.href)

  if (!source) return null

  return (
    <div className="border-b border-line bg-sunken">
      <img src={source} alt="" className="mx-auto max-h-80 object-contain" onError={onError} />
    </div>
  )
}

/** A picture to show; empty while it is on its way, undefined where there is none. */
function usePicture(href: string | undefined): { source: string | undefined; onError: () => void } {
  const [broken, setBroken] = useState<string>()
  const path = href && pathOfLink(href)
  const { data = '', isError } = useQuery({ ...picture(path ?? ''), enabled: path !== undefined })
  const isMissing = path === undefined || isError || (data !== '' && data === broken)

  return { source: isMissing ? undefined : data, onError: () => setBroken(data) }
}
