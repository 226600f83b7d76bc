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

/** The picture of an entity that has one, as large as there is room. */
export function Preview({ entity }: { entity: ListedEntity | undefined }) {
  const [broken, setBroken] = useState<string>()
  const { preview, thumbnail } = entity?.renditions ?? {}
  const href = (preview ?? thumbnail)?.[0]?.href

  if (!href || broken === href) return null

  return (
    <div className="border-b border-line bg-sunken">
      <img
        src={`${serviceUrl}${pathOfLink(href)}`}
        alt=""
        className="mx-auto max-h-80 object-contain"
        onError={() => setBroken(href)}
      />
    </div>
  )
}
