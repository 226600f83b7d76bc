import { findByIdentifier } from '../../model/entities/references.ts'
import { uniqueValueKey } from '../../model/entities/properties.ts'
import { propertyMembersOf } from '../../model/definitions/compiled-definition.ts'
import type { Sliced } from '../../model/shared/slices.ts'
import type { DataDraft } from '../../model/tables.ts'
import type { ImportNotes } from '../summary.ts'
import type { ExternalEntity, ExternalReference } from './external-entity.ts'

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
    const known = this.#known(entity)

    if (known) known.records.push(entity)

    const identity: Identity = known ?? {
      id: this.#idFor(entity, counterpartId, notes),
      records: [entity],
    }

    if (!known) {
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
