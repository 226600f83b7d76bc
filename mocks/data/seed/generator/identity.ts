import type { EntityDefinition } from '../../model/definitions/definition.ts'
import type { Entity } from '../../model/entities/entity.ts'
import { InvalidRequest } from '../../model/shared/errors.ts'
import { createStream, hashOf, type RandomStream } from '../../model/shared/random.ts'
import { momentAfter, momentWithin } from './random-dates.ts'

const slotCount = 1024
const idsPerChunk = 1000

const fixedSlot = 0

/**
 * The id of an entity, which depends only on its definition and index: each definition has a slot of 1,000 ids, and
 * 1,000 more after every 1,024,000.
 */
export function idOf(slot: number, index: number): number {
  const chunk = Math.floor(index / idsPerChunk)

  return (chunk * slotCount + slot) * idsPerChunk + (index % idsPerChunk)
}

/** The members of an entity that depend only on the seed, its definition and its index. */
type Audit = Pick<Entity, 'identifier' | 'version' | 'createdOn' | 'createdBy' | 'modifiedOn' | 'modifiedBy'>

const userIds = [6, 7, 7, 7]

/** Draws these members, before any other value, from the stream of a record. */
export function auditFrom(stream: RandomStream): Audit {
  const identifier = stream.text(22)
  const createdOn = momentWithin(stream.next(), -3 * 365, -1)
  const createdBy = stream.pick(userIds)
  const version = stream.pick([1, 1, 1, 2, 2, 3, 4, 7])
  const isModified = version > 1

  return {
    identifier,
    version,
    createdOn,
    createdBy,
    modifiedOn: isModified ? momentAfter(stream.next(), createdOn) : createdOn,
    modifiedBy: isModified ? stream.pick(userIds) : createdBy,
  }
}

/** Clears these members of a generated entity: they are a third of what a page would load, since they hardly compress. */
export function withoutAudit(entity: Entity): Entity {
  const cleared: Audit = {
    identifier: '',
    version: 0,
    createdOn: '',
    createdBy: 0,
    modifiedOn: '',
    modifiedBy: 0,
  }

  return isFixed(entity) ? entity : { ...entity, ...cleared }
}

/** The reverse of `withoutAudit()`. */
export function withAudit(entity: Entity, seed: number): Entity {
  const chunk = Math.floor(entity.id / idsPerChunk / slotCount)
  const index = chunk * idsPerChunk + (entity.id % idsPerChunk)

  return isFixed(entity) ? entity : { ...entity, ...auditFrom(createStream(seed, entity.definition, index)) }
}

function isFixed({ id }: Entity): boolean {
  return Math.floor(id / idsPerChunk) % slotCount === fixedSlot
}

/**
 * The slots of definitions, by name: the id if that is small, else a hash of the name. If it is taken by a definition with
 * a lower id, the next free slot: the only case in which another definition changes the ids of entities.
 */
export function assignSlots(definitions: readonly EntityDefinition[]): Map<string, number> {
  if (definitions.length >= slotCount) {
    throw new InvalidRequest({
      definitions: `Expected at most ${slotCount - 1} definitions, those of the system included, not ${definitions.length}.`,
    })
  }

  const used = new Set([fixedSlot])
  const assigned = new Map<string, number>()
  for (const { id, name } of [...definitions].sort((one, other) => one.id - other.id)) {
    let slot = id < slotCount ? id : hashOf(name) % slotCount
    while (used.has(slot)) slot = (slot + 1) % slotCount
    used.add(slot)
    assigned.set(name, slot)
  }

  return assigned
}
