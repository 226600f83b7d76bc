import { z } from 'zod'
import mediaTypeData from './media-types.json' with { type: 'json' }
import type { JsonObject } from '../shared/json.ts'
import { type Chunks, fromBase64, inPieces, isBytes } from '../shared/bytes.ts'

/** The name of a file: a single line. */
export const FileName = z
  .string()
  .max(1000)
  .regex(/^\P{Cc}*$/u, 'Expected a file name in a single line.')

/** A media type, which is sent as `Content-Type`. */
const MediaType = z
  .string()
  .max(255)
  .regex(
    /^[\w.+*-]+\/[\w.+*-]+( *; *[\w-]+=("[\w .:+/-]*"|[\w.+:/-]+))*$/,
    'Expected a media type such as image/png.',
  )

/** The bytes of a file, in chunks that never change. In JSON they are base64. */
const FileBytes = z.union([
  z.base64().transform((text) => inPieces(fromBase64(text))),
  z.custom<Chunks>((value) => Array.isArray(value) && value.every(isBytes)),
])

const FileContent = z.object({
  name: FileName,
  type: MediaType,
  /** Bytes. */
  size: z.int(),
  content: FileBytes,
  /** Pixels, of a picture. */
  width: z.int().optional(),
  height: z.int().optional(),
})
export type FileContent = z.infer<typeof FileContent>

const Files = { entityId: z.int(), alternatives: z.array(FileContent).optional() }

/** The files of an entity: its main file, unless that is a drawing, and alternatives. */
export const EntityFiles = z.union([FileContent.extend(Files), z.strictObject(Files)])
export type EntityFiles = z.infer<typeof EntityFiles>

/** The main file of an entity, if it was uploaded, and the alternatives. */
export function filesIn(files: EntityFiles): FileContent[] {
  return [...('content' in files ? [files] : []), ...(files.alternatives ?? [])]
}

/**
 * The use of an uploaded file: a new asset, the main file of an existing entity, or an alternative file. A file for
 * import becomes an asset unchanged: archives are not unpacked.
 */
export const uploadActions = ['NewAsset', 'NewMainFile', 'NewAlternativeFile', 'Import'] as const
export type UploadAction = (typeof uploadActions)[number]

/** An upload in progress. */
export const Upload = z.object({
  identifier: z.string(),
  fileIdentifier: z.string(),
  fileName: FileName,
  /** The announced number of bytes. */
  size: z.int(),
  action: z.enum(uploadActions),
  /** The entity that the file is attached to (`NewMainFile`, `NewAlternativeFile`). */
  entityId: z.int().optional(),
  /** The number of bytes received. */
  received: z.int().default(0),
})
export type Upload = z.infer<typeof Upload>

/** A part of an upload in progress. Each is a separate record, so that storing one does not copy the others. */
export const UploadPart = z.object({
  upload: z.string(),
  part: z.int(),
  /** Bytes. */
  size: z.int(),
  content: FileBytes,
})
export type UploadPart = z.infer<typeof UploadPart>

/** The tables whose records have the bytes of files. */
export const tablesWithFiles: readonly string[] = ['files', 'uploadParts']

/** A record of such a table, with the bytes of each file replaced. */
export function withContents(record: object, replace: (content: unknown) => unknown): object {
  const { content, alternatives }: { content?: unknown; alternatives?: unknown } = record

  return {
    ...record,
    ...(content !== undefined && { content: replace(content) }),
    ...(Array.isArray(alternatives) && {
      alternatives: alternatives.map((file: object) => withContents(file, replace)),
    }),
  }
}

/** The media types of the files that the sandbox can generate. */
export const generatedTypes = ['image/png', 'application/pdf', 'audio/wav', 'video/webm'] as const
export type GeneratedType = (typeof generatedTypes)[number]

/** What the generated video is, the same one for every asset: its size in bytes, pixels and seconds. */
export const generatedVideo = { size: 1760, width: 320, height: 180, duration: 2 }

/** The size of a generated picture, unless the entity has another. */
export const generatedPicture = { width: 1200, height: 800 }

/** What the properties of an asset say about its file. */
export interface FileFacts {
  readonly name: string
  /** The media type; that of the name if omitted. */
  readonly type?: string | undefined
  /** Bytes. */
  readonly size: number
  /** Pixels. */
  readonly width?: number | null | undefined
  readonly height?: number | null | undefined
}

/** Media types by file extension. */
const types = new Map(Object.entries(z.record(z.string(), z.string()).parse(mediaTypeData)))

const groups: Readonly<Record<string, string>> = { image: 'Images', video: 'Videos', audio: 'Audio' }

/** The group of files that are no pictures, videos or sounds. */
export const documentGroup = 'Documents'

export function contentTypeOf(name: string): string {
  return types.get(extensionOf(name)) ?? 'application/octet-stream'
}

export function megabytes(bytes: number): number {
  return Math.round((bytes / 1_048_576) * 100) / 100
}

/**
 * The value of an asset's `FileProperties`, as in the real service: sizes in pixels and bytes are text, `filesize` is in
 * megabytes.
 */
export function filePropertiesOf(
  { name, size, width, height, type = contentTypeOf(name) }: FileFacts,
  more: JsonObject = {},
): { properties: JsonObject } {
  return {
    properties: {
      content_type: type.replace(/;[^]*/, ''),
      extension: extensionOf(name),
      filename: name,
      group: groups[type.slice(0, type.indexOf('/'))] ?? documentGroup,
      ...(width && height ? { width: String(width), height: String(height), resolution: '72' } : {}),
      filesize: megabytes(size),
      filesizebytes: String(size),
      ...more,
    },
  }
}

export function extensionOf(name: string): string {
  return name.includes('.') ? name.slice(name.lastIndexOf('.') + 1).toLowerCase() : ''
}
