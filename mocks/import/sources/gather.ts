import { InvalidRequest } from '../../model/shared/errors.ts'
import { ImportNotes } from '../summary.ts'
import { PieceReader, type Material, type Piece } from './pieces.ts'
import { documentsOf, type DataSource } from './source.ts'

/** The sources of a sandbox's data: in its own form, or as other systems return and export it. */
export interface ImportSources {
  readonly definitions?: DataSource | undefined
  readonly optionLists?: DataSource | undefined
  readonly data?: DataSource | undefined
}

/** The records of all sources. */
export async function gather(sources: ImportSources, notes: ImportNotes): Promise<Material> {
  const definitions = await readSource(sources, 'definitions', notes)
  const optionLists = await readSource(sources, 'optionLists', notes)
  const { own, pieces } = await readSource(sources, 'data', notes)
  const given = [...schemaOnly(definitions, notes), ...schemaOnly(optionLists, notes)]

  return { own, pieces: [...given, ...pieces.filter((piece) => !isGiven(piece, given, notes))] }
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
): Promise<Material> {
  const source = sources[name]
  const ownNotes = new ImportNotes()
  const reader = new PieceReader(ownNotes)

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

  const material = reader.finish()

  notes.addAll(ownNotes)

  return material
}

const onlySchema =
  'Not imported: the sources of definitions and option lists may contain nothing but definitions and option lists.'

function schemaOnly({ own, pieces }: Material, notes: ImportNotes): Piece[] {
  for (const [member, value] of Object.entries(own)) {
    const isEmpty = Array.isArray(value) && value.length === 0

    if (!isEmpty && !['format', 'version', 'complete'].includes(member)) notes.skipped(onlySchema, member)
  }

  return pieces.filter(({ kind, place }) => {
    const isSchema = kind === 'definitions' || kind === 'optionLists'

    if (!isSchema) notes.skipped(onlySchema, place)

    return isSchema
  })
}

/** Whether a definition or option list of the data was also provided on its own, which takes precedence. */
function isGiven({ kind, value, place }: Piece, given: readonly Piece[], notes: ImportNotes): boolean {
  const isTwice =
    (kind === 'definitions' || kind === 'optionLists') &&
    given.some((other) => other.kind === kind && other.value.name === value.name)

  if (isTwice) notes.skipped('A definition or option list with this name was provided separately.', place)

  return isTwice
}
