import { expect } from 'vitest'
import { compileDefinition, opposite } from '../data/model/definitions/compiled-definition.ts'
import type { Data } from '../data/model/data-tables.ts'

/** Expects every reference to be to an existing entity, which refers back, none twice, and no more than an end allows. */
export function expectConsistentRelations(data: Data): void {
  expect([...relationProblems(data)]).toEqual([])
}

export function* relationProblems({ entities, definitions }: Data): Generator<string> {
  for (const { id, definition, relations } of entities.all()) {
    const declared = definitions.get(definition)

    for (const [name, related] of Object.entries(relations)) {
      const ends = (declared && compileDefinition(declared).relations.get(name)) ?? []

      for (const side of ['parents', 'children'] as const) {
        const others = related[side] ?? []
        const place = `${name} of ${id}: ${side} ${others.join()}`
        const isSingle = ends.some((end) => end.side === side && end.isSingle)

        if (new Set(others).size < others.length) yield `${place}: a duplicate`
        if (isSingle && others.length > 1) yield `${place}: more than one`
        for (const other of others) {
          const back = entities.get(other)?.relations[name]?.[opposite(side)]

          if (!back?.includes(id)) yield `${place}: ${other} has no inverse reference`
        }
      }
    }
  }
}
