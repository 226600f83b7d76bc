import { findUser } from '../../model/users/users.ts'
import type { Data, DataDraft } from '../../model/data-tables.ts'
import { referenceIn, type ExternalEntity, type ExternalReference } from './external-entity.ts'
import { isObject, type JsonObject } from '../../model/shared/json.ts'
import { fixedEntities } from '../../seed/domain/fixed-entities.ts'
import type { Entity } from '../../model/entities/entity.ts'
import { findByIdentifier } from '../../model/entities/references.ts'
import { uniqueValueKey, uniqueValueIn } from '../../model/entities/properties.ts'
import { propertyMembersOf } from '../../model/definitions/compiled-definition.ts'
import type { Sliced } from '../../model/shared/slices.ts'
import type { ImportNotes } from '../import-summary.ts'

/** The users that every sandbox has, by name and id. */
const fixedUsers = new Map<unknown, number>(
  fixedEntities
    .filter(({ definition }) => definition === 'User')
    .flatMap(({ id, properties }) => [[properties.Username, id] as const, [String(id), id] as const]),
)

/** The link to a user in packages: `User:cook`. */
const userLinkPattern = /^User:(.+)$/

/** A definition or option list with ids instead of links to the fixed users, and without links to other users. */
export function withFixedUsers({ created_by, modified_by, ...others }: JsonObject): JsonObject {
  const users = Object.entries({ created_by, modified_by }).flatMap(([field, link]) => {
    const href = isObject(link) ? link.href : undefined
    const id = typeof href === 'string' ? fixedUserOf(href) : undefined

    return id === undefined ? [] : [[field, id] as const]
  })

  return { ...others, ...Object.fromEntries(users) }
}

/** The id of a fixed user, by a link with its name or id. */
function fixedUserOf(href: string): number | undefined {
  return fixedUsers.get(userLinkPattern.exec(href)?.[1] ?? String(referenceIn(href)?.id))
}

/** Returns the function that resolves links of another system to the ids of users. */
export function userResolver(data: Data, identities: Identities): (href: string) => number | undefined {
  const imported = new Map(
    identities.all.flatMap(({ id, records }) =>
      records.flatMap(({ definition, properties: { Username: name } }) =>
        definition === 'User' && typeof name === 'string' ? [[name, id] as const] : [],
      ),
    ),
  )

  return (href) => {
    const name = userLinkPattern.exec(href)?.[1]
    const reference = referenceIn(href)

    if (name !== undefined) return imported.get(name) ?? findUser(data, name)?.id

    // The users that every sandbox has need no record of their own.
    return (reference && identities.resolve(reference)) ?? fixedUserOf(href)
  }
}

/** One entity of the sandbox, and every source record that describes it. */
export interface Identity {
  readonly id: number
  readonly records: [ExternalEntity, ...ExternalEntity[]]
}

/** Maps external entities and references to entities of the sandbox. */
export class Identities {
  readonly all: Identity[] = []
  readonly #draft: DataDraft
  readonly #bySourceId = new Map<number, Identity>()
  readonly #byIdentifier = new Map<string, Identity>()
  readonly #byId = new Map<number, Identity>()

  private constructor(draft: DataDraft) {
    this.#draft = draft
  }

  static *of(draft: DataDraft, entities: readonly ExternalEntity[], notes: ImportNotes): Sliced<Identities> {
    const identities = new Identities(draft)
    const others: ExternalEntity[] = []

    // Entities that the sandbox has already come first, so that no other one gets their id.
    for (const entity of entities) {
      const counterpartId = identities.#counterpart(entity)

      if (counterpartId === undefined) others.push(entity)
      else identities.#assign(entity, counterpartId, notes)
      yield
    }
    for (const entity of others) {
      identities.#assign(entity, undefined, notes)
      yield
    }

    return identities
  }

  /** The id of the entity to which a reference of the other system leads. */
  resolve({ id, identifier }: ExternalReference): number | undefined {
    const named = identifier === undefined ? undefined : this.#byIdentifier.get(identifier)

    return (
      named?.id ??
      (id === undefined ? undefined : this.#bySourceId.get(id)?.id) ??
      (identifier === undefined ? undefined : findByIdentifier(this.#draft, identifier)?.id)
    )
  }

  #assign(entity: ExternalEntity, counterpartId: number | undefined, notes: ImportNotes): void {
    let identity = this.#known(entity)

    if (identity) identity.records.push(entity)
    else {
      identity = { id: this.#idFor(entity, counterpartId, notes), records: [entity] }
      this.all.push(identity)
      this.#byId.set(identity.id, identity)
    }
    if (entity.id !== undefined) this.#bySourceId.set(entity.id, identity)
    if (entity.identifier !== undefined) this.#byIdentifier.set(entity.identifier, identity)
  }

  /**
   * The identity of another description of the same entity. An id is unique only within one system, and the sources may
   * come from several.
   */
  #known({ id, identifier, definition }: ExternalEntity): Identity | undefined {
    const byIdentifier = identifier === undefined ? undefined : this.#byIdentifier.get(identifier)
    const byId = id === undefined ? undefined : this.#bySourceId.get(id)

    return [byIdentifier, byId].find(
      (identity) =>
        identity?.records[0].definition === definition &&
        identity.records.every(
          (other) => !other.identifier || !identifier || other.identifier === identifier,
        ),
    )
  }

  #idFor(entity: ExternalEntity, counterpartId: number | undefined, notes: ImportNotes): number {
    const isTaken = (id: number) => this.#byId.has(id) || this.#draft.entities.has(id)

    if (counterpartId !== undefined && !this.#byId.has(counterpartId)) return counterpartId
    if (entity.id !== undefined && !isTaken(entity.id)) return entity.id
    if (entity.id !== undefined) {
      notes.changed('The entity has a new id: its id is in use.', entity.place)
    }

    return this.#draft.sequences.next('entity', isTaken)
  }

  /** The same entity in the sandbox, found by its identifier or a unique value, such as the name of a user. */
  #counterpart({ identifier, definition: name, properties }: ExternalEntity): number | undefined {
    const same = identifier === undefined ? undefined : findByIdentifier(this.#draft, identifier)

    if (same?.definition === name) return same.id

    const definition = this.#draft.definitions.get(name)
    const keys = (definition ? propertyMembersOf(definition) : []).flatMap((member) => {
      const value = properties[member.name]

      return member.is_unique && value !== undefined && value !== null
        ? [uniqueValueKey(name, member.name, value)]
        : []
    })

    return keys
      .map((key) => this.#draft.entities.find('propertyValue', key)?.id)
      .find((id) => id !== undefined)
  }
}

/**
 * Where an imported entity has an identifier or unique value of another entity (one that was not imported, or an earlier
 * one), replaces the identifier and removes the value.
 */
export function* makeValuesUnique(
  draft: DataDraft,
  imported: readonly Identity[],
  identifierOf: (index: number) => string,
  notes: ImportNotes,
): Sliced<void> {
  const ids = new Set(imported.map(({ id }) => id))
  const owners = new Map<string, Entity>()
  const keep = (entity: Entity) => {
    for (const key of keysOf(entity)) owners.set(key, entity)
  }

  for (const entity of draft.entities.all()) {
    if (!ids.has(entity.id)) keep(entity)
    yield
  }

  for (const [index, { id, records }] of imported.entries()) {
    const entity = draft.entities.get(id)

    yield
    if (!entity) continue

    const duplicates = keysOf(entity).filter((key) => owners.has(key))
    const { place } = records[0]
    let { identifier } = entity
    const properties = new Map(Object.entries(entity.properties))

    for (const key of duplicates) {
      if (key === identifierKey(entity)) {
        identifier = identifierOf(index)
        notes.changed('The entity has a new identifier: its identifier is in use.', place)
      } else {
        const [, property] = uniqueValueIn(key)

        properties.delete(property)
        notes.skipped(
          `Another entity has this value of "${property}", which is unique.`,
          `${place}.${property}`,
        )
      }
    }

    const unique = {
      ...entity,
      identifier,
      properties: Object.fromEntries(properties),
      uniqueValues: entity.uniqueValues.filter((key) => !duplicates.includes(key)),
    }

    if (duplicates.length > 0) draft.entities.put(unique)
    // Restores the owners in the indexes, in which the duplicates had replaced them.
    for (const owner of new Set(duplicates.flatMap((key) => owners.get(key) ?? []))) {
      draft.entities.delete(owner.id)
      draft.entities.put(owner)
    }
    keep(unique)
  }
}

function keysOf(entity: Entity): string[] {
  return [identifierKey(entity), ...entity.uniqueValues]
}

/** Differs from the keys of unique values, which are arrays. */
function identifierKey({ identifier }: Entity): string {
  return JSON.stringify(identifier)
}
