import { compileDefinition, sides, type Side } from '../definitions/compiled-definition.ts'
import type { RelatedIds } from '../entities/entity.ts'
import type { Sliced } from '../shared/slices.ts'
import type { DataDraft } from '../tables.ts'

/** The related entities at each end of one relation. */
type IdSets = Partial<Record<Side, Set<number>>>

/** Collects the ends of relations, then writes them to the entities. */
export class RelationWriter {
  readonly #draft: DataDraft
  readonly #lists = new Map<number, Map<string, IdSets>>()

  constructor(draft: DataDraft) {
    this.#draft = draft
  }

  add(entityId: number, relation: string, side: Side, other: number): void {
    const relations = this.#lists.get(entityId) ?? this.#existingEnds(entityId)
    const ends = relations.get(relation) ?? {}

    ;(ends[side] ??= new Set()).add(other)
    relations.set(relation, ends)
  }

  /** Puts the entities with their relations, and reports violated cardinalities. Yields after each entity. */
  *write(report: (problem: string) => void): Sliced<void> {
    for (const [id, relations] of this.#lists) {
      const entity = this.#draft.entities.get(id)
      const definition = entity && this.#draft.definitions.get(entity.definition)

      if (!entity || !definition) continue
      for (const [name, ends] of relations) {
        for (const end of compileDefinition(definition).relations.get(name) ?? []) {
          const count = ends[end.side]?.size ?? 0

          if (end.isSingle && count > 1) {
            report(
              `Entity ${id} (${entity.identifier}) has ${count} ${end.side} in "${name}", which allows only one.`,
            )
          }
        }
      }

      this.#draft.entities.put({ ...entity, relations: Object.fromEntries(storedEnds(relations)) })
      yield
    }
  }

  /** The stored relations of an entity, which may have some even if the file does not contain it. */
  #existingEnds(entityId: number): Map<string, IdSets> {
    const stored = Object.entries(this.#draft.entities.get(entityId)?.relations ?? {})
    const relations = new Map(
      stored.map(([name, ends]) => [
        name,
        Object.fromEntries(sides.flatMap((side) => (ends[side] ? [[side, new Set(ends[side])]] : []))),
      ]),
    )

    this.#lists.set(entityId, relations)

    return relations
  }
}

function storedEnds(relations: ReadonlyMap<string, IdSets>): [string, RelatedIds][] {
  return Array.from(relations, ([name, ends]) => [
    name,
    Object.fromEntries(sides.flatMap((side) => (ends[side] ? [[side, [...ends[side]]]] : []))),
  ])
}
