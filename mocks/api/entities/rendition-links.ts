import type { Links } from '../../http/replies/links.ts'
import type { Entity } from '../../model/entities/entity.ts'
import { uniqueValueKey } from '../../model/entities/properties.ts'
import { isObject } from '../../model/entities/property-values.ts'
import type { Link } from '../../model/shared/json.ts'
import type { Data } from '../../model/tables.ts'
import type { PictureSize } from '../../model/files/picture.ts'

/** The file as it was uploaded. */
export const original = 'downloadOriginal'

/** Entities that are drawn when no file was uploaded for them. */
export const drawn = new Set(['M.Asset', 'M.Product'])

const settingKey = uniqueValueKey('M.Setting', 'M.Setting.Name', 'Renditions')

const defaultSizes: Readonly<Record<string, PictureSize>> = {
  thumbnail: { width: 240, height: 160 },
  preview: { width: 960, height: 640 },
}

/** Links to an entity's renditions by name; undefined when it has none. */
export function renditionLinks(
  data: Data,
  links: Links,
  entity: Entity,
  isWanted: (name: string) => boolean,
): Record<string, Link[]> | undefined {
  if (!drawn.has(entity.definition) && !data.files.has(entity.id)) return undefined

  const names = [...Object.keys(renditionSizes(data)), original].filter(isWanted)

  return Object.fromEntries(
    names.map((name) => [
      name,
      [links.to(`/api/entities/${entity.id}/renditions/${name}?v=${entity.version}`)],
    ]),
  )
}

/** The sizes of renditions: the value of the setting `Renditions`. */
export function renditionSizes(data: Data): Readonly<Record<string, PictureSize>> {
  const value = renditionSetting(data)?.properties['M.Setting.Value']

  if (!isObject(value)) return defaultSizes

  return Object.fromEntries(
    Object.entries(value).flatMap(([name, size]) => {
      const [width, height] = isObject(size) ? [size.width, size.height] : []

      return typeof width === 'number' && typeof height === 'number' ? [[name, { width, height }]] : []
    }),
  )
}

/** The entity that the sizes of renditions come from. */
export function renditionSetting(data: Data): Entity | undefined {
  return data.entities.find('propertyValue', settingKey)
}
