import type { Condition } from '../../model/definitions/definition.ts'
import type { Json } from '../../model/shared/json.ts'
import { idOf, auditFrom } from './identity.ts'
import { parentCount, type PlannedLink, type GeneratedRecord, type Shared } from './link-entities.ts'
import type { Plan, FilledProperty } from './plan.ts'
import { createStream } from '../../model/shared/random.ts'
import type { RecordValues } from '../recipes/recipe.ts'
import type { ValueSource } from '../values/value-makers.ts'

type Properties = Record<string, Json>

/** Returns the function that generates the records of a definition; it has to be called in the order of their indexes. */
export function recordGenerator(
  plan: Plan,
  links: readonly PlannedLink[],
  shared: Shared,
): (index: number) => GeneratedRecord {
  const linksByName = new Map(links.map((link) => [link.member.name, link]))

  return (index) => {
    const { seed, fakers } = shared
    const stream = createStream(seed, plan.name, index)
    const { identifier, ...audit } = auditFrom(stream)
    const countOf = (relation: string) => {
      const link = linksByName.get(relation)

      return link ? parentCount(link, index) : 0
    }
    const values: RecordValues | undefined = plan.recipe?.make({
      index,
      faker: fakers.drawFrom(stream).en,
      fakers,
      createdOn: audit.createdOn,
      parentCount: countOf,
      anyParent: (relation) => fakers.en.number.int(Math.max(0, countOf(relation) - 1)),
      factsOf: (definition, other, draw) => {
        const facts = draw(fakers.drawFrom(createStream(seed, definition, other, 'facts')))

        fakers.drawFrom(stream)

        return facts
      },
    })
    const source = { ...shared, definition: plan.name, index, cultures: plan.cultures }
    const entity = {
      id: idOf(plan.schedule.slot, index),
      identifier,
      definition: plan.name,
      cultures: [...plan.cultures],
      properties: propertiesOf(plan, source, values?.properties ?? {}),
      relations: {},
      uniqueValues: [],
      ...audit,
    }

    return { entity, chosenParents: values?.parents }
  }
}

/** Keeps the values of a recipe that fit the definition, and generates the others. */
function propertiesOf(plan: Plan, source: ValueSource, recipeValues: Properties): Properties {
  const properties: Properties = {}

  for (const filled of plan.properties) {
    const { name } = filled.member
    const recipeValue = plan.unchanged.has(name) ? recipeValues[name] : undefined
    const value =
      recipeValue !== undefined && isFree(filled, recipeValue) ? recipeValue : freshValue(filled, source)

    if (value === undefined || value === null) continue
    properties[name] = value
    if (filled.used) for (const part of partsOf(filled, value)) filled.used.add(part)
  }

  return withoutHidden(plan.properties, properties)
}

const maxAttempts = 40

/** Generates a value; of a unique property, one that no earlier record has. Undefined if none is found. */
function freshValue(filled: FilledProperty, source: ValueSource): Json | undefined {
  for (let attempt = 0; attempt < (filled.used ? maxAttempts : 1); attempt++) {
    const value = filled.fill(source, attempt)
    if (value === undefined || isFree(filled, value)) return value
  }

  return undefined
}

function isFree(filled: FilledProperty, value: Json): boolean {
  return !filled.used || partsOf(filled, value).every((part) => !filled.used?.has(part))
}

/** The parts of a value that have to be unique: each single value, in each culture. */
function partsOf({ member }: FilledProperty, value: Json): string[] {
  return member.type === 'Json' ? [JSON.stringify(value)] : leavesOf(value)
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
