import {
  compileDefinition,
  propertyMembersOf,
  withRelations,
} from '../../model/definitions/compiled-definition.ts'
import type { EntityDefinition } from '../../model/definitions/definition.ts'
import { addDefinitions } from '../../model/definitions/definitions.ts'
import type { Entity } from '../../model/entities/entity.ts'
import type { OptionList } from '../../model/definitions/option-list.ts'
import { uniqueValuesOf } from '../../model/entities/properties.ts'
import { loadRegularExpressions } from '../../model/shared/regular-expressions.ts'
import { inSlices, type Sliced } from '../../model/shared/slices.ts'
import type { Data, DataDraft } from '../../model/tables.ts'
import { definitions as builtInDefinitions, builtInOptionLists } from '../domain/domain.ts'
import { systemDefinitions } from '../domain/system-definitions.ts'
import type { GenerateOptions } from './generate.ts'
import { withAudit } from './identity.ts'
import type { Notification } from '../../model/notifications/notification.ts'
import { builtInUsers } from '../../model/users/built-in-users.ts'
import { momentAfter, momentWithin } from './dates.ts'
import { createStream, type RandomStream } from '../../model/shared/random-stream.ts'

interface BaseDataOptions {
  readonly seed: number
  readonly definitions?: readonly EntityDefinition[] | undefined
  readonly optionLists?: readonly OptionList[] | undefined
}

/**
 * Inserts what entities require: the built-in definitions and option lists, or the caller's definitions and those
 * built-in ones that users, settings and sign-in require.
 *
 * @throws {InvalidRequest} listing all errors in the caller's definitions
 */
export function insertBaseData(draft: DataDraft, options: BaseDataOptions): void {
  const { seed, definitions, optionLists = [] } = options
  const builtIn = definitions ? systemDefinitions : builtInDefinitions
  const builtInNames = new Set(builtIn.map(({ name }) => name))
  const lists = [...builtInOptionLists, ...optionLists]

  for (const list of [...missingLists(definitions ?? [], lists), ...lists]) draft.optionLists.put(list)
  for (const notification of seedNotifications(seed)) draft.notifications.put(notification)
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

/** The entities a sandbox starts with: the fixed ones, and generated ones up to a count. */
export async function entitiesToInsert(data: Data, options: InsertOptions): Promise<readonly Entity[]> {
  const entities = (await findPrebuilt(options)) ?? (await generate(data, options))

  await inSlices(setUniqueValues(data, entities))

  return entities
}

function* setUniqueValues(data: Data, entities: readonly Entity[]): Sliced<void> {
  for (const entity of entities) {
    const definition = data.definitions.get(entity.definition)

    if (definition) entity.uniqueValues = uniqueValuesOf(compileDefinition(definition), entity.properties)
    yield
  }
}

async function findPrebuilt({
  seed,
  count,
  isBuiltIn,
}: InsertOptions): Promise<readonly Entity[] | undefined> {
  if (seed !== defaultSeed.seed || count !== defaultSeed.count || !isBuiltIn) return undefined

  const { prebuiltEntities } = await import('./prebuilt-entities.ts')

  return prebuiltEntities?.map((entity) => withAudit(entity, seed))
}

async function generate(data: Data, options: GenerateOptions): Promise<Entity[]> {
  // Loaded only when needed: it imports faker.
  const { generateEntities } = await import('./generate.ts')

  await loadRegularExpressions()

  return inSlices(
    generateEntities({
      ...options,
      definitions: [...data.definitions.all()],
      optionLists: [...data.optionLists.all()],
    }),
  )
}

export function highestId(records: Iterable<{ id: number }>): number {
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

/** The two types of interface 2.4.1 are the common ones. */
const types = [
  'SearchChanged',
  'SearchChanged',
  'SearchChanged',
  'OrderCompleted',
  'OrderCompleted',
  'OrderPartiallyFailed',
  'ImportCompleted',
  'MassEditJobCompleted',
  'DiscussionCreated',
  'AnnotationWithMention',
] as const

const typesForEveryone = ['SearchChanged', 'ImportCompleted', 'ReportingLogOrderCompleted'] as const

const authors = [6, 7, 9, 10]

/** The notifications of a new sandbox: those of a few weeks for each persona, and some for everyone. */
function seedNotifications(seed: number): Notification[] {
  const notifications = [
    ...builtInUsers.flatMap(({ userId }) => {
      const stream = createStream(seed, 'notification', userId)

      return Array.from({ length: stream.between(5, 9) }, () =>
        notificationOf(stream, { type: stream.pick(types), userId }),
      )
    }),
    ...typesForEveryone.map((type, index) =>
      notificationOf(createStream(seed, 'notification', 'everyone', index), { type, userId: null }),
    ),
  ]

  return notifications
    .sort((one, other) => Date.parse(one.createdOn) - Date.parse(other.createdOn))
    .map((notification, index) => ({ id: index + 1, ...notification }))
}

function notificationOf(
  stream: RandomStream,
  { type, userId }: Pick<Notification, 'type' | 'userId'>,
): Omit<Notification, 'id'> {
  const createdOn = momentWithin(stream, -40, -1)
  const wasChanged = stream.chance(0.4)
  const author = stream.pick(authors)

  return {
    type,
    userId,
    channels: [
      { name: 'EmailNotification', isChecked: stream.chance(0.4) },
      { name: 'RealTimeNotification', isChecked: stream.chance(0.9) },
    ],
    createdOn,
    createdBy: author,
    modifiedOn: wasChanged ? momentAfter(stream, createdOn) : createdOn,
    modifiedBy: wasChanged && userId !== null ? userId : author,
  }
}
