import type { EntityDefinition } from '../../model/definitions/definition.ts'
import { hashOf } from '../../model/shared/random-stream.ts'

const slots = 1024
const idsPerChunk = 1000

/**
 * Ids depend on the definition and the index alone: each definition owns a slot of 1,000 ids, and the same slot
 * again 1,024,000 further on. Slot 0, the ids below 1,000, is for the fixed entities.
 */
export function idOf(slot: number, index: number): number {
  const chunk = Math.floor(index / idsPerChunk)

  return (chunk * slots + slot) * idsPerChunk + (index % idsPerChunk)
}

/** The slot of each definition, by name: its own id when that is small enough, else a hash of its name. */
export function assignSlots(definitions: readonly EntityDefinition[]): Map<string, number> {
  if (definitions.length >= slots) {
    throw new Error(`Failed to seed ${definitions.length} definitions: at most ${slots - 1} are possible.`)
  }

  const taken = new Set<number>([0])
  const assigned = new Map<string, number>()
  for (const { id, name } of [...definitions].sort((one, other) => one.id - other.id)) {
    let slot = id < slots ? id : hashOf(name) % slots
    while (taken.has(slot)) slot = (slot + 1) % slots
    taken.add(slot)
    assigned.set(name, slot)
  }

  return assigned
}
