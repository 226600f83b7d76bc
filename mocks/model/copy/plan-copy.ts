import { type FailureSink, FailureList } from '../shared/errors.ts'
import { uniqueValueKey, cultureCode } from '../entities/properties.ts'
import { type Pair, findPairs, type NewId } from './pairs.ts'
import { compiledDefinitionOf } from '../definitions/compiled-definition.ts'
import type { Entity } from '../entities/entity.ts'
import { hasSameRelations } from '../relations/relations.ts'
import type { Data, DataDraft } from '../tables.ts'
import { OptionsResolver } from './resolved-options.ts'
import type { CopyOptions } from './copy-options.ts'
import { planProperties, type PropertyContext, type PropertyStep, withProperties } from './plan-properties.ts'
import { planRelations, type RelationStep } from './plan-relations.ts'
import { freshIdentifier, modified, type Author } from '../entities/entities.ts'
import type { JobType } from '../statistics/job.ts'

/** The effects on one target. */
export interface PlannedCopy {
  readonly pair: Pair
  readonly properties: readonly PropertyStep[]
  readonly relations: readonly RelationStep[]
}

/** All effects of a copy request. */
export interface CopyPlan {
  /** The targets, the first for the source in the request. */
  readonly copies: readonly [PlannedCopy, ...PlannedCopy[]]
  /** Other entities whose end of a relation changes. */
  readonly neighbours: readonly { readonly before: Entity; readonly after: Entity }[]
  /** Every planned record by id, also of related entities that end up unchanged. */
  readonly records: ReadonlyMap<number, Entity>
}

/**
 * Computes the effects of a copy request (interface 4.3.1). Changes nothing, unless `newId` does.
 *
 * @param newId returns the ids of the copies
 * @throws {InvalidRequest} with every problem, by its JSON path
 */
export function planCopy(
  data: Data,
  source: Entity,
  options: CopyOptions,
  { culture, newId }: { readonly culture: string | undefined; readonly newId: NewId },
): CopyPlan {
  const failures = new FailureList()

  if (culture !== undefined && !cultureCode.test(culture)) {
    failures.add('culture', `"${culture.slice(0, 100)}" is not a culture code such as "en-US".`)
  }

  const context: PropertyContext = { data, culture, failures }
  const resolved = new OptionsResolver(data, failures).read(
    options,
    compiledDefinitionOf(data, source.definition),
  )
  const pairs = findPairs(data, source, resolved, { newId, failures })
  const steps = Array.from(pairs.values(), (pair) => ({ pair, properties: planProperties(pair, context) }))
  const targets = new Map(
    steps.map(({ pair, properties }) => [pair, withProperties(pair, properties, context)]),
  )
  const relations = planRelations(data, pairs, targets, failures)

  checkUniqueAmong(targets, failures)
  failures.throwIfAny()

  const copies = steps.map((step) => ({ ...step, relations: relations.stepsOf(step.pair) }))
  const [first, ...others] = copies

  if (!first) throw new Error(`Failed to copy entity ${source.id}: the plan has no target.`)

  const ids = new Set(copies.map(({ pair }) => pair.id))
  const neighbours = Array.from(relations.records.values()).flatMap((after) => {
    const before = ids.has(after.id) ? undefined : data.entities.get(after.id)

    return before && !hasSameRelations(before, after) ? [{ before, after }] : []
  })

  return { copies: [first, ...others], neighbours, records: relations.records }
}

/**
 * Executes a plan on the data for which it was made. Only versions, authors, times and the identifiers of copies are
 * added here.
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
  const saved = modified({ ...record, version: existing?.version ?? 0 }, author)

  if (existing) return saved

  return {
    ...saved,
    createdOn: author.now,
    createdBy: author.userId,
    identifier: freshIdentifier(data, author),
  }
}

/** Records a job in the same change; its user is notified. */
export function recordJob(
  draft: DataDraft,
  job: { type: JobType; entities: number },
  by: { userId: number; now: string },
): void {
  draft.jobs.put({
    ...job,
    id: draft.sequences.next('job', (number) => draft.jobs.has(number)),
    createdOn: by.now,
    createdBy: by.userId,
  })
}

/** Adds a failure for each unique value that two targets would share. */
function checkUniqueAmong(targets: ReadonlyMap<Pair, Entity>, failures: FailureSink): void {
  const owners = new Map<string, Pair>()

  for (const [pair, target] of targets) {
    for (const property of pair.compiled.properties.values()) {
      const value = property.is_unique ? target.properties[property.name] : undefined
      const path = pair.options.properties.get(property.name)?.path

      if (value === undefined || path === undefined) continue
      const key = uniqueValueKey(target.definition, property.name, value)
      const owner = owners.get(key)

      if (owner) {
        failures.add(
          path,
          `"${property.name}" is unique, and would be the same for the copies of ${owner.source.id} and ${pair.source.id}.`,
        )
      }
      owners.set(key, pair)
    }
  }
}
