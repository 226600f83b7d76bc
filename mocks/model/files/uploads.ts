import { addAlternative, createAsset, setMainFile } from './asset-files.ts'
import { fromBase64, toBase64 } from './base64.ts'
import { contentTypeOf } from './file-properties.ts'
import { pixelSizeOf } from './pixel-size.ts'
import type { Author } from '../entities/entities.ts'
import type { Entity } from '../entities/entity.ts'
import { ApiError, InvalidRequest, NotFound } from '../shared/errors.ts'
import type { Upload, UploadPart } from './file.ts'
import type { Data, DataDraft } from '../tables.ts'

export function uploadOf(data: Data, identifier: string): Upload {
  const upload = data.uploads.get(identifier)

  if (!upload) throw new NotFound(`There is no upload "${identifier.slice(0, 100)}": announce it first.`)

  return upload
}

/** Uploads in progress in a sandbox. */
const maxUploads = 1000
/** Bytes of the files in a sandbox, and of those on their way there. */
const maxBytes = 512 * 2 ** 20

/**
 * Expects a file.
 *
 * @throws {ApiError} 409 when too many are in progress
 */
export function announceUpload(
  draft: DataDraft,
  {
    newIdentifier,
    ...file
  }: Omit<Upload, 'identifier' | 'fileIdentifier' | 'received'> & {
    newIdentifier: () => string
  },
): Upload {
  if (draft.uploads.size >= maxUploads) {
    throw new ApiError(409, `${maxUploads} uploads are in progress: finish some, or reset the sandbox.`)
  }

  let identifier = newIdentifier()

  while (draft.uploads.has(identifier)) identifier = newIdentifier()

  const upload = { ...file, identifier, fileIdentifier: newIdentifier(), received: 0 }

  draft.uploads.put(upload)

  return upload
}

/**
 * Keeps one part of the file; a part that comes again replaces the first.
 *
 * @throws {InvalidRequest} when more comes in than was announced
 * @throws {ApiError} 507 when the files of the sandbox take too much
 */
export function addPart(draft: DataDraft, identifier: string, part: number, bytes: Uint8Array): void {
  const upload = uploadOf(draft, identifier)
  const before = draft.uploadParts.get(partKey(identifier, part))
  const received = upload.received - (before?.size ?? 0) + bytes.length

  if (received > upload.size) throw wrongSize(upload, received)
  if (bytesIn(draft) - upload.received + received > maxBytes) {
    throw new ApiError(
      507,
      `The files of a sandbox take ${maxBytes / 2 ** 20} MiB at most: delete some, or reset it.`,
    )
  }

  draft.uploads.put({ ...upload, received })
  draft.uploadParts.put({ upload: identifier, part, size: bytes.length, content: toBase64(bytes) })
}

/** How many missing parts are named. */
const partsNamed = 10

/** @throws {InvalidRequest} when a part is missing */
export function checkParts(data: Data, identifier: string, count: number): void {
  const { identifier: known } = uploadOf(data, identifier)
  const missing: number[] = []

  for (let part = 0; part < count && missing.length <= partsNamed; part++) {
    if (!data.uploadParts.has(partKey(known, part))) missing.push(part)
  }
  if (missing.length === 0) return

  const named = missing.slice(0, partsNamed).join(', ')

  throw new InvalidRequest({
    chunks: `Of ${count} parts, these are missing: ${named}${missing.length > partsNamed ? ' and more' : ''}.`,
  })
}

/**
 * Puts the parts together, and gives the file to a new asset or to the entity it was meant for.
 *
 * @param purpose what it is turned into, where that was not said before
 */
export function finishUpload(
  draft: DataDraft,
  identifier: string,
  author: Author,
  purpose: Pick<Upload, 'action' | 'entityId'> = uploadOf(draft, identifier),
): Entity {
  const upload = uploadOf(draft, identifier)
  const parts = partsOf(draft, upload)
  const bytes = contentOf(upload, parts)
  const { fileName: name } = upload
  const { action, entityId } = purpose
  const file = {
    name,
    type: contentTypeOf(name),
    size: bytes.length,
    content: toBase64(bytes),
    ...pixelSizeOf(bytes),
  }

  draft.uploads.delete(identifier)
  for (const { part } of parts) draft.uploadParts.delete(partKey(identifier, part))
  if (entityId === undefined) return createAsset(draft, file, author)

  const entity = draft.entities.get(entityId)

  if (!entity) throw new NotFound(`Entity ${entityId} was not found.`)

  return action === 'NewAlternativeFile'
    ? addAlternative(draft, entity, file, author)
    : setMainFile(draft, entity, file, author)
}

/** In the order of their numbers. */
function partsOf(draft: DataDraft, { identifier }: Upload): UploadPart[] {
  return Array.from(draft.uploadParts.group('upload', identifier).keys(), (key) => draft.uploadParts.get(key))
    .filter((part) => part !== undefined)
    .sort((a, b) => a.part - b.part)
}

function contentOf(upload: Upload, parts: readonly UploadPart[]): Uint8Array {
  if (upload.received !== upload.size) throw wrongSize(upload, upload.received)

  const bytes = new Uint8Array(upload.size)
  let offset = 0

  for (const { content, size } of parts) {
    bytes.set(fromBase64(content), offset)
    offset += size
  }

  return bytes
}

function wrongSize({ fileName, size }: Upload, received: number): InvalidRequest {
  return new InvalidRequest({
    file_size: `"${fileName}" was announced with ${size} bytes; ${received} came in.`,
  })
}

function bytesIn(draft: DataDraft): number {
  let sum = 0

  for (const { received } of draft.uploads.all()) sum += received
  for (const { size, alternatives = [] } of draft.files.all()) {
    sum += alternatives.reduce((all, each) => all + each.size, size)
  }

  return sum
}

function partKey(upload: string, part: number) {
  return `${upload} ${part}` as const
}
