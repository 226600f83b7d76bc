import { plainTables, type DataFile, type DefinitionInFile } from '../../model/data-file/data-file.ts'
import { addDefinitions } from '../../model/definitions/definitions.ts'
import type { EntityDefinition, OptionList } from '../../model/definitions/definition.ts'
import { loadExpressionEngine } from '../../model/shared/regular-expressions.ts'
import { FailureList, type FailureSink } from '../../model/shared/errors.ts'
import { inSlices, type Sliced } from '../../model/shared/slices.ts'
import type { Notification } from '../../model/notifications/notification.ts'
import { tables, type DataDraft, type DataState, type Data } from '../../model/data-tables.ts'
import { loadTable } from '../../store/load-table.ts'
import { beginDraft, change, commitDraft, emptyState } from '../../store/draft.ts'
import type { Key } from '../../store/table.ts'
import { defaultCreatedBy, defaultCreatedOn } from '../domain/origin.ts'
import type { GenerateOptions } from './generate.ts'
import { createStream } from '../../model/shared/random.ts'
import {
  compileDefinition,
  propertyMembersOf,
  withRelations,
} from '../../model/definitions/compiled-definition.ts'
import type { Entity } from '../../model/entities/entity.ts'
import { uniqueKeysOf } from '../../model/entities/properties.ts'
import { definitions as builtInDefinitions, builtInOptionLists } from '../domain/domain.ts'
import { systemDefinitions } from '../domain/system-definitions.ts'
import { withAudit } from './identity.ts'

/**
 * The initial state of a sandbox that is created from a data file, with generated entities if the file has none. The same
 * file and options produce the same data.
 *
 * @throws {InvalidRequest} listing all errors in the file
 */
export async function generateState(file: DataFile, options: GenerateOptions): Promise<DataState> {
  // Without data in the file, records are built in, and validated by the build and the tests.
  const areValid = !file.complete && [...plainTables, 'definitions' as const].every((name) => !file[name])

  const notifications = file.complete ? [] : await notificationsToInsert(options.seed)
  let { state } = change(emptyState(tables), (draft) => putBaseData(draft, file, notifications), areValid)

  if (!file.complete) {
    const count = file.entities ? 0 : options.count
    const isBuiltIn = !file.definitions && !file.optionLists
    const entities = await entitiesToInsert(state.tables, { ...options, count, isBuiltIn })

    // Not validated: they are valid by construction.
    const loaded = await inSlices(loadTable(tables.entities, entities))

    state = { ...state, tables: { ...state.tables, entities: loaded } }
  }

  const draft = beginDraft(state)

  await addContent(draft, file, options.seed)

  return inSlices(commitDraft(state, draft))
}

async function addContent(draft: DataDraft, file: DataFile, seed: number): Promise<void> {
  draft.sequences.continueAfter('entity', highestId(draft.entities.all()))
  if (file.entities?.length) {
    await loadExpressionEngine()
    await addEntities(draft, { ...file, entities: file.entities }, seed)
    draft.sequences.continueAfter('entity', highestId(draft.entities.all()))
  }
  for (const [sequence, last] of Object.entries(file.sequences ?? {}))
    draft.sequences.continueAfter(sequence, last)
}

async function addEntities(
  draft: DataDraft,
  { entities, complete }: Pick<DataFile, 'complete'> & { entities: NonNullable<DataFile['entities']> },
  seed: number,
): Promise<void> {
  const { addFileEntities, checkUniqueInFile } = await import('../../model/data-file/data-file-entities.ts')
  const failures = new FailureList()
  const naming: FailureSink = {
    add(path, message, hint) {
      const { identifier, id = '?' } = entities[Number(path.split('.')[1])] ?? {}

      failures.add(path, `${message} (Entity ${identifier ?? id}.)`, hint)
    },
  }
  const defaults = {
    now: defaultCreatedOn,
    userId: defaultCreatedBy,
    identifierOf: (index: number) => createStream(seed, 'data file', index).text(22),
    isComplete: complete,
  }
  const parsed = await inSlices(addFileEntities(draft, entities, defaults, naming))

  await inSlices(checkUniqueInFile(draft, parsed, naming))
  failures.throwIfAny()
}

/** Inserts all except entities, which are checked against it. */
function putBaseData(draft: DataDraft, file: DataFile, notifications: readonly Notification[]): void {
  const failures = new FailureList()

  for (const name of plainTables) checkKeys(name, tables[name], file[name] ?? [], failures)
  checkKeys('definitions', tables.definitions, file.definitions ?? [], failures)
  failures.throwIfAny()

  const ownDefinitions = file.definitions && withIds(file.definitions)

  if (file.complete) {
    putPlain(draft, file)
    addDefinitions(draft, ownDefinitions ?? [])
    draft.sequences.continueAfter('definition', highestId(draft.definitions.all()))
  } else {
    insertBaseData(draft, notifications, ownDefinitions, file.optionLists)
    putPlain(draft, file)
  }
}

function putPlain(draft: DataDraft, file: DataFile): void {
  for (const name of plainTables) {
    const table: { put(record: object): void } = draft[name]

    for (const record of file[name] ?? []) table.put(record)
  }
}

/** Rejects records with the same key, of which only the last would be stored. */
function checkKeys(
  table: string,
  spec: { key(record: object): Key },
  records: readonly object[],
  failures: FailureList,
): void {
  const indexes = new Map<Key, number>()

  for (const [index, record] of records.entries()) {
    const key = spec.key(record)
    const other = indexes.get(key)

    if (other !== undefined) failures.add(`${table}.${index}`, `${table}.${other} has the key "${key}" too.`)
    indexes.set(key, index)
  }
}

/** The first id for definitions without one, above those of the built-in ones. */
const firstId = 200

function withIds(definitions: readonly DefinitionInFile[]): EntityDefinition[] {
  const used = new Set(definitions.map(({ id }) => id))
  let next = firstId

  return definitions.map((definition) => {
    while (used.has(next)) next++

    return { ...definition, id: definition.id ?? next++ }
  })
}

/**
 * Inserts what entities require: the built-in definitions and option lists, or the caller's definitions and those
 * built-in ones that users, settings and sign-in require.
 *
 * @throws {InvalidRequest} listing all errors in the caller's definitions
 */
function insertBaseData(
  draft: DataDraft,
  notifications: readonly Notification[],
  definitions: readonly EntityDefinition[] | undefined,
  optionLists: readonly OptionList[] = [],
): void {
  const builtIn = definitions ? systemDefinitions : builtInDefinitions
  const builtInNames = new Set(builtIn.map(({ name }) => name))
  const lists = [...builtInOptionLists, ...optionLists]

  for (const list of [...missingLists(definitions ?? [], lists), ...lists]) draft.optionLists.put(list)
  for (const notification of notifications) draft.notifications.put(notification)
  addDefinitions(
    draft,
    builtIn.map((each) =>
      withRelations(each, (relation) => builtInNames.has(relation.associated_entitydefinition)),
    ),
  )
  if (definitions) addDefinitions(draft, definitions)
  draft.sequences.continueAfter('definition', highestId(draft.definitions.all()))
  draft.sequences.continueAfter('notification', highestId(draft.notifications.all()))
}

/** The defaults of a sandbox without options. */
const defaultSeed = { seed: 1, count: 1000 }

interface InsertOptions extends GenerateOptions {
  /** Whether all definitions and option lists are built in. */
  readonly isBuiltIn: boolean
}

/** The notifications a sandbox starts with. */
async function notificationsToInsert(seed: number): Promise<readonly Notification[]> {
  const { prebuiltNotifications } = await import('./prebuilt.ts')
  if (seed === defaultSeed.seed && prebuiltNotifications) return prebuiltNotifications

  // Loaded only when needed: it imports faker.
  return (await import('./generate.ts')).generateNotifications(seed)
}

/** The entities a sandbox starts with: the fixed ones, and generated ones up to a count. */
async function entitiesToInsert(data: Data, options: InsertOptions): Promise<readonly Entity[]> {
  const entities = (await findPrebuilt(options)) ?? (await generate(data, options))

  await inSlices(setUniqueValues(data, entities))

  return entities
}

function* setUniqueValues(data: Data, entities: readonly Entity[]): Sliced<void> {
  for (const entity of entities) {
    const definition = data.definitions.get(entity.definition)

    if (definition) entity.uniqueValues = uniqueKeysOf(compileDefinition(definition), entity.properties)
    yield
  }
}

async function findPrebuilt({
  seed,
  count,
  isBuiltIn,
}: InsertOptions): Promise<readonly Entity[] | undefined> {
  if (seed !== defaultSeed.seed || count !== defaultSeed.count || !isBuiltIn) return undefined

  const { prebuiltEntities } = await import('./prebuilt.ts')

  return prebuiltEntities?.map((entity) => withAudit(entity, seed))
}

async function generate(data: Data, options: GenerateOptions): Promise<Entity[]> {
  const { generateEntities } = await import('./generate.ts')

  await loadExpressionEngine()

  return inSlices(
    generateEntities({
      ...options,
      definitions: [...data.definitions.all()],
      optionLists: [...data.optionLists.all()],
    }),
  )
}

function highestId(records: Iterable<{ id: number }>): number {
  let highest = 0

  for (const { id } of records) highest = Math.max(highest, id)

  return highest
}

/** Generates the option lists that definitions refer to, but that do not exist. */
function missingLists(definitions: readonly EntityDefinition[], lists: readonly OptionList[]): OptionList[] {
  const names = new Set(lists.map(({ name }) => name))
  const missing = definitions
    .flatMap(propertyMembersOf)
    .flatMap(({ datasource }) => datasource ?? [])
    .filter((name) => !names.has(name))

  return [...new Set(missing)].map((name) => ({
    name,
    labels: { 'en-US': name },
    type: 'Flat',
    is_system_owned: false,
    values: ['A', 'B', 'C', 'D'].map((letter) => ({
      identifier: `${name}.${letter}`,
      labels: { 'en-US': `${name} ${letter}` },
    })),
  }))
}
