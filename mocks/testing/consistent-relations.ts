import { expect } from 'vitest'
import type { Data } from '../model/tables.ts'

/** Expects every reference to be to an existing entity, which refers back, and no reference to occur twice. */
export function expectConsistentRelations(data: Data): void {
  expect([...problemsOf(data)]).toEqual([])
}

function* problemsOf(data: Data): Generator<string> {
  for (const { id, relations } of data.entities.all()) {
    for (const [name, { parents = [], children = [] }] of Object.entries(relations)) {
      const of = (other: number) => data.entities.get(other)?.relations[name]

      if (!parents.every((parent) => of(parent)?.children?.includes(id))) yield `${name} of ${id}: a parent`
      if (!children.every((child) => of(child)?.parents?.includes(id))) yield `${name} of ${id}: a child`
      if (new Set(parents).size < parents.length) yield `${name} of ${id}: a parent twice`
      if (new Set(children).size < children.length) yield `${name} of ${id}: a child twice`
    }
  }
}
