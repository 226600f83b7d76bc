import { z } from 'zod'

/** The name of a file: one line. */
export const FileName = z
  .string()
  .max(1000)
  .regex(/^\P{Cc}*$/u, 'Expected the name of a file, in one line.')

/** A media type, as it is sent in `Content-Type`. */
const MediaType = z
  .string()
  .max(255)
  .regex(
    /^[\w.+*-]+\/[\w.+*-]+( *; *[\w-]+=("[\w .:+/-]*"|[\w.+:/-]+))*$/,
    'Expected a media type such as image/png.',
  )

const FileContent = z.object({
  name: FileName,
  type: MediaType,
  /** Bytes. */
  size: z.int(),
  content: z.base64(),
  /** Pixels, of a picture. */
  width: z.int().optional(),
  height: z.int().optional(),
})
export type FileContent = z.infer<typeof FileContent>

/**
 * The files of an entity: its main file, and alternatives to it. Their content is text, so that everything a sandbox
 * holds can be written as JSON.
 */
export const StoredFile = FileContent.extend({
  entityId: z.int(),
  alternatives: z.array(FileContent).optional(),
})
export type StoredFile = z.infer<typeof StoredFile>

/**
 * The use of an uploaded file: a new asset, the file of an existing entity, or an alternative to that. An import
 * becomes an asset unchanged: archives are not unpacked.
 */
export const uploadActions = ['NewAsset', 'NewMainFile', 'NewAlternativeFile', 'Import'] as const
export type UploadAction = (typeof uploadActions)[number]

/** An upload in progress: announced, its parts coming in. */
export const Upload = z.object({
  identifier: z.string(),
  fileIdentifier: z.string(),
  fileName: FileName,
  /** Bytes, as announced. */
  size: z.int(),
  action: z.enum(uploadActions),
  /** The entity that gets the file (`NewMainFile`, `NewAlternativeFile`). */
  entityId: z.int().optional(),
  /** Bytes of all parts that came in. */
  received: z.int().default(0),
})
export type Upload = z.infer<typeof Upload>

/** A part of an upload in progress. A record of its own, so that taking one keeps no more than that one. */
export const UploadPart = z.object({
  upload: z.string(),
  part: z.int(),
  /** Bytes. */
  size: z.int(),
  content: z.base64(),
})
export type UploadPart = z.infer<typeof UploadPart>
