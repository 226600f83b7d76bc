import type { Entity } from '../entities/entity.ts'
import { settingNamed } from '../entities/properties.ts'
import { isObject, ownValue, type Json, type JsonObject } from '../shared/json.ts'
import type { Data } from '../data-tables.ts'
import { documentGroup, filePropertiesOf, type FileContent } from './file.ts'
import { computedOnce } from '../shared/maps.ts'
import { imageDimensionsFromData } from 'image-dimensions'
import { bytesOf, partOf, type Chunks } from '../shared/bytes.ts'

/** The rendition that is the uploaded file itself. */
export const originalRendition = 'downloadOriginal'

/** The rendition that is what is known about the file, as JSON. */
export const metadataRendition = 'metadata'

export const pdfRendition = 'pdf'

export const textRendition = 'downloadExtractedContent'

/** The definitions whose entities have generated pictures when no file was uploaded. */
const definitionsWithPictures = new Set(['M.Asset', 'M.PCM.Product'])

const defaultSizes: Readonly<Record<string, PictureSize>> = {
  thumbnail: { width: 240, height: 160 },
  preview: { width: 960, height: 640 },
}

type Sizes = Readonly<Record<string, PictureSize>>

/** The sizes of renditions, from the setting `Renditions`. */
export function renditionSizes(data: Data): Sizes {
  const setting = renditionSetting(data)

  return setting ? sizesIn(setting) : defaultSizes
}

/** The sizes that a setting has; every response with an asset needs them. */
const sizesIn = computedOnce(({ properties: { 'M.Setting.Value': value } }: Entity): Sizes => {
  if (!isObject(value)) return defaultSizes

  return Object.fromEntries(
    Object.entries(value).flatMap(([name, size]) => {
      const [width, height] = isObject(size) ? [size.width, size.height] : []

      return typeof width === 'number' && typeof height === 'number' ? [[name, { width, height }]] : []
    }),
  )
})

/** The entity of the setting `Renditions`. */
export function renditionSetting(data: Data): Entity | undefined {
  return settingNamed(data, 'Renditions')
}

/** Names of an entity's renditions: those with a size, the others, and alternative files. Empty if it has no picture. */
export function renditionsOf(data: Data, entity: Pick<Entity, 'id' | 'definition' | 'properties'>): string[] {
  const files = data.files.get(entity.id)

  if (!files && !definitionsWithPictures.has(entity.definition)) return []

  const file = filePropertiesIn(data, entity)
  const alternatives = (files?.alternatives ?? []).map((_, index) => `${alternativePrefix}${index + 1}`)

  return [
    ...Object.keys(renditionSizes(data)),
    ...(file ? [metadataRendition] : []),
    ...(file?.group === documentGroup ? [pdfRendition, textRendition] : []),
    originalRendition,
    ...alternatives,
  ]
}

/** What is known about the main file of an entity; undefined if it has none. */
export function filePropertiesIn(
  data: Data,
  { id, properties: { FileProperties } }: Pick<Entity, 'id' | 'properties'>,
): JsonObject | undefined {
  if (isObject(FileProperties) && isObject(FileProperties.properties)) return FileProperties.properties

  const file = mainFileOf(data, id)

  return file && filePropertiesOf(file).properties
}

/** The uploaded main file of an entity. */
export function mainFileOf(data: Data, id: number): FileContent | undefined {
  const files = data.files.get(id)

  return files && 'content' in files ? files : undefined
}

/** The value of a property: the stored one, or what follows from the main file and the sizes of renditions. */
export function valueOf(data: Data, entity: Entity, property: string): Json {
  const value = ownValue(entity.properties, property)

  if (value !== null || !(property === 'MainFile' || property === 'Renditions')) return value

  const properties = filePropertiesIn(data, entity)

  if (!properties) return null

  return property === 'MainFile'
    ? { locations: locationsOf(entity, originalRendition), properties }
    : renditionValues(data, entity)
}

/** The value of an asset's `Renditions`. */
function renditionValues(data: Data, entity: Entity): JsonObject {
  const sizes = renditionSizes(data)
  // an uploaded picture is returned unchanged for every rendition
  const { width: ownWidth, height: ownHeight } = mainFileOf(data, entity.id) ?? {}
  const rendition = (name: string, properties: JsonObject) => [
    name,
    { status: 'completed', properties, locations: locationsOf(entity, name) },
  ]

  return Object.fromEntries([
    ...Object.entries(sizes).map(([name, { width, height }]) =>
      rendition(name, { width: String(ownWidth ?? width), height: String(ownHeight ?? height) }),
    ),
    ...renditionsOf(data, entity)
      .filter((name) => [metadataRendition, pdfRendition, textRendition].includes(name))
      .map((name) => rendition(name, {})),
  ])
}

function locationsOf({ id }: Entity, rendition: string): JsonObject {
  return { local: [`${id}/${rendition}`] }
}

/** Prefix of the names of renditions that are alternative files; a number follows. */
export const alternativePrefix = 'alternative'

export interface PictureSize {
  width: number
  height: number
}

/** The size is in the first bytes of a picture, which are copied to read it. */
const headSize = 2 ** 20

/** Reads the size of a PNG, JPEG, GIF, WebP, AVIF or HEIC from its content. Undefined for other and damaged files. */
export function pixelSizeOf(content: Chunks): PictureSize | undefined {
  const { width = 0, height = 0 } = imageDimensionsFromData(bytesOf(partOf(content, 0, headSize))) ?? {}

  return width > 0 && height > 0 ? { width, height } : undefined
}
