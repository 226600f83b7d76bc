import { compileDefinition, opposite, sides, type Side } from '../definitions/compiled-definition.ts'
import type { Entity, RelatedIds } from '../entities/entity.ts'
import type { Sliced } from '../shared/slices.ts'
import type { DataDraft } from '../tables.ts'

/** The related entities at each end of one relation. */
type IdSets = Partial<Record<Side, Set<number>>>

type Report = (entity: Entity, relation: string, problem: string) => void

/** Collects the ends of relations, then writes them to the entities. */
export class RelationWriter {
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
