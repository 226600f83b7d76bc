import { fromBase64, toBase64 } from './base64.ts'
import { contentTypeOf, filePropertiesOf, megabytes } from './file-properties.ts'
import { compileDefinition, type CompiledDefinition } from '../definitions/compiled-definition.ts'
import { saveEntity, type Author } from '../entities/entities.ts'
import type { Entity } from '../entities/entity.ts'
import { EntityInput } from '../entities/entity-input.ts'
import { InvalidRequest, NotFound } from '../shared/errors.ts'
import type { StoredFile, Upload } from './file.ts'
import type { JsonObject } from '../shared/json.ts'
import type { Data, DataDraft } from '../tables.ts'

/** The definition of which uploads make entities. */
const assetDefinition = 'M.Asset'

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

/** Puts the parts together, and gives the file to a new asset or to the entity it was meant for. */
export function finishUpload(draft: DataDraft, identifier: string, author: Author): Entity {
  const upload = uploadOf(draft, identifier)
  const bytes = contentOf(upload)
  const { fileName: name } = upload
  const type = contentTypeOf(name)
  const entity =
    upload.entityId === undefined
      ? createAsset(draft, { name, type, size: bytes.length }, author)
      : draft.entities.get(upload.entityId)

  if (!entity) throw new NotFound(`Entity ${upload.entityId} was not found.`)

  draft.files.put({ entityId: entity.id, name, type, size: bytes.length, content: toBase64(bytes) })
  draft.uploads.delete(identifier)

  return entity
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

function createAsset(
  draft: DataDraft,
  file: Pick<StoredFile, 'name' | 'type' | 'size'>,
  author: Author,
): Entity {
  const definition = draft.definitions.get(assetDefinition)

  if (!definition) {
    throw new InvalidRequest({
      action: `There is no definition "${assetDefinition}" that a new asset could be of.`,
    })
  }

  const input = EntityInput.parse({
    entitydefinition: { href: `/api/entitydefinitions/${assetDefinition}` },
    properties: propertiesFor(draft, compileDefinition(definition), file),
  })

  return saveEntity(draft, input, author).entity
}

/** What a file says about itself, and the first option of every list that must have one. */
function propertiesFor(
  data: Data,
  { properties }: CompiledDefinition,
  { name, type, size }: Pick<StoredFile, 'name' | 'type' | 'size'>,
): JsonObject {
  const known = {
    Title: name,
    FileName: name,
    FileSize: megabytes(size),
    FileProperties: filePropertiesOf({ name, size }),
  }
  const required = Array.from(properties.values()).flatMap(({ name, is_mandatory, datasource }) => {
    const option = is_mandatory && datasource ? mediaOrFirst(data, datasource, type) : undefined

    return option === undefined ? [] : [[name, option] as const]
  })

  return Object.fromEntries([
    ...Object.entries(known).filter(([property]) => properties.has(property)),
    ...required,
  ])
}

/** The option that is named like the kind of file (`image/png` is an `image`), or the first one. */
function mediaOrFirst(data: Data, list: string, type: string): string | undefined {
  const identifiers = data.optionLists.get(list)?.values.map(({ identifier }) => identifier) ?? []

  return identifiers.find((identifier) => type.startsWith(`${identifier}/`)) ?? identifiers[0]
}
