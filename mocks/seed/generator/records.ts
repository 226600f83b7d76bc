import type { Condition, PropertyMember } from '../../model/definitions/definition.ts'
import type { Json } from '../../model/shared/json.ts'
import { idOf, auditFrom } from './identity.ts'
import { parentCount, type PlannedLink, type GeneratedRecord } from './links.ts'
import type { Plan, FilledProperty } from './plan.ts'
import { createStream } from '../../model/shared/random-stream.ts'
import type { RecordValues } from '../recipes/recipe.ts'
import type { ValueSource } from '../values/property-values.ts'

type Properties = Record<string, Json>

/** Returns the function that generates the records of a definition; it has to be called in the order of their indexes. */
export function recordGenerator(
  plan: Plan,
  links: readonly PlannedLink[],
  { seed, faker }: Pick<ValueSource, 'seed' | 'faker'>,
): (index: number) => GeneratedRecord {
  const linksByName = new Map(links.map((link) => [link.member.name, link]))
  const complete = createCompleter(plan, { seed, faker })

  return (index) => {
    const stream = createStream(seed, plan.name, index)
    const { identifier, ...audit } = auditFrom(stream)
    const values: RecordValues | undefined = plan.recipe?.make({
      index,
      stream,
      fakerFor: (other) => faker.drawFrom(other),
      createdOn: audit.createdOn,
      parentCount: (relation) => {
        const link = linksByName.get(relation)

        return link ? parentCount(link, index) : 0
      },
      factsStream: (definition, other) => createStream(seed, definition, other, 'facts'),
    })
    const properties = complete(index, values?.properties ?? {})

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

    return { entity, chosenParents: values?.parents }
  }
}

/** Keeps the values of a recipe that fit the definition, and generates the others. */
function createCompleter(
  plan: Plan,
  shared: Pick<ValueSource, 'seed' | 'faker'>,
): (index: number, recipeValues: Properties) => Properties {
  const usedPartsByProperty = new Map(
    plan.properties
      .filter(({ member }) => member.is_unique)
      .map(({ member }) => [member.name, new Set<string>()]),
  )

  return (index, recipeValues) => {
    const source: ValueSource = { ...shared, definition: plan.name, index, cultures: plan.cultures }
    const properties: Properties = {}
    for (const { member, fill } of plan.properties) {
      const recipeValue = plan.unchanged.has(member.name) ? recipeValues[member.name] : undefined
      const usedParts = usedPartsByProperty.get(member.name)
      const value =
        recipeValue !== undefined && isFree(member, recipeValue, usedParts)
          ? recipeValue
          : freshValue({ member, fill }, source, usedParts)
      if (value === undefined || value === null) continue
      properties[member.name] = value
      if (usedParts) for (const part of partsOf(member, value)) usedParts.add(part)
    }

    return withoutHidden(plan.properties, properties)
  }
}

const maxAttempts = 40

/** Generates a value; of a unique property, one that no earlier record has. Undefined if none is found. */
function freshValue(
  { member, fill }: Pick<FilledProperty, 'member' | 'fill'>,
  source: ValueSource,
  usedParts: Set<string> | undefined,
): Json | undefined {
  for (let attempt = 0; attempt < (usedParts ? maxAttempts : 1); attempt++) {
    const value = fill(source, attempt)
    if (value === undefined || isFree(member, value, usedParts)) return value
  }

  return undefined
}

function isFree(member: PropertyMember, value: Json, usedParts: Set<string> | undefined): boolean {
  return !usedParts || partsOf(member, value).every((text) => !usedParts.has(text))
}

/** The parts of a value that have to be unique: each single value, in each culture. */
function partsOf({ type }: PropertyMember, value: Json): string[] {
  return type === 'Json' ? [JSON.stringify(value)] : leavesOf(value)
}

function leavesOf(value: Json): string[] {
  if (typeof value !== 'object' || value === null) return [JSON.stringify(value)]

  return Object.values(value).flatMap(leavesOf)
}

/** Removes optional values whose conditions are not met. */
function withoutHidden(filled: FilledProperty[], properties: Properties): Properties {
  for (const { member, conditions } of filled) {
    if (member.is_mandatory || conditions.length === 0) continue
    const isVisible = conditions.every((condition) => isMet(condition, filled, properties))
    if (!isVisible) delete properties[member.name]
  }

  return properties
}

/** Whether a condition is met. Conditions that are not about a property of the record count as met. */
function isMet(
  { member: name, value }: Condition,
  filled: FilledProperty[],
  properties: Properties,
): boolean {
  if (typeof value !== 'string' && typeof value !== 'boolean') return true
  if (!filled.some(({ member }) => member.name === name)) return true
  const actual = properties[name]

  return Array.isArray(actual) ? actual.includes(value) : actual === value
}
