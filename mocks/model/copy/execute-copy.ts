import { freshIdentifier, type Author } from '../entities/entities.ts'
import type { Entity } from '../entities/entity.ts'
import type { Data, DataDraft } from '../tables.ts'
import type { Pair } from './pairs.ts'
import type { CopyPlan } from './plan-copy.ts'

/**
 * Executes a plan on the data for which it was made. Only the identifiers of copies are generated here.
 *
 * @returns the target of the source in the request
 */
export function executeCopy(draft: DataDraft, plan: CopyPlan, author: Author): Entity {
  const save = (pair: Pair): Entity => {
    const record = plan.records.get(pair.id)

    if (!record) throw new Error(`Failed to copy entity ${pair.source.id}: the plan has no record for it.`)

    const entity = withAudit(draft, record, pair, author)

    draft.entities.put(entity)

    return entity
  }

  const target = save(plan.copies[0].pair)

  for (const { pair } of plan.copies.slice(1)) save(pair)
  for (const { after } of plan.neighbours) draft.entities.put(after)

  return target
}

/** The record with version, author and time, and the identifier of a new entity. */
function withAudit(data: Data, record: Entity, { existing }: Pair, author: Author): Entity {
  const modified = { modifiedOn: author.now, modifiedBy: author.userId }

  if (existing) return { ...record, ...modified, version: existing.version + 1 }

  const created = { createdOn: author.now, createdBy: author.userId, version: 1 }

  return { ...record, ...modified, ...created, identifier: freshIdentifier(data, author) }
}
