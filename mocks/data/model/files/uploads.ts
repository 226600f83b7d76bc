import { updateEntity, type Author } from '../entities/entities.ts'
import { InvalidRequest, ApiError, NotFound } from '../shared/errors.ts'
import type { DataDraft, Data } from '../data-tables.ts'
import { type FileContent, contentTypeOf, type Upload, type UploadPart } from './file.ts'
import { filePropertiesIn, pixelSizeOf } from './renditions.ts'
import { createAsset, setMainFile } from './asset-files.ts'
import { inPieces } from '../shared/bytes.ts'
import type { Entity } from '../entities/entity.ts'

export function uploadOf(data: Data, identifier: string): Upload {
  const upload = data.uploads.get(identifier)

  if (!upload) throw new NotFound(`There is no upload "${identifier.slice(0, 100)}": announce it first.`)

  return upload
}

/** The maximum number of uploads in progress. */
const maxUploads = 1000
/** The maximum size of a file, in bytes: in a data file, its base64 has to fit the texts of every engine. */
const maxFileBytes = 128 * 2 ** 20

/**
 * Creates an upload, to which parts can then be added.
 *
 * @throws {ApiError} 413 when the file is too large, 409 when too many uploads are in progress
 */
export function announceUpload(
  draft: DataDraft,
  file: Omit<Upload, 'identifier' | 'fileIdentifier' | 'received'>,
  author: Pick<Author, 'newIdentifier'>,
): Upload {
  if (file.size > maxFileBytes) {
    throw new ApiError(413, `"${file.fileName}" has ${file.size} bytes; a file has at most ${maxFileBytes}.`)
  }
  if (draft.uploads.size >= maxUploads) {
    throw new ApiError(409, `${maxUploads} uploads are in progress: finish some, or reset the sandbox.`)
  }

  let identifier = author.newIdentifier()

  while (draft.uploads.has(identifier)) identifier = author.newIdentifier()

  const upload = { ...file, identifier, fileIdentifier: author.newIdentifier(), received: 0 }

  draft.uploads.put(upload)

  return upload
}

/**
 * Stores a part of the file; a part that is sent again replaces the first.
 *
 * @throws {InvalidRequest} when more bytes are received than announced
 */
export function addPart(draft: DataDraft, identifier: string, part: number, bytes: Uint8Array): void {
  const upload = uploadOf(draft, identifier)
  const before = draft.uploadParts.get(partKey(identifier, part))
  const received = upload.received - (before?.size ?? 0) + bytes.length

  if (received > upload.size) throw wrongSize(upload, received)

  draft.uploads.put({ ...upload, received })
  draft.uploadParts.put({ upload: identifier, part, size: bytes.length, content: inPieces(bytes) })
}

/** The maximum number of missing parts that are listed. */
const maxListed = 10

/** @throws {InvalidRequest} when a part is missing */
export function checkParts(data: Data, identifier: string, count: number): void {
  const upload = uploadOf(data, identifier)
  const missing: number[] = []

  for (let part = 0; part < count && missing.length <= maxListed; part++) {
    if (!data.uploadParts.has(partKey(upload.identifier, part))) missing.push(part)
  }
  if (missing.length === 0) return

  const listed = missing.slice(0, maxListed).join(', ')

  throw new InvalidRequest({
    chunks: `Of ${count} parts, these are missing: ${listed}${missing.length > maxListed ? ' and more' : ''}.`,
  })
}

/**
 * Combines the parts, and creates an asset with the file or attaches it to an entity.
 *
 * @param purpose the use of the file; by default that of the announcement
 */
export function finishUpload(
  draft: DataDraft,
  identifier: string,
  author: Author,
  purpose: Pick<Upload, 'action' | 'entityId'> = uploadOf(draft, identifier),
): Entity {
  const upload = uploadOf(draft, identifier)
  const { fileName: name, size, received } = upload

  if (received !== size) throw wrongSize(upload, received)

  const parts = partsOf(draft, upload)
  const content = parts.flatMap((part) => part.content)
  const { action, entityId } = purpose
  const file = { name, type: contentTypeOf(name), size, content, ...pixelSizeOf(content) }

  draft.uploads.delete(identifier)
  for (const { part } of parts) draft.uploadParts.delete(partKey(identifier, part))
  if (entityId === undefined) return createAsset(draft, file, author)

  const entity = draft.entities.get(entityId)

  if (!entity) throw new NotFound(`Entity ${entityId} was not found.`)

  return action === 'NewAlternativeFile'
    ? addAlternative(draft, entity, file, author)
    : setMainFile(draft, entity, file, author)
}

/** The parts in order of their numbers. */
function partsOf(draft: DataDraft, { identifier }: Upload): UploadPart[] {
  return Array.from(draft.uploadParts.group('upload', identifier).keys(), (key) => draft.uploadParts.get(key))
    .filter((part) => part !== undefined)
    .sort((a, b) => a.part - b.part)
}

function wrongSize({ fileName, size }: Upload, received: number): InvalidRequest {
  return new InvalidRequest({
    file_size: `"${fileName}" was announced with ${size} bytes; ${received} were received.`,
  })
}

function partKey(upload: string, part: number) {
  return `${upload} ${part}` as const
}

/** @throws {InvalidRequest} when the entity has no main file */
function addAlternative(draft: DataDraft, entity: Entity, file: FileContent, author: Author): Entity {
  if (!filePropertiesIn(draft, entity)) {
    throw new InvalidRequest({
      'action.parameters.AssetId': `Entity ${entity.id} has no main file. Upload one with NewMainFile first.`,
    })
  }

  const files = draft.files.get(entity.id) ?? { entityId: entity.id }

  draft.files.put({ ...files, alternatives: [...(files.alternatives ?? []), file] })

  return updateEntity(draft, entity, { properties: undefined }, author)
}
