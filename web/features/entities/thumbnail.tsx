import { useState } from 'react'
import type { ListedEntity } from '../../service/shapes.ts'
import { pathOfLink, serviceUrl } from '../../lib/place.ts'

/** The picture of an entity that has one. */
export function Thumbnail({ entity, size }: { entity: ListedEntity | undefined; size: number }) {
  const [isBroken, setBroken] = useState(false)
  const href = entity?.renditions?.['thumbnail']?.[0]?.href

  if (!href || isBroken) return null

  return (
    <img
      src={`${serviceUrl}${pathOfLink(href)}`}
      alt=""
      width={size}
      height={size}
      loading="lazy"
      className="shrink-0 rounded border border-line bg-sunken object-cover"
      style={{ width: size, height: size }}
      onError={() => setBroken(true)}
    />
  )
}
