import {
  compileDefinition,
  opposite,
  sides,
  withoutConstraints,
  type CompiledDefinition,
  type Side,
} from '../definitions/compiled-definition.ts'
import type { EntityInFile, Reference } from './data-file.ts'
import { culturesOf } from '../definitions/cultures.ts'
import { asKnown } from '../shared/letter-case.ts'
import { culturesAfterWrite } from '../entities/entities.ts'
import type { Entity, RelatedIds } from '../entities/entity.ts'
import { findByIdentifier } from '../entities/references.ts'
import type { FailureSink } from '../shared/errors.ts'
import { checkMandatory, mergeProperties, uniqueKeysOf } from '../entities/properties.ts'
import { detachEverywhere } from '../relations/relations.ts'
import type { Sliced } from '../shared/slices.ts'
import type { DataDraft } from '../data-tables.ts'

/** Defaults for the entities of a data file. */
interface EntityDefaults {
  /** ISO 8601 UTC. */
  readonly now: string
  readonly userId: number
  identifierOf(index: number): string
  /**
   * Whether the file is complete, such as an export. Constraints may have been added to a definition after its entities
   * got their values, so they are not checked.
   */
  readonly isComplete: boolean
}

interface ParsedEntity {
  readonly entity: Entity
  readonly compiled: CompiledDefinition
  /** Its path in the file: `entities.3`. */
  readonly place: string
  readonly relations: EntityInFile['relations']
}

/**
 * Puts the entities of a data file into the draft, replacing those with the same id or identifier. Defaults are filled
 * in, and relations given at one end are completed at the other. Yields after each entity.
 *
 * @param failures receives the validation errors, by their path in the file
 */
export function* addFileEntities(
  draft: DataDraft,
  inputs: readonly EntityInFile[],
  defaults: EntityDefaults,
  failures: FailureSink,
): Sliced<ParsedEntity[]> {
  const ids = assignIds(draft, inputs, failures)
  const parsed: ParsedEntity[] = []

  for (const [index, input] of inputs.entries()) {
    const entity = entityOf(draft, input, { id: ids[index] ?? 0, index, defaults }, failures)

    if (entity) parsed.push(entity)
    yield
  }

  const inFile = new Set(parsed.map(({ entity }) => entity.id))

  for (const { entity } of parsed) {
    const replaced = draft.entities.get(entity.id)
    const namesake = findByIdentifier(draft, entity.identifier)

    if (replaced) detachEverywhere(draft, [replaced])
    if (namesake && !inFile.has(namesake.id)) {
      detachEverywhere(draft, [namesake])
      draft.entities.delete(namesake.id)
    }
    draft.entities.put(entity)
    yield
  }
  yield* relate(draft, parsed, failures)

  return parsed
}

/** The id of each entity: the given one, that of the entity with the same identifier, or the next free one. */
function assignIds(draft: DataDraft, inputs: readonly EntityInFile[], failures: FailureSink): number[] {
  const used = new Map<number, number>()
  const given = inputs.map(({ id, identifier }, index) => {
    const own = id ?? (identifier === undefined ? undefined : findByIdentifier(draft, identifier)?.id)
    const other = own === undefined ? undefined : used.get(own)

    if (own === undefined) return undefined
    if (other !== undefined) {
      const member = id === undefined ? 'identifier' : 'id'

      failures.add(`entities.${index}.${member}`, `entities.${other} is the same entity, ${own}.`)
    }
    used.set(own, index)

    return own
  })
  const isUsed = (number: number): boolean => used.has(number) || draft.entities.has(number)

  return given.map((id) => id ?? draft.sequences.next('entity', isUsed))
}

function entityOf(
  draft: DataDraft,
  input: EntityInFile,
  { id, index, defaults }: { id: number; index: number; defaults: EntityDefaults },
  failures: FailureSink,
): ParsedEntity | undefined {
  const place = `entities.${index}`
  const definition = draft.definitions.get(input.definition)

  if (!definition) {
    failures.add(`${place}.definition`, `The definition "${input.definition}" does not exist.`)

    return undefined
  }

  const compiled = defaults.isComplete
    ? withoutConstraints(compileDefinition(definition))
    : compileDefinition(definition)
  const ownFailures: FailureSink = {
    add: (path, message, hint) => failures.add(`${place}.properties.${path}`, message, hint),
  }
  const change = { before: {}, input: input.properties, cultures: culturesOf(draft) }
  const properties = mergeProperties(draft, compiled, change, ownFailures)

  checkMandatory(compiled, properties, ownFailures)

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
      cultures:
        input.cultures?.map((each) => asKnown(each, change.cultures)) ??
        culturesAfterWrite(compiled, [], properties, undefined),
      properties,
      relations: {},
      uniqueValues: uniqueKeysOf(compiled, properties),
      version: input.version ?? 1,
      createdOn,
      createdBy,
      modifiedOn: input.modifiedOn ?? createdOn,
      modifiedBy: input.modifiedBy ?? createdBy,
    },
  }
}

/** Where the data contain each entity: `entities.3`, by id. */
function* placesById(parsed: readonly ParsedEntity[]): Sliced<Map<number, string>> {
  const places = new Map<number, string>()

  for (const { entity, place } of parsed) {
    places.set(entity.id, place)
    yield
  }

  return places
}

/** Sets the given relations in their order, then adds the references that are missing at the other ends. */
function* relate(draft: DataDraft, parsed: readonly ParsedEntity[], failures: FailureSink): Sliced<void> {
  const writer = new RelationWriter(draft)
  const given: { from: number; relation: string; side: Side; to: number }[] = []

  for (const { entity, compiled, place, relations } of parsed) {
    yield
    for (const [relation, input] of Object.entries(relations)) {
      for (const side of sides) {
        const references = input[side] ?? []
        const where = `${place}.relations.${relation}`
        const end = compiled.relations.get(relation)?.find((other) => other.side === side)

        if (!end && input[side])
          failures.add(where, `${entity.definition} has no ${side} in a relation "${relation}".`)

        for (const reference of end ? references : []) {
          const other = find(draft, reference)

          if (end && other?.definition === end.member.associated_entitydefinition) {
            const { name } = end.member

            writer.add(entity.id, name, side, other.id)
            given.push({ from: entity.id, relation: name, side, to: other.id })
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
    writer.add(to, relation, opposite(side), from)
    yield
  }

  const places = yield* placesById(parsed)

  yield* writer.write(({ id, identifier }, relation, problem) => {
    const place = places.get(id)

    if (place === undefined) failures.add('entities', `Entity ${id} (${identifier}), ${relation}: ${problem}`)
    else failures.add(`${place}.relations.${relation}`, problem)
  })
}

function find(draft: DataDraft, reference: Reference): Entity | undefined {
  return typeof reference === 'number' ? draft.entities.get(reference) : findByIdentifier(draft, reference)
}

function problemOf(reference: Reference, other: Entity | undefined, required = ''): string {
  const name = JSON.stringify(reference)

  return other
    ? `Entity ${name} is of definition "${other.definition}"; the relation requires "${required}".`
    : `Entity ${name} does not exist.`
}

/** Checks that no other entity has an identifier or unique value of the entities of a file. */
export function* checkUniqueInFile(
  draft: DataDraft,
  parsed: readonly ParsedEntity[],
  failures: FailureSink,
): Sliced<void> {
  const places = yield* placesById(parsed)

  for (const { entity, place } of parsed) {
    yield
    const check = (other: Entity | undefined, member: string, what: string) => {
      if (!other || other.id === entity.id) return
      // Of two in the file, the draft finds the later one.
      const later = places.get(other.id)

      failures.add(`${later ?? place}.${member}`, `${later ? place : 'Another entity'} has the same ${what}.`)
    }

    check(findByIdentifier(draft, entity.identifier), 'identifier', 'identifier')
    for (const key of entity.uniqueValues) {
      check(draft.entities.find('propertyValue', key), 'properties', `unique value, ${key}`)
    }
  }
}

/** The related entities at each end of one relation. */
type IdSets = Partial<Record<Side, Set<number>>>

type Report = (entity: Entity, relation: string, problem: string) => void

/** Collects the ends of relations, then writes them to the entities. */
class RelationWriter {
  readonly #draft: DataDraft
  readonly #relations = new Map<number, Map<string, IdSets>>()

  constructor(draft: DataDraft) {
    this.#draft = draft
  }

  add(entityId: number, relation: string, side: Side, relatedId: number): void {
    const relations = this.#endsOf(entityId)
    const idSets = relations.get(relation) ?? {}

    ;(idSets[side] ??= new Set()).add(relatedId)
    relations.set(relation, idSets)
  }

  /**
   * Puts the entities with their relations. Where a relation allows only one related entity, the last remains, and the
   * violation is reported. Yields after each entity.
   */
  *write(report: Report): Sliced<void> {
    for (const [id, relations] of this.#relations) {
      const entity = this.#draft.entities.get(id)

      if (entity) this.#removeExcess(entity, relations, report)
      yield
    }

    for (const [id, relations] of this.#relations) {
      const entity = this.#draft.entities.get(id)

      if (entity)
        this.#draft.entities.put({ ...entity, relations: Object.fromEntries(storedEnds(relations)) })
      yield
    }
  }

  #removeExcess(entity: Entity, relations: ReadonlyMap<string, IdSets>, report: Report): void {
    for (const [name, idSets] of relations) {
      for (const side of sides) {
        const ids = [...(idSets[side] ?? [])]

        if (ids.length < 2 || !this.#isSingle(entity, name, side)) continue
        report(entity, name, `There are ${ids.length} ${side}, but the relation allows only one.`)
        for (const relatedId of ids.slice(0, -1)) this.#remove(entity.id, name, side, relatedId)
      }
    }
  }

  #isSingle({ definition: name }: Entity, relation: string, side: Side): boolean {
    const definition = this.#draft.definitions.get(name)
    const ends = definition && compileDefinition(definition).relations.get(relation)

    return ends?.find((end) => end.side === side)?.isSingle ?? false
  }

  /** Removes a reference at both ends. */
  #remove(entityId: number, relation: string, side: Side, relatedId: number): void {
    this.#endsOf(entityId).get(relation)?.[side]?.delete(relatedId)
    this.#endsOf(relatedId).get(relation)?.[opposite(side)]?.delete(entityId)
  }

  /** The relations of an entity, at first the stored ones, which it may have even if the file does not contain it. */
  #endsOf(entityId: number): Map<string, IdSets> {
    const known = this.#relations.get(entityId)

    if (known) return known

    const stored = Object.entries(this.#draft.entities.get(entityId)?.relations ?? {})
    const relations = new Map(
      stored.map(([name, ends]) => [
        name,
        Object.fromEntries(sides.flatMap((side) => (ends[side] ? [[side, new Set(ends[side])]] : []))),
      ]),
    )

    this.#relations.set(entityId, relations)

    return relations
  }
}

function storedEnds(relations: ReadonlyMap<string, IdSets>): [string, RelatedIds][] {
  return Array.from(relations, ([name, ends]) => [
    name,
    Object.fromEntries(sides.flatMap((side) => (ends[side]?.size ? [[side, [...ends[side]]]] : []))),
  ])
}
