import { DefinitionInFile, readDataFile, type DataFile } from '../model/data-file/data-file.ts'
import { propertyMembersOf } from '../model/definitions/compiled-definition.ts'
import { uncheckedExpressions } from '../model/definitions/definitions.ts'
import { addUnknownFields } from '../model/definitions/unknown-fields.ts'
import { templatePart } from '../model/entities/title.ts'
import { FailureList, InvalidRequest } from '../model/shared/errors.ts'
import { suggestion } from '../model/shared/suggestion.ts'
import { inSlices } from '../model/shared/slices.ts'
import { readableDefinition } from './definitions/readable-definition.ts'
import { externalDefinitions } from './definitions/import-definitions.ts'
import { noteUnknownFields, withNeededMembers } from './definitions/fit-definition.ts'
import { withExternalEntities } from './entities/with-external-entities.ts'
import { externalOptionList } from './import-option-lists.ts'
import { readSources, type ImportSources } from './sources/read-sources.ts'
import { isSchema, type SourceRecord } from './sources/source-records.ts'
import { builtInOptionLists } from '../seed/domain/domain.ts'
import { ImportNotes, type Imported } from './import-summary.ts'

/**
 * Imports definitions, option lists and data: the sandbox's own data files, responses or single pages of them, packages
 * (folder or zip), and single files of packages.
 *
 * Records of other systems are adapted, and the summary lists what was changed and skipped. Data in the sandbox's own
 * format must be valid.
 *
 * @param seed for missing identifiers; default that of the data, or 1
 *
 * @throws {InvalidRequest} when a file can't be read, or data in the sandbox's own format is invalid
 */
export async function importData(sources: ImportSources, seed?: number): Promise<Imported> {
  const notes = new ImportNotes()
  const { dataFile, records } = await readSources(sources, notes)
  const file = await checked({ ...dataFile, ...(await listsOf(records, notes)) }, records)
  const lists = [...builtInOptionLists, ...(file.optionLists ?? [])].map(({ name }) => name)

  await noteMistakes(file.definitions ?? [], new Set(lists), notes)

  const external = records.filter((record) => record.isExternal && !isSchema(record))

  if (external.length === 0) return { file, summary: notes.summary(countsOf(file)) }

  const given = new Set<unknown>(
    records.filter(({ kind }) => kind === 'definitions').map(({ value }) => value.name),
  )

  return withExternalEntities({ file, given, records: external, seed: seed ?? file.seed ?? 1 }, notes)
}

/** Validates a data file. @throws {InvalidRequest} naming what is invalid, and the file of the package that contains it */
async function checked(given: object, records: readonly SourceRecord[]): Promise<DataFile> {
  const failures = new FailureList()
  const own = records.filter(({ kind, isExternal }) => kind === 'definitions' && !isExternal)

  for (const [index, { value }] of own.entries()) addUnknownFields(failures, value, `definitions.${index}`)
  try {
    return await inSlices(readDataFile(given, failures))
  } catch (error) {
    if (!(error instanceof InvalidRequest)) throw error
    const entries = Object.entries(error.failures)

    throw new InvalidRequest(
      Object.fromEntries(entries.map(([path, text]) => [withinFile(path, records), text])),
    )
  }
}

function withinFile(path: string, records: readonly SourceRecord[]): string {
  const [whole = '', kind, index] = /^(\w+)\.(\d+)/.exec(path) ?? []
  const place =
    records.filter((record) => record.kind === kind && !record.isExternal)[Number(index)]?.place ?? ''

  return place.includes('.json') ? `${place}${path.slice(whole.length)}` : path
}

/** Notes validation expressions that are not enforced, and names of option lists and properties that do not exist. */
export async function noteMistakes(
  definitions: Iterable<DefinitionInFile>,
  lists: { has(name: string): boolean; keys(): Iterable<string> },
  notes: ImportNotes,
): Promise<void> {
  for (const definition of definitions) {
    const { name } = definition
    const properties = new Map(propertyMembersOf(definition).map((member) => [member.name, member]))

    for (const { property, message } of await uncheckedExpressions(definition))
      notes.changed(message, `${name}.${property}`)
    for (const [property, { datasource }] of properties) {
      if (!datasource || lists.has(datasource)) continue
      const text = `${datasource}: no such option list, made up. ${suggestion(datasource, lists.keys())}`

      notes.changed(text.trimEnd(), `${name}.${property}`)
    }
    for (const [, given = ''] of definition.display_template?.matchAll(templatePart) ?? []) {
      if (properties.has(given)) continue
      const text = `{${given}} of its display_template, which is no property. ${suggestion(given, properties.keys())}`

      notes.skipped(text.trimEnd(), name)
    }
  }
}

/** The lists of a data file that are not empty: definitions, option lists, and entities in its own format. */
async function listsOf(records: readonly SourceRecord[], notes: ImportNotes): Promise<object> {
  const those = (kind: SourceRecord['kind'], isExternal: boolean) =>
    records.filter((record) => record.kind === kind && record.isExternal === isExternal)
  const own = (kind: SourceRecord['kind']) => those(kind, false).map(({ value }) => value)
  const definitions = await externalDefinitions(those('definitions', true), notes)
  const optionLists = those('optionLists', true).flatMap((record) => externalOptionList(record, notes) ?? [])
  const lists = {
    definitions: [
      ...those('definitions', false).map((record) => ownDefinition(record, notes)),
      ...definitions,
    ],
    optionLists: [...own('optionLists'), ...optionLists],
    entities: own('entities'),
  }

  return Object.fromEntries(Object.entries(lists).filter(([, list]) => list.length > 0))
}

/** A definition in the sandbox's own format; the schema of the data file reports what is wrong with it. */
function ownDefinition({ value, place }: SourceRecord, notes: ImportNotes): object {
  const readable = readableDefinition(value)
  const parsed = DefinitionInFile.safeParse(readable)

  noteUnknownFields(value, place, notes)

  return parsed.success ? withNeededMembers(parsed.data, notes) : readable
}

function countsOf(file: DataFile): Record<string, number> {
  return Object.fromEntries(
    Object.entries(file).flatMap(([name, records]) =>
      Array.isArray(records) ? [[name, records.length]] : [],
    ),
  )
}
