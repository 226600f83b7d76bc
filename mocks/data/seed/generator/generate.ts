import type { EntityDefinition, PropertyMember, OptionList } from '../../model/definitions/definition.ts'
import type { Entity } from '../../model/entities/entity.ts'
import type { Sliced } from '../../model/shared/slices.ts'
import { sortedInBatches } from '../../store/time-slice.ts'
import { createFakers, type Faker } from './fakers.ts'
import { linkChild, linksOf, relate, type GeneratedRecord, type PlannedLink } from './link-entities.ts'
import { planAll, type Plan } from './plan.ts'
import { recordGenerator } from './records.ts'
import { distribute } from './schedule.ts'
import type { Json, JsonObject } from '../../model/shared/json.ts'
import { defaultCreatedBy, defaultCreatedOn } from '../domain/origin.ts'
import type { FixedEntity } from '../domain/definition-files.ts'
import type { Notification } from '../../model/notifications/notification.ts'
import { createStream } from '../../model/shared/random.ts'
import { builtInUsers } from '../../model/users/users.ts'
import { momentAfter, momentWithin } from './random-dates.ts'
import { culturesOf } from '../../model/definitions/cultures.ts'
import type { Data } from '../../model/data-tables.ts'
import { fillerOf } from '../values/value-makers.ts'

export interface GenerateOptions {
  /** The integer that reproduces the data. */
  readonly seed: number
  /** How many entities to generate besides the fixed ones; exceeded if it is too low for each definition to have some. */
  readonly count: number
}

export interface SeedOptions extends GenerateOptions {
  readonly definitions: EntityDefinition[]
  readonly optionLists: OptionList[]
}

/**
 * Generates realistic entities of any definitions, ordered by id. The same options generate the same entities; a higher
 * count only adds to them. Another definition takes its share of the count: fewer of the others are generated, unchanged.
 * Stops after each entity.
 */
export function* generateEntities(options: SeedOptions): Sliced<Entity[]> {
  const { seed, count, definitions, optionLists } = options
  const plans = planAll(definitions, optionLists)
  const planList = [...plans.values()]
  const links = new Map(planList.map((plan) => [plan.name, linksOf(plan, plans)]))
  const records = fixedRecords(planList, [...links.values()].flat())
  const counts = distribute(
    planList.map(({ schedule }) => schedule),
    count,
  )
  const shared = { seed, fakers: createFakers() }

  for (const [position, plan] of planList.entries()) {
    if (plan.schedule.isFixed) continue
    const generate = recordGenerator(plan, links.get(plan.name) ?? [], shared)
    const generated: GeneratedRecord[] = []

    for (let index = 0; index < (counts[position] ?? 0); index++) {
      generated.push(generate(index))
      yield
    }
    records.set(plan.name, generated)
  }

  for (const link of [...links.values()].flat()) {
    const { name, schedule } = link.child
    const size = schedule.isFixed ? 0 : (records.get(name)?.length ?? 0)

    for (let index = 0; index < size; index++) {
      linkChild(link, index, shared, records)
      yield
    }
  }

  return yield* sortedInBatches(
    [...records.values()].flatMap((records) => records.map(({ entity }) => entity)),
    (one, other) => one.id - other.id,
  )
}

/** The fixed entities of the built-in definitions in use, with both ends of their relations. */
function fixedRecords(plans: readonly Plan[], links: readonly PlannedLink[]): Map<string, GeneratedRecord[]> {
  const records = new Map<string, GeneratedRecord[]>()
  const byId = new Map<number, Entity>()

  for (const plan of plans.filter(({ schedule }) => schedule.isFixed)) {
    const entities = plan.fixed.map((fixed) => entityOf(fixed, plan))

    for (const entity of entities) byId.set(entity.id, entity)
    records.set(
      plan.name,
      entities.map((entity) => ({ entity, chosenParents: undefined })),
    )
  }
  for (const link of links) {
    for (const { id, parents = {} } of link.child.fixed) {
      for (const parentId of parents[link.member.name] ?? []) relate(link, byId.get(parentId), byId.get(id))
    }
  }

  return records
}

function entityOf({ id, identifier, definition, properties }: FixedEntity, plan: Plan): Entity {
  const compatible = Object.entries(properties).filter(([name]) => plan.unchanged.has(name))

  return {
    id,
    identifier,
    definition,
    cultures: [...plan.cultures],
    properties: Object.fromEntries<Json>(compatible),
    relations: {},
    uniqueValues: [],
    version: 1,
    createdOn: defaultCreatedOn,
    createdBy: defaultCreatedBy,
    modifiedOn: defaultCreatedOn,
    modifiedBy: defaultCreatedBy,
  }
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
export function generateNotifications(seed: number): Notification[] {
  const fakers = createFakers()
  const drawing = (...of: (string | number)[]) =>
    fakers.drawFrom(createStream(seed, 'notification', ...of)).en
  const notifications = [
    ...builtInUsers.flatMap(({ userId }) => {
      const faker = drawing(userId)

      return Array.from({ length: faker.number.int({ min: 5, max: 9 }) }, () =>
        notificationOf(faker, { type: faker.helpers.arrayElement(types), userId }),
      )
    }),
    ...typesForEveryone.map((type, index) =>
      notificationOf(drawing('everyone', index), { type, userId: null }),
    ),
  ]

  return notifications
    .sort((one, other) => Date.parse(one.createdOn) - Date.parse(other.createdOn))
    .map((notification, index) => ({ id: index + 1, ...notification }))
}

function notificationOf(
  { number, datatype, helpers }: Faker,
  { type, userId }: Pick<Notification, 'type' | 'userId'>,
): Omit<Notification, 'id'> {
  const createdOn = momentWithin(number.float(), -40, -1)
  const wasChanged = datatype.boolean(0.4)
  const author = helpers.arrayElement(authors)

  return {
    type,
    userId,
    channels: [
      { name: 'EmailNotification', isChecked: datatype.boolean(0.4) },
      { name: 'RealTimeNotification', isChecked: datatype.boolean(0.9) },
    ],
    createdOn,
    createdBy: author,
    modifiedOn: wasChanged ? momentAfter(number.float(), createdOn) : createdOn,
    modifiedBy: wasChanged && userId !== null ? userId : author,
  }
}

/** The entity that values are generated for. Unique values differ by its index. */
interface EntityToFill {
  readonly data: Data
  readonly definition: string
  readonly seed: number
  readonly index: number
}

/** Generates values of properties, as for seeded entities. */
export function generateValues(
  members: readonly PropertyMember[],
  { data, ...entity }: EntityToFill,
): JsonObject {
  const source = { ...entity, cultures: culturesOf(data), fakers: createFakers() }

  return Object.fromEntries(
    members.map((member) => {
      const list = member.datasource ? data.optionLists.get(member.datasource) : undefined

      return [member.name, fillerOf(member, list)(source, 0) ?? null]
    }),
  )
}
