import {
  compileDefinition,
  propertyMembersOf,
  withRelations,
} from '../../model/definitions/compiled-definition.ts'
import type { EntityDefinition, OptionList } from '../../model/definitions/definition.ts'
import { addDefinitions } from '../../model/definitions/definitions.ts'
import type { Entity } from '../../model/entities/entity.ts'
import { uniqueValuesOf } from '../../model/entities/properties.ts'
import { loadRegularExpressions } from '../../model/shared/regular-expressions.ts'
import { inSlices, type Sliced } from '../../model/shared/slices.ts'
import type { Data, DataDraft } from '../../model/data-tables.ts'
import { definitions as builtInDefinitions, builtInOptionLists } from '../domain/domain.ts'
import { systemDefinitions } from '../domain/system-definitions.ts'
import type { GenerateOptions } from './generate.ts'
import { withAudit } from './identity.ts'
import type { Notification } from '../../model/notifications/notification.ts'

interface BaseDataOptions {
  readonly notifications: readonly Notification[]
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
  const { notifications, definitions, optionLists = [] } = options
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
export async function notificationsToInsert(seed: number): Promise<readonly Notification[]> {
  const { prebuiltNotifications } = await import('./prebuilt.ts')
  if (seed === defaultSeed.seed && prebuiltNotifications) return prebuiltNotifications

  // Loaded only when needed: it imports faker.
  return (await import('./generate.ts')).generateNotifications(seed)
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

  const { prebuiltEntities } = await import('./prebuilt.ts')

  return prebuiltEntities?.map((entity) => withAudit(entity, seed))
}

async function generate(data: Data, options: GenerateOptions): Promise<Entity[]> {
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
