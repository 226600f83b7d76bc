import { useState } from 'react'
import type { ListedEntity } from '../../service/shapes.ts'
import { usePicture } from './use-picture.ts'

/** The picture of an entity that has one. */
export function Thumbnail({ entity, size }: { entity: ListedEntity | undefined; size: number }) {
  const [isBroken, setBroken] = useState(false)
  const picture = usePicture(entity?.renditions?.['thumbnail']?.[0]?.href)

  if (!picture || isBroken) return null

  return (
    <img
      src={picture}
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
  const picture = usePicture((preview ?? thumbnail)?.[0]?.href)

  if (!picture || broken === picture) return null

  return (
    <div className="border-b border-line bg-sunken">
      <img
        src={picture}
        alt=""
        className="mx-auto max-h-80 object-contain"
        onError={() => setBroken(picture)}
      />
    </div>
  )
}
