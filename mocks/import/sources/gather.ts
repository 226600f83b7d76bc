import { InvalidRequest } from '../../model/shared/errors.ts'
import type { ImportNotes } from '../summary.ts'
import { PieceReader, type Material, type Piece } from './pieces.ts'
import { documentsOf, type DataSource } from './source.ts'

/** The sources of a sandbox's data: in its own form, or as other systems return and export it. */
export interface ImportSources {
  readonly definitions?: DataSource | undefined
  readonly optionLists?: DataSource | undefined
  readonly data?: DataSource | undefined
}

/** Everything that the sources hold, piece by piece. */
export async function gather(sources: ImportSources, notes: ImportNotes): Promise<Material> {
  const schema = new PieceReader(notes)
  const content = new PieceReader(notes)

  for (const name of ['definitions', 'optionLists'] as const) {
    for (const document of await documentsIn(sources, name, notes)) schema.read(document, name)
    rejectEmpty(sources, name, schema, notes)
  }
  for (const document of await documentsIn(sources, 'data', notes)) content.read(document)
  rejectEmpty(sources, 'data', content, notes)

  const given = schemaOnly(schema.finish(), notes)
  const { own, pieces } = content.finish()

  return { own, pieces: [...given, ...pieces.filter((piece) => !isGiven(piece, given, notes))] }
}

async function documentsIn(sources: ImportSources, name: keyof ImportSources, notes: ImportNotes) {
  const source = sources[name]

  return source === undefined ? [] : documentsOf(source, name, notes)
}

const kinds = {
  definitions: 'entity definitions',
  optionLists: 'option lists',
  data: 'entities, entity definitions and option lists',
}

/** @throws {InvalidRequest} when a source is none of what can be read */
function rejectEmpty(
  sources: ImportSources,
  name: keyof ImportSources,
  { isBlank }: PieceReader,
  notes: ImportNotes,
): void {
  if (sources[name] === undefined || !isBlank) return

  const where = typeof sources[name] === 'string' ? `${sources[name]} holds` : 'There are'
  const { skipped } = notes.summary({})
  const reasons = skipped.slice(0, 3).map(({ text, places }) => ` ${places.join(', ') || 'It'}: ${text}`)

  throw new InvalidRequest({
    [name]: `${where} no ${kinds[name]}: give an array or a page of them, a package as folder or zip, or a data file.${reasons.join('')}`,
  })
}

function schemaOnly({ own, pieces }: Material, notes: ImportNotes): Piece[] {
  for (const member of Object.keys(own)) {
    if (!['format', 'version', 'complete'].includes(member)) {
      notes.skipped('Only definitions and option lists are imported from here.', member)
    }
  }

  return pieces.filter(({ kind, place }) => {
    const isSchema = kind === 'definitions' || kind === 'optionLists'

    if (!isSchema) notes.skipped('Only definitions and option lists are imported from here.', place)

    return isSchema
  })
}

/** Definitions that are in the data too: those given as definitions take precedence. */
function isGiven({ kind, value, place }: Piece, given: readonly Piece[], notes: ImportNotes): boolean {
  const isTwice =
    (kind === 'definitions' || kind === 'optionLists') &&
    given.some((other) => other.kind === kind && other.value.name === value.name)

  if (isTwice) notes.skipped('Already given apart from the data.', place)

  return isTwice
}
