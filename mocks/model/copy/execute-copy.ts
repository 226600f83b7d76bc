import { freshIdentifier, type Author } from '../entities/entities.ts'
import type { Entity, RelationEnds } from '../entities/entity.ts'
import type { Data, DataDraft } from '../tables.ts'
import { copiedId, type Pair } from './pairs.ts'
import type { CopyPlan } from './plan-copy.ts'

/**
 * Carries out a plan, on the data that it was made from. Copies get ids and identifiers of their own; everything
 * else is as the plan says.
 *
 * @returns the target of the request's own source
 */
export function executeCopy(draft: DataDraft, plan: CopyPlan, author: Author): Entity {
  const ids = new Map<number, number>()

  for (const { pair } of plan.copies) {
    if (pair.existing) continue
    ids.set(
      pair.id,
      draft.numbers.next('entity', (number) => draft.entities.has(number)),
    )
  }

  const save = (pair: Pair): Entity => {
    const record = plan.records.get(pair.id)

    if (!record) throw new Error(`Failed to copy entity ${pair.source.id}: the plan has no record for it.`)

    const entity = signed(draft, withIds(record, ids), pair, author)

    draft.entities.put(entity)

    return entity
  }

  const target = save(plan.copies[0].pair)

  for (const { pair } of plan.copies.slice(1)) save(pair)
  for (const { before, after } of plan.neighbours) draft.entities.put(withIds(after, ids, before))

  return target
}

/** Puts ids in the place of stand-ins. Lists that are those of the record before have none. */
function withIds(record: Entity, ids: ReadonlyMap<number, number>, before?: Entity): Entity {
  const real = (id: number): number => (copiedId(id) === undefined ? id : (ids.get(id) ?? id))
  const relations = Object.entries(record.relations).map(([name, { parents, children }]) => {
    const ends: RelationEnds = {
      ...(parents && { parents: parents === before?.relations[name]?.parents ? parents : parents.map(real) }),
      ...(children && {
        children: children === before?.relations[name]?.children ? children : children.map(real),
      }),
    }

    return [name, ends]
  })

  return { ...record, id: real(record.id), relations: Object.fromEntries(relations) }
}

/** Says who saved a target, and when. */
function signed(data: Data, record: Entity, { existing }: Pair, author: Author): Entity {
  const modified = { modifiedOn: author.now, modifiedBy: author.userId }

  if (existing) return { ...record, ...modified, version: existing.version + 1 }

  const created = { createdOn: author.now, createdBy: author.userId, version: 1 }

  return { ...record, ...modified, ...created, identifier: freshIdentifier(data, author) }
}
