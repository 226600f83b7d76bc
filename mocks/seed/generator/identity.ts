import type { EntityDefinition } from '../../model/definitions/definition.ts'
import type { Entity } from '../../model/entities/entity.ts'
import { hashOf, type RandomStream } from '../../model/shared/random-stream.ts'
import { momentAfter, momentWithin } from './dates.ts'

const slots = 1024
const idsPerChunk = 1000

/** Where the fixed entities are. */
export const fixedSlot = 0

/**
 * Ids depend on the definition and the index alone: each definition owns a slot of 1,000 ids, and the same slot
 * again 1,024,000 further on.
 */
export function idOf(slot: number, index: number): number {
  const chunk = Math.floor(index / idsPerChunk)

  return (chunk * slots + slot) * idsPerChunk + (index % idsPerChunk)
}

/** The slot that an id is in. */
export function slotOf(id: number): number {
  return Math.floor(id / idsPerChunk) % slots
}

/** The identifier, version and audit fields of an entity, which depend on its place in the seed only. */
type Audit = Pick<Entity, 'identifier' | 'version' | 'createdOn' | 'createdBy' | 'modifiedOn' | 'modifiedBy'>

const writers = [6, 7, 7, 7]

/** The creation of a record, drawn first from its stream. */
export function auditFrom(stream: RandomStream): Audit {
  const identifier = stream.text(22)
  const createdOn = momentWithin(stream, -3 * 365, -1)
  const createdBy = stream.pick(writers)
  const version = stream.pick([1, 1, 1, 2, 2, 3, 4, 7])
  const modified = version > 1

  return {
    identifier,
    version,
    createdOn,
    createdBy,
    modifiedOn: modified ? momentAfter(stream, createdOn) : createdOn,
    modifiedBy: modified ? stream.pick(writers) : createdBy,
  }
}

/** The slot of each definition, by name: its own id when that is small enough, else a hash of its name. */
export function assignSlots(definitions: readonly EntityDefinition[]): Map<string, number> {
  if (definitions.length >= slots) {
    throw new Error(`Failed to seed ${definitions.length} definitions: at most ${slots - 1} are possible.`)
  }

  const used = new Set([fixedSlot])
  const assigned = new Map<string, number>()
  for (const { id, name } of [...definitions].sort((one, other) => one.id - other.id)) {
    let slot = id < slots ? id : hashOf(name) % slots
    while (used.has(slot)) slot = (slot + 1) % slots
    used.add(slot)
    assigned.set(name, slot)
  }

  return assigned
}
