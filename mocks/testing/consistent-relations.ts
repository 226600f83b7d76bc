import { expect } from 'vitest'
import type { Data } from '../model/tables.ts'

/** Expects every reference to be to an existing entity, which refers back, and no reference to occur twice. */
export function expectConsistentRelations(data: Data): void {
  for (const { id, relations } of data.entities.all()) {
    for (const [name, { parents = [], children = [] }] of Object.entries(relations)) {
      for (const parent of parents) {
        expect(data.entities.get(parent)?.relations[name]?.children, `${name} of ${id}`).toContain(id)
      }
      for (const child of children) {
        expect(data.entities.get(child)?.relations[name]?.parents, `${name} of ${id}`).toContain(id)
      }
      expect(new Set(parents).size, `${name} of ${id}`).toBe(parents.length)
      expect(new Set(children).size, `${name} of ${id}`).toBe(children.length)
    }
  }
}
