import { compileDefinition, membersOf } from '../../model/definitions/compiled-definition.ts'
import type { EntityDefinition } from '../../model/definitions/definition.ts'
import { addDefinitions } from '../../model/definitions/definitions.ts'
import type { Entity } from '../../model/entities/entity.ts'
import type { OptionList } from '../../model/definitions/option-list.ts'
import { uniqueValuesOf } from '../../model/entities/properties.ts'
import { loadExpressions } from '../../model/shared/expressions.ts'
import { inSlices, type Sliced } from '../../model/shared/slices.ts'
import type { Data, DataDraft } from '../../model/tables.ts'
import { definitions as builtInDefinitions, builtInOptionLists } from '../domain/domain.ts'
import { seedNotifications } from './notifications.ts'
import { unpackEntities } from './unpack-entities.ts'

export interface BaseDataOptions {
  readonly seed: number
  readonly definitions?: readonly EntityDefinition[] | undefined
  readonly optionLists?: readonly OptionList[] | undefined
}

/**
 * Inserts what entities need: the built-in definitions and option lists, or the caller's own with the built-in ones
 * that users, settings and sign-in need.
 *
 * @throws {InvalidRequest} naming everything in the caller's definitions that does not fit
 */
export function insertBaseData(draft: DataDraft, options: BaseDataOptions): void {
  const own = options.definitions
  const builtIn = own ? builtInDefinitions.filter((each) => each.is_system_owned) : builtInDefinitions
  const lists = [...builtInOptionLists, ...(options.optionLists ?? [])]

  for (const list of [...inventLists(own ?? [], lists), ...lists]) draft.optionLists.put(list)
  for (const notification of seedNotifications(options.seed)) draft.notifications.put(notification)
  addDefinitions(draft, withoutMissingEnds(builtIn))
  if (own) addDefinitions(draft, own)
  draft.numbers.startAt('definition', highestId(draft.definitions.all()))
  draft.numbers.startAt('notification', highestId(draft.notifications.all()))
}

/** The defaults of a sandbox without options. */
export const defaultSeed = { seed: 1, count: 1000 }

/**
 * The entities a sandbox starts with: the fixed ones, and generated ones up to a count.
 *
 * @param options.isBuiltIn whether definitions and option lists are the built-in ones, and no others
 */
export async function entitiesToInsert(
  data: Data,
  options: { seed: number; count: number; isBuiltIn: boolean },
): Promise<readonly Entity[]> {
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

let loadWhole: (() => Promise<readonly Entity[] | undefined>) | undefined

/** Has the entities of a start loaded whole, where that takes less than unpacking them: from a disk. */
export function usePrebuiltEntities(load: () => Promise<readonly Entity[] | undefined>): void {
  loadWhole = load
}

async function findPrebuilt(options: {
  seed: number
  count: number
  isBuiltIn: boolean
}): Promise<Entity[] | undefined> {
  const isDefault = options.seed === defaultSeed.seed && options.count === defaultSeed.count

  if (!isDefault || !options.isBuiltIn) return undefined

  const whole = await loadWhole?.()
  if (whole) return [...whole]

  const { packedEntities } = await import('./packed-entities.ts')

  return packedEntities && unpackEntities(packedEntities, options.seed)
}

async function generate(data: Data, options: { seed: number; count: number }): Promise<Entity[]> {
  // faker is loaded only when there is something to generate.
  const { generateEntities } = await import('./generate.ts')

  await loadExpressions()

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

/** Definitions without relations to definitions that do not exist, as when the caller's own replace the built-in ones. */
function withoutMissingEnds(definitions: readonly EntityDefinition[]): EntityDefinition[] {
  const names = new Set(definitions.map(({ name }) => name))

  return definitions.map((definition) => ({
    ...definition,
    member_groups: definition.member_groups.map((group) => ({
      ...group,
      members: group.members.filter(
        (member) => member.type !== 'Relation' || names.has(member.associated_entitydefinition),
      ),
    })),
  }))
}

/** Definitions name their option lists without holding them; a list that was not given gets a few values. */
function inventLists(definitions: readonly EntityDefinition[], known: readonly OptionList[]): OptionList[] {
  const names = new Set(known.map(({ name }) => name))
  const missing = definitions
    .flatMap(membersOf)
    .flatMap((member) => (member.type !== 'Relation' && member.datasource ? [member.datasource] : []))
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
