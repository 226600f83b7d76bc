import type { Entity } from '../entities/entity.ts'
import { settingNamed } from '../entities/properties.ts'
import { isObject } from '../shared/json.ts'
import type { Data } from '../tables.ts'
import type { PictureSize } from './picture.ts'

/** The rendition that is the uploaded file itself. */
export const originalRendition = 'downloadOriginal'

/** The definitions whose entities have generated pictures when no file was uploaded. */
const definitionsWithPictures = new Set(['M.Asset', 'M.Product'])

const defaultSizes: Readonly<Record<string, PictureSize>> = {
  thumbnail: { width: 240, height: 160 },
  preview: { width: 960, height: 640 },
}

/** The sizes of renditions, from the setting `Renditions`. */
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

/** The entity of the setting `Renditions`. */
export function renditionSetting(data: Data): Entity | undefined {
  return settingNamed(data, 'Renditions')
}

/** Names of an entity's renditions: the generated ones, the original and alternative files. Empty if it has no picture. */
export function renditionsOf(data: Data, { id, definition }: Pick<Entity, 'id' | 'definition'>): string[] {
  const file = data.files.get(id)

  if (!file && !definitionsWithPictures.has(definition)) return []

  const alternatives = (file?.alternatives ?? []).map((_, index) => `${alternativePrefix}${index + 1}`)

  return [...Object.keys(renditionSizes(data)), originalRendition, ...alternatives]
}

/** Prefix of the names of renditions that are alternative files; a number follows. */
export const alternativePrefix = 'alternative'
