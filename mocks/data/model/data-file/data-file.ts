import { z } from 'zod'
import { parseWithFailures } from '../shared/validation-messages.ts'
import { FailureList } from '../shared/errors.ts'
import { isObject } from '../shared/json.ts'
import type { Sliced } from '../shared/slices.ts'
import { EntityDefinition } from '../definitions/definition.ts'
import { namingMembers } from '../definitions/unknown-fields.ts'
import { Entity } from '../entities/entity.ts'
import { tables, type DataState } from '../data-tables.ts'
import { tablesWithFiles, withContents } from '../files/file.ts'
import { base64Of, type Chunks } from '../shared/bytes.ts'

/**
 * The data file, which an export writes, and an import, `--data` and test fixtures read. It has a member for each table
 * (`entities`, `definitions`, `optionLists`, ...), and can be written by hand: an entity needs only a definition, and a
 * relation may be given at one end.
 */

const formatName = 'entity-sandbox'
const currentVersion = 1

/** An entity by its id or its identifier. */
const Reference = z.union([z.int().positive(), z.string().min(1)], {
  error: 'Expected the id or the identifier of an entity.',
})
export type Reference = z.infer<typeof Reference>

const References = z.array(Reference)
const SingleReference = Reference.nullish().transform((reference) =>
  reference == null ? undefined : [reference],
)

const RelationInFile = z
  .strictObject({
    parent: SingleReference,
    parents: References.optional(),
    child: SingleReference,
    children: References.optional(),
  })
  .transform(({ parent, parents, child, children }) => ({
    parents: parents ?? parent,
    children: children ?? child,
  }))

export const EntityInFile = Entity.partial()
  .extend({
    definition: Entity.shape.definition,
    properties: Entity.shape.properties.default({}),
    relations: z.record(z.string(), RelationInFile).default({}),
    /** Ignored: recomputed. */
    uniqueValues: z.array(z.string()).optional(),
  })
  .strict()
export type EntityInFile = z.infer<typeof EntityInFile>

export const DefinitionInFile = EntityDefinition.extend({ id: EntityDefinition.shape.id.optional() })
export type DefinitionInFile = z.infer<typeof DefinitionInFile>

type OtherTables = Omit<typeof tables, 'entities' | 'definitions'>

/** The tables whose records have the same form in a file as in the store. */
export const plainTables = Object.keys(tables).filter(
  (name): name is keyof OtherTables => name !== 'entities' && name !== 'definitions',
)

const plainMembers = Object.fromEntries(
  plainTables.map((name) => [name, z.array(tables[name].schema).optional()]),
) as { [Name in keyof OtherTables]: z.ZodOptional<z.ZodArray<OtherTables[Name]['schema']>> } // built from the same tables

export const DataFile = z.strictObject({
  /** Where editors find the schema. Ignored. */
  $schema: z.string().optional(),
  format: z.literal(formatName, { error: `Expected "${formatName}".` }).optional(),
  version: z
    .literal(currentVersion, { error: `This sandbox reads version ${currentVersion} of the format.` })
    .optional(),
  /**
   * Whether the file is complete. Otherwise the definitions, users and settings that a sandbox needs are added, and
   * entities are generated when the file has none.
   */
  complete: z.boolean().default(false),
  /** The seed of the sandbox, also used for entities generated when the file is read. */
  seed: z.int().optional(),
  /** The position of the random source. */
  random: z.int().min(0).optional(),
  clock: z
    .object({
      mode: z.enum(['real', 'frozen']),
      at: z.iso.datetime({ offset: true }).optional(),
      offset_ms: z.int().default(0),
    })
    .optional(),
  /** The last number used of each sequence. */
  sequences: z.record(z.string(), z.int().min(0)).optional(),
  ...plainMembers,
  definitions: z.array(DefinitionInFile).optional(),
  entities: z.array(EntityInFile).optional(),
})
export type DataFile = z.infer<typeof DataFile>
/** A data file as written by hand, without defaults. */
export type DataFileInput = z.input<typeof DataFile>

const recordSchemas: [string, z.ZodType][] = [
  ...plainTables.map((name): [string, z.ZodType] => [name, tables[name].schema]),
  ['definitions', DefinitionInFile],
  ['entities', EntityInFile],
]

/**
 * Parses a data file. Yields after each record.
 *
 * @throws {InvalidRequest} with the path and message of each error, after the `failures` found before
 */
export function* readDataFile(value: unknown, failures = new FailureList()): Sliced<DataFile> {
  // Most sandboxes start without a data file, and so without compiling the schemas.
  if (isObject(value) && Object.keys(value).length === 0) return { complete: false }

  const file = { ...(isObject(value) ? value : undefined) }
  const records: Record<string, unknown[]> = {}

  for (const [name, schema] of recordSchemas) {
    const given = file[name]

    if (!Array.isArray(given)) continue
    file[name] = []
    records[name] = []
    for (const [index, record] of given.entries()) {
      const sink = name === 'definitions' ? namingMembers(failures, record) : failures

      records[name].push(parseWithFailures(sink, schema, record, [name, String(index)]))
      yield
    }
  }

  const rest = parseWithFailures(failures, DataFile, isObject(value) ? file : value)

  failures.throwIfAny()

  return { ...rest, ...records } as DataFile // each member was parsed by its schema
}

interface DataFileHead {
  readonly seed: number
  readonly random: number
  readonly clock: NonNullable<DataFileInput['clock']>
}

/** The approximate length of a part of the text. */
const partSize = 64 * 1024

/** Tables that are not exported. Where the file is imported, passwords are user names again. */
const secretTables = new Set<string>(['passwords' satisfies keyof typeof tables])

/** The text of a complete data file, in parts, with one record per line. */
export function* dataFileText(state: DataState, head: DataFileHead): Generator<string> {
  const { seed, random, clock } = head
  const sequences = Object.fromEntries([...state.sequences].sort(([one], [other]) => (one < other ? -1 : 1)))
  const start = { format: formatName, version: currentVersion, complete: true, seed, random, clock }

  yield JSON.stringify({ ...start, sequences }).slice(0, -1)
  for (const [name, table] of Object.entries(state.tables)) {
    if (secretTables.has(name)) continue

    let part = `,\n"${name}":[`
    let separator = '\n'

    for (const record of table.all()) {
      part += separator
      separator = ',\n'
      for (const text of tablesWithFiles.includes(name) ? textsOf(record) : [textOf(record)]) {
        part += text
        if (part.length <= partSize) continue
        yield part
        part = ''
      }
    }
    yield `${part}\n]`
  }
  yield '}\n'
}

function textOf(record: object): string {
  const { uniqueValues: _, ...rest }: { uniqueValues?: unknown } = record

  return JSON.stringify(rest)
}

/** The text of a record with files, whose base64 may be long, in parts. */
function* textsOf(record: object): Generator<string> {
  const contents: Chunks[] = []
  const text = JSON.stringify(
    withContents(record, (content) => {
      contents.push(content as Chunks) // as in every record

      return ''
    }),
  )

  // In a text, the quotes would be escaped.
  for (const [index, piece] of text.split('"content":""').entries()) {
    const content = contents[index - 1]

    if (content) {
      yield '"content":"'
      yield* base64Of(content)
      yield '"'
    }
    yield piece
  }
}

/** A change or omission of an import, with its places. */
export interface ImportNote {
  /** What was changed or skipped and why, in a sentence. */
  readonly text: string
  /** The number of occurrences. */
  readonly count: number
  /** The first places: `schema/Book.json`, `items.3.properties.Title`. */
  readonly places: readonly string[]
}

/** The result of importing data into a sandbox. */
export interface ImportSummary {
  /** How many records of each kind were imported. */
  readonly imported: Readonly<Record<string, number>>
  /** What was added or adapted to make the data valid. */
  readonly changed: readonly ImportNote[]
  /** Values that were skipped. */
  readonly skipped: readonly ImportNote[]
}
