import { z } from 'zod'

/** The file of an entity. Its content is text, so that everything a sandbox holds can be written as JSON. */
export const StoredFile = z.object({
  entityId: z.int(),
  name: z.string(),
  type: z.string(),
  /** Bytes. */
  size: z.int(),
  content: z.base64(),
})
export type StoredFile = z.infer<typeof StoredFile>

/** What becomes of an uploaded file: a new asset, or the file of an entity there is. */
export const uploadActions = ['NewAsset', 'NewMainFile'] as const

/** An upload under way: announced, its parts coming in. */
export const Upload = z.object({
  identifier: z.string(),
  fileIdentifier: z.string(),
  fileName: z.string(),
  /** Bytes, as announced. */
  size: z.int(),
  action: z.enum(uploadActions),
  /** The entity that gets the file (`NewMainFile`). */
  entityId: z.int().optional(),
  /** Content of each part that came in, by its number. */
  parts: z.record(z.string(), z.base64()),
})
export type Upload = z.infer<typeof Upload>
