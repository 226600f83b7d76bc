import { addAlternative, createAsset, setMainFile } from './asset-files.ts'
import { fromBase64, toBase64 } from './base64.ts'
import { contentTypeOf } from './file-properties.ts'
import type { Author } from '../entities/entities.ts'
import type { Entity } from '../entities/entity.ts'
import { InvalidRequest, NotFound } from '../shared/errors.ts'
import type { Upload } from './file.ts'
import type { Data, DataDraft } from '../tables.ts'

export function uploadOf(data: Data, identifier: string): Upload {
  const upload = data.uploads.get(identifier)

  if (!upload) throw new NotFound(`There is no upload "${identifier.slice(0, 100)}": announce it first.`)

  return upload
}

/** Expects a file. */
export function announceUpload(
  draft: DataDraft,
  {
    newIdentifier,
    ...file
  }: Omit<Upload, 'identifier' | 'fileIdentifier' | 'parts'> & {
    newIdentifier: () => string
  },
): Upload {
  let identifier = newIdentifier()

  while (draft.uploads.has(identifier)) identifier = newIdentifier()

  const upload = { ...file, identifier, fileIdentifier: newIdentifier(), parts: {} }

  draft.uploads.put(upload)

  return upload
}

/** Keeps one part of the file; a part that comes again replaces the first. */
export function addPart(draft: DataDraft, identifier: string, part: number, bytes: Uint8Array): void {
  const upload = uploadOf(draft, identifier)

  draft.uploads.put({ ...upload, parts: { ...upload.parts, [part]: toBase64(bytes) } })
}

/** @throws {InvalidRequest} when a part is missing */
export function checkParts(data: Data, identifier: string, count: number): void {
  const { parts } = uploadOf(data, identifier)
  const missing = Array.from({ length: count }, (_, part) => part).filter(
    (part) => !Object.hasOwn(parts, part),
  )

  if (missing.length > 0)
    throw new InvalidRequest({ chunks: `Of ${count} parts, these are missing: ${missing.join(', ')}.` })
}

/**
 * Puts the parts together, and gives the file to a new asset or to the entity it was meant for.
 *
 * @param purpose what becomes of it, where that was not said before
 */
export function finishUpload(
  draft: DataDraft,
  identifier: string,
  author: Author,
  purpose: Pick<Upload, 'action' | 'entityId'> = uploadOf(draft, identifier),
): Entity {
  const upload = uploadOf(draft, identifier)
  const bytes = contentOf(upload)
  const { fileName: name } = upload
  const { action, entityId } = purpose
  const file = { name, type: contentTypeOf(name), size: bytes.length, content: toBase64(bytes) }

  draft.uploads.delete(identifier)
  if (entityId === undefined) return createAsset(draft, file, author)

  const entity = draft.entities.get(entityId)

  if (!entity) throw new NotFound(`Entity ${entityId} was not found.`)

  return action === 'NewAlternativeFile'
    ? addAlternative(draft, entity, file, author)
    : setMainFile(draft, entity, file, author)
}

function contentOf({ parts, size, fileName }: Upload): Uint8Array {
  const pieces = Object.keys(parts)
    .map(Number)
    .sort((a, b) => a - b)
    .map((part) => fromBase64(parts[part] ?? ''))
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0)

  if (length !== size) {
    throw new InvalidRequest({
      file_size: `"${fileName}" was announced with ${size} bytes; ${length} came in.`,
    })
  }

  const bytes = new Uint8Array(size)
  let offset = 0

  for (const piece of pieces) {
    bytes.set(piece, offset)
    offset += piece.length
  }

  return bytes
}
