import { InvalidRequest } from '../../model/shared/errors.ts'
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

  if (source === undefined) return reader.finish()
  for (const document of await documentsOf(source, name, ownNotes)) {
    reader.read(document, name === 'data' ? undefined : name)
  }

  if (reader.isBlank) {
    const where = typeof source === 'string' ? `${source} contains` : 'There are'
    const reasons = ownNotes.skippedNotes
      .slice(0, 3)
      .map(
        ({ text, places }) =>
          ` ${places.filter((place) => place !== '').join(', ') || 'The source'}: ${text}`,
      )

    throw new InvalidRequest({
      [name]: `${where} no ${kinds[name]}. Provide an array or a page of them, a package (folder or zip), or a data file.${reasons.join('')}`,
    })
  }

  const contents = reader.finish()

  notes.addAll(ownNotes)

  return contents
}

const definitionsOnlyNote =
  'Not imported: the sources of definitions and option lists may contain nothing but definitions and option lists.'

function definitionRecords({ dataFile, records }: SourceContents, notes: ImportNotes): SourceRecord[] {
  for (const [member, value] of Object.entries(dataFile)) {
    const isEmpty = Array.isArray(value) && value.length === 0

    if (!isEmpty && !['format', 'version', 'complete'].includes(member))
      notes.skipped(definitionsOnlyNote, member)
  }

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
