import {
  compileDefinition,
  opposite,
  withoutConstraints,
  type CompiledDefinition,
  type Side,
} from '../definitions/compiled-definition.ts'
import type { EntityInFile, Reference } from './data-file.ts'
import { writtenCultures } from '../entities/entities.ts'
import type { Entity } from '../entities/entity.ts'
import { Ends, sides } from './relation-ends.ts'
import { FailureList } from '../shared/errors.ts'
import { checkMandatory, mergeProperties, uniqueValuesOf } from '../entities/properties.ts'
import { findByIdentifier } from '../entities/references.ts'
import { detachEverywhere } from '../relations/relations.ts'
import type { Sliced } from '../shared/slices.ts'
import type { DataDraft } from '../tables.ts'

/** Defaults for the entities of a data file. */
export interface EntityDefaults {
  /** ISO 8601 UTC. */
  readonly now: string
  readonly userId: number
  identifierOf(index: number): string
  /** Whether the file holds everything, as an export does, and so values from before a definition became stricter. */
  readonly isComplete: boolean
}

interface Placed {
  readonly entity: Entity
  readonly compiled: CompiledDefinition
  /** Where it is in the file: `entities.3`. */
  readonly place: string
  readonly relations: EntityInFile['relations']
}

/**
 * Puts the entities of a data file into the draft, in place of those that have their ids or identifiers. What
 * they leave out is filled in, and relations given at one end are completed at the other.
 *
 * Validation errors go to `failures`, by their place in the file. Stops after each entity.
 */
export function* addFileEntities(
  draft: DataDraft,
  inputs: readonly EntityInFile[],
  defaults: EntityDefaults,
  failures: FailureList,
): Sliced<void> {
  const ids = assignIds(draft, inputs, failures)
  const placed: Placed[] = []

  for (const [index, input] of inputs.entries()) {
    const entity = entityOf(draft, input, { id: ids[index] ?? 0, index, defaults }, failures)

    if (entity) placed.push(entity)
    yield
  }

  for (const { entity } of placed) {
    const replaced = draft.entities.get(entity.id)

    if (replaced) detachEverywhere(draft, [replaced])
    draft.entities.put(entity)
    yield
  }
  yield* relate(draft, placed, failures)
  yield* checkUnique(draft, placed, failures)
}

/** The id of each entity: its own, that of the entity it replaces, or the next free one. */
function assignIds(draft: DataDraft, inputs: readonly EntityInFile[], failures: FailureList): number[] {
  const used = new Map<number, number>()
  const known = inputs.map(({ id, identifier }, index) => {
    const own = id ?? (identifier === undefined ? undefined : findByIdentifier(draft, identifier)?.id)
    const other = own === undefined ? undefined : used.get(own)

    if (own === undefined) return undefined
    if (other !== undefined) failures.add(`entities.${index}.id`, `entities.${other} has the id ${own} too.`)
    used.set(own, index)

    return own
  })
  const isUsed = (number: number): boolean => used.has(number) || draft.entities.has(number)

  return known.map((id) => id ?? draft.numbers.next('entity', isUsed))
}

function entityOf(
  draft: DataDraft,
  input: EntityInFile,
  { id, index, defaults }: { id: number; index: number; defaults: EntityDefaults },
  failures: FailureList,
): Placed | undefined {
  const place = `entities.${index}`
  const definition = draft.definitions.get(input.definition)

  if (!definition) {
    failures.add(`${place}.definition`, `The definition "${input.definition}" does not exist.`)

    return undefined
  }

  const compiled = defaults.isComplete
    ? withoutConstraints(compileDefinition(definition))
    : compileDefinition(definition)
  const ownFailures = new FailureList()
  const properties = mergeProperties(
    draft,
    compiled,
    { before: {}, input: input.properties, culture: undefined },
    ownFailures,
  )

  checkMandatory(compiled, properties, ownFailures)
  failures.addAll(ownFailures, `${place}.properties`)

  const createdOn = input.createdOn ?? defaults.now
  const createdBy = input.createdBy ?? defaults.userId

  return {
    compiled,
    place,
    relations: input.relations,
    entity: {
      id,
      identifier: input.identifier ?? defaults.identifierOf(index),
      definition: definition.name,
      cultures: input.cultures ?? writtenCultures(compiled, [], properties, undefined),
      properties,
      relations: {},
      uniqueValues: uniqueValuesOf(compiled, properties),
      version: input.version ?? 1,
      createdOn,
      createdBy,
      modifiedOn: input.modifiedOn ?? createdOn,
      modifiedBy: input.modifiedBy ?? createdBy,
    },
  }
}

/** Sets the relations as given, in the order given, then adds to the other ends what only one end says. */
function* relate(draft: DataDraft, placed: readonly Placed[], failures: FailureList): Sliced<void> {
  const ends = new Ends(draft)
  const given: { from: number; relation: string; side: Side; to: number }[] = []

  for (const { entity, compiled, place, relations } of placed) {
    yield
    for (const [relation, input] of Object.entries(relations)) {
      for (const side of sides) {
        const references = input[side] ?? []
        const where = `${place}.relations.${relation}`
        const end = compiled.relations.get(relation)?.find((other) => other.side === side)

        if (!end && input[side])
          failures.add(where, `${entity.definition} has no ${side} by a relation "${relation}".`)

        for (const reference of end ? references : []) {
          const other = find(draft, reference)

          if (other?.definition === end?.member.associated_entitydefinition && other) {
            ends.add(entity.id, relation, side, other.id)
            given.push({ from: entity.id, relation, side, to: other.id })
          } else
            failures.add(
              `${where}.${side}`,
              problemOf(reference, other, end?.member.associated_entitydefinition),
            )
        }
      }
    }
  }

  for (const { from, relation, side, to } of given) {
    ends.add(to, relation, opposite(side), from)
    yield
  }
  yield* ends.write((problem) => failures.add('entities', problem))
}

function find(draft: DataDraft, reference: Reference): Entity | undefined {
  return typeof reference === 'number' ? draft.entities.get(reference) : findByIdentifier(draft, reference)
}

function problemOf(reference: Reference, other: Entity | undefined, wanted = ''): string {
  const name = JSON.stringify(reference)

  return other
    ? `Entity ${name} is of definition "${other.definition}"; the relation takes "${wanted}".`
    : `Entity ${name} does not exist.`
}

function* checkUnique(draft: DataDraft, placed: readonly Placed[], failures: FailureList): Sliced<void> {
  for (const { entity, place } of placed) {
    yield
    const sameIdentifier = findByIdentifier(draft, entity.identifier)

    if (sameIdentifier?.id !== entity.id) {
      failures.add(`${place}.identifier`, `"${entity.identifier}" is the identifier of another entity.`)
    }
    for (const key of entity.uniqueValues) {
      if (draft.entities.find('propertyValue', key)?.id !== entity.id) {
        failures.add(`${place}.properties`, `Another entity has the unique value ${key}.`)
      }
    }
  }
}
