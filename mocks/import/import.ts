import { DefinitionInFile, readDataFile, type DataFile } from '../model/data-file/data-file.ts'
import { uncheckedExpressions } from '../model/definitions/unchecked-expressions.ts'
import { InvalidRequest } from '../model/shared/errors.ts'
import { uncheckedExpressionMessage } from '../model/shared/expressions.ts'
import { inSlices } from '../model/shared/slices.ts'
import { readableDefinition } from './definitions/definition-names.ts'
import { externalDefinitions } from './definitions/definitions.ts'
import { noteUnknownFields } from './definitions/fit-definition.ts'
import { withNeededMembers } from './definitions/needed-members.ts'
import { dataWith } from './entities/data-with.ts'
import { externalOptionList } from './option-lists.ts'
import { gather, type ImportSources } from './sources/gather.ts'
import type { Piece } from './sources/pieces.ts'
import { ImportNotes, type Imported } from './summary.ts'

/**
 * Reads definitions, option lists and data in any form: the sandbox's own data file, responses of the interface whole or
 * by page, packages as folder or zip, single files of packages.
 *
 * Imports definitions and data. External forms are adapted, and the summary lists what was changed and skipped; the
 * sandbox's own form must be valid.
 *
 * @param seed of identifiers that are not given; default that of the data, or 1
 *
 * @throws {InvalidRequest} when a file can't be read, or data in the sandbox's own form is invalid
 */
export async function importData(sources: ImportSources, seed?: number): Promise<Imported> {
  const notes = new ImportNotes()
  const { own, pieces } = await gather(sources, notes)
  const schema = await schemaOf(pieces, notes)
  const file = await checked(
    {
      ...own,
      ...schema,
      ...listed(
        'entities',
        pieces.filter(isOwnEntity).map(({ value }) => value),
      ),
    },
    pieces,
  )

  await noteUnchecked(file.definitions ?? [], notes)

  const entities = pieces.filter(
    ({ kind, isExternal }) => isExternal && (kind === 'entities' || kind === 'relations'),
  )

  if (entities.length === 0) return { file, summary: notes.summary(countsOf(file)) }

  const given = new Set<unknown>(
    pieces.filter(({ kind }) => kind === 'definitions').map(({ value }) => value.name),
  )

  return dataWith({ file, given, entities, seed: seed ?? file.seed ?? 1 }, notes)
}

/** @throws {InvalidRequest} naming what does not fit, and the file of a package that it is in */
async function checked(given: object, pieces: readonly Piece[]): Promise<DataFile> {
  try {
    return await inSlices(readDataFile(given))
  } catch (error) {
    if (!(error instanceof InvalidRequest)) throw error
    throw new InvalidRequest(
      Object.fromEntries(
        Object.entries(error.failures).map(([path, message]) => [withinFile(path, pieces), message]),
      ),
    )
  }
}

function withinFile(path: string, pieces: readonly Piece[]): string {
  const [whole = '', kind, index] = /^(\w+)\.(\d+)/.exec(path) ?? []
  const place = pieces.filter((piece) => piece.kind === kind && !piece.isExternal)[Number(index)]?.place ?? ''

  return place.includes('.json') ? `${place}${path.slice(whole.length)}` : path
}

/** Says of expressions that values are not held against them. */
export async function noteUnchecked(
  definitions: Iterable<DefinitionInFile>,
  notes: ImportNotes,
): Promise<void> {
  for (const definition of definitions) {
    for (const { property } of await uncheckedExpressions(definition)) {
      notes.changed(uncheckedExpressionMessage, `${definition.name}.${property}`)
    }
  }
}

async function schemaOf(pieces: readonly Piece[], notes: ImportNotes): Promise<object> {
  const those = (kind: Piece['kind'], isExternal: boolean) =>
    pieces.filter((piece) => piece.kind === kind && piece.isExternal === isExternal)
  const definitions = await externalDefinitions(those('definitions', true), notes)
  const lists = those('optionLists', true).flatMap((piece) => externalOptionList(piece, notes) ?? [])

  return {
    ...listed('definitions', [
      ...those('definitions', false).map((piece) => ownDefinition(piece, notes)),
      ...definitions,
    ]),
    ...listed('optionLists', [...those('optionLists', false).map(({ value }) => value), ...lists]),
  }
}

/** One in the sandbox's own form. What is wrong with it is for the data file's schema to say. */
function ownDefinition({ value, place }: Piece, notes: ImportNotes): object {
  const readable = readableDefinition(value)
  const parsed = DefinitionInFile.safeParse(readable)

  noteUnknownFields(value, place, notes)

  return parsed.success ? withNeededMembers(parsed.data, notes) : readable
}

function listed(name: string, records: readonly object[]): object {
  return records.length > 0 ? { [name]: records } : {}
}

function isOwnEntity({ kind, isExternal }: Piece): boolean {
  return kind === 'entities' && !isExternal
}

/** How many records of each kind a file holds. */
export function countsOf(file: DataFile): Record<string, number> {
  return Object.fromEntries(
    Object.entries(file).flatMap(([name, records]) =>
      Array.isArray(records) ? [[name, records.length]] : [],
    ),
  )
}
