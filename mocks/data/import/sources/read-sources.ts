import { z } from 'zod'
import { DataFile } from '../../model/data-file/data-file.ts'
import { InvalidRequest } from '../../model/shared/errors.ts'
import { checked } from '../../model/shared/validation-messages.ts'
import { ImportNotes } from '../import-summary.ts'
import { isSchema, RecordReader, type SourceContents, type SourceRecord } from './source-records.ts'
import { documentsOf, type DataSource } from './source.ts'

/** The sources of a sandbox's data: in the sandbox's own format, or as other systems return or export it. */
export interface ImportSources {
  readonly definitions?: DataSource | undefined
  readonly optionLists?: DataSource | undefined
  readonly data?: DataSource | undefined
}

/** The records of all sources. */
export async function readSources(sources: ImportSources, notes: ImportNotes): Promise<SourceContents> {
  const definitions = await readSource(sources, 'definitions', notes)
  const optionLists = await readSource(sources, 'optionLists', notes)
  const { dataFile, records } = await readSource(sources, 'data', notes)
  const given = [...definitionRecords(definitions, notes), ...definitionRecords(optionLists, notes)]

  return { dataFile, records: [...given, ...withoutDuplicates(records, given, notes)] }
}

const kinds = {
  definitions: 'entity definitions',
  optionLists: 'option lists',
  data: 'entities, entity definitions or option lists',
}

/** @throws {InvalidRequest} when a source contains nothing that can be imported */
async function readSource(
  sources: ImportSources,
  name: keyof ImportSources,
  notes: ImportNotes,
): Promise<SourceContents> {
  const source = sources[name]
  const ownNotes = new ImportNotes()
  const reader = new RecordReader(ownNotes)

  // An empty list in code is as if left out.
  if (source === undefined || (Array.isArray(source) && source.length === 0)) return reader.finish()
  for (const document of await documentsOf(source, name, ownNotes)) {
    reader.read(document, name === 'data' ? undefined : name)
  }

  const contents = reader.finish()

  if (name !== 'data') checked(DefinitionsFile, contents.dataFile)
  if (reader.isBlank || (name === 'definitions' && !contents.records.some(({ kind }) => kind === name))) {
    const where = typeof source === 'string' ? `${source} contains` : 'There are'
    const reasons = ownNotes.skippedNotes
      .slice(0, 3)
      .map(({ text, places }) => ` ${places.filter(Boolean).join(', ') || 'The source'}: ${text}`)

    throw new InvalidRequest({
      [name]: `${where} no ${kinds[name]}. Provide an array or a page of them, a package (folder or zip), or a data file.${reasons.join('')}`,
    })
  }

  notes.addAll(ownNotes)

  return contents
}

/** A data file of which only definitions and option lists are read; others of its members are only noted. */
const DefinitionsFile = z.strictObject({
  ...Object.fromEntries(Object.keys(DataFile.shape).map((name) => [name, z.unknown().optional()])),
  ...DataFile.pick({ definitions: true, optionLists: true }).shape,
})

const definitionsOnlyNote =
  'The sources of definitions and option lists may contain nothing but these. To load everything use --data, in code data.'

function definitionRecords({ dataFile, records }: SourceContents, notes: ImportNotes): SourceRecord[] {
  const { $schema: _, format: _format, version: _version, complete: _complete, ...others } = dataFile

  for (const [member, value] of Object.entries(others))
    if (Object(value).length !== 0) notes.skipped(definitionsOnlyNote, member)
  for (const record of records) if (!isSchema(record)) notes.skipped(definitionsOnlyNote, record.place)

  return records.filter(isSchema)
}

/** Omits definitions and option lists of the data that were also provided on their own, which takes precedence. */
function withoutDuplicates(
  records: readonly SourceRecord[],
  given: readonly SourceRecord[],
  notes: ImportNotes,
): SourceRecord[] {
  return records.filter((record) => {
    const { kind, value, place } = record
    const isDuplicate =
      isSchema(record) && given.some((other) => other.kind === kind && other.value.name === value.name)

    if (isDuplicate)
      notes.skipped('A definition or option list with this name was provided separately.', place)

    return !isDuplicate
  })
}
