import type { Condition, PropertyMember } from '../../model/definitions/definition.ts'
import type { Json } from '../../model/shared/json.ts'
import type { StreamFaker } from './english-faker.ts'
import { idOf, auditFrom } from './identity.ts'
import { choicesFor, type PlannedLink, type GeneratedRecord } from './links.ts'
import type { Plan, FilledProperty } from './plan.ts'
import { createStream } from '../../model/shared/random-stream.ts'
import type { Made } from '../recipes/recipe.ts'
import type { ValueSource } from '../values/property-values.ts'

type Properties = Record<string, Json>

/** Makes the records of one definition, one after the other. */
export interface GeneratorInput {
  plan: Plan
  links: PlannedLink[]
  seed: number
  faker: StreamFaker
}

export function recordGenerator({
  plan,
  links,
  seed,
  faker,
}: GeneratorInput): (index: number) => GeneratedRecord {
  const byName = new Map(links.map((link) => [link.member.name, link]))
  const complete = createCompleter(plan, { seed, faker })

  return (index) => {
    const stream = createStream(seed, plan.name, index)
    const { identifier, ...audit } = auditFrom(stream)
    const made: Made | undefined = plan.recipe?.make({
      index,
      stream,
      fakerOn: (other) => faker.follow(other),
      createdOn: audit.createdOn,
      available: (relation) => {
        const link = byName.get(relation)

        return link ? choicesFor(link, index) : 0
      },
      streamOf: (definition, other) => createStream(seed, definition, other, 'facts'),
    })
    const properties = complete(index, made?.properties ?? {})

    const entity = {
      id: idOf(plan.schedule.slot, index),
      identifier,
      definition: plan.name,
      cultures: [...plan.cultures],
      properties,
      relations: {},
      uniqueValues: [],
      ...audit,
    }

    return { entity, wanted: made?.parents }
  }
}

/** Keeps what a recipe made as far as it fits the definition, and fills in the rest. */
function createCompleter(
  plan: Plan,
  shared: Pick<ValueSource, 'seed' | 'faker'>,
): (index: number, made: Properties) => Properties {
  const used = new Map(
    plan.properties
      .filter(({ member }) => member.is_unique)
      .map(({ member }) => [member.name, new Set<string>()]),
  )

  return (index, made) => {
    const source: ValueSource = { ...shared, definition: plan.name, index, cultures: plan.cultures }
    const properties: Properties = {}
    for (const { member, fill } of plan.properties) {
      const given = plan.unchanged.has(member.name) ? made[member.name] : undefined
      const others = used.get(member.name)
      const value =
        given !== undefined && isFree(member, given, others)
          ? given
          : freshValue({ member, fill }, source, others)
      if (value === undefined || value === null) continue
      properties[member.name] = value
      if (others) for (const part of partsOf(member, value)) others.add(part)
    }

    return withoutHidden(plan.properties, properties)
  }
}

const attempts = 40

/** A value that no earlier record of the definition has, when the property is unique. */
function freshValue(
  { member, fill }: Pick<FilledProperty, 'member' | 'fill'>,
  source: ValueSource,
  others: Set<string> | undefined,
): Json | undefined {
  for (let attempt = 0; attempt < (others ? attempts : 1); attempt++) {
    const value = fill(source, attempt)
    if (value === undefined || isFree(member, value, others)) return value
  }

  return undefined
}

function isFree(member: PropertyMember, value: Json, others: Set<string> | undefined): boolean {
  return !others || partsOf(member, value).every((text) => !others.has(text))
}

/** The parts of a value that must be unique: each single value, in every culture. */
function partsOf({ type }: PropertyMember, value: Json): string[] {
  return type === 'Json' ? [JSON.stringify(value)] : leavesOf(value)
}

function leavesOf(value: Json): string[] {
  if (typeof value !== 'object' || value === null) return [JSON.stringify(value)]

  return Object.values(value).flatMap(leavesOf)
}

/** Leaves out optional values that are shown under a condition that doesn't hold. */
function withoutHidden(planned: FilledProperty[], properties: Properties): Properties {
  for (const { member, conditions } of planned) {
    if (member.is_mandatory || conditions.length === 0) continue
    const isShown = conditions.every((condition) => holds(condition, planned, properties))
    if (!isShown) delete properties[member.name]
  }

  return properties
}

/** A condition on anything but a property of the same record is taken to hold. */
function holds(
  { member: name, value }: Condition,
  planned: FilledProperty[],
  properties: Properties,
): boolean {
  if (typeof value !== 'string' && typeof value !== 'boolean') return true
  if (!planned.some(({ member }) => member.name === name)) return true
  const actual = properties[name]

  return Array.isArray(actual) ? actual.includes(value) : actual === value
}
