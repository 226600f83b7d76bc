import { type FailureSink, FailureList } from '../shared/errors.ts'
import { uniqueValueKey, cultureCode } from '../entities/properties.ts'
import { type Pair, type Pairs, findPairs, type NewId } from './pairs.ts'
import { compiledDefinitionOf } from '../definitions/compiled-definition.ts'
import type { Entity } from '../entities/entity.ts'
import { hasSameRelations } from '../relations/relations.ts'
import type { Data, DataDraft } from '../data-tables.ts'
import type { Warn } from '../shared/warnings.ts'
import { OptionsReader } from './options-reader.ts'
import { type CopyOptions, defaultPropertyMethod } from './copy-options.ts'
import type { EntityFiles } from '../files/file.ts'
import { planProperties, type PropertyContext, type PropertyPlan, checkedTarget } from './plan-properties.ts'
import { planRelations, type RelationPlan } from './plan-relations.ts'
import { freshIdentifier, nextVersionOf, type Author } from '../entities/entities.ts'

/** The effects on one target. */
export interface PlannedCopy {
  readonly pair: Pair
  /** The target after the copy, before its stamp: with the version and authors of what it replaces, or of the source. */
  readonly unstamped: Entity
  readonly properties: readonly PropertyPlan[]
  readonly relations: readonly RelationPlan[]
  /** The uploaded files of the target after the copy. */
  readonly files: EntityFiles | undefined
}

/** All effects of a copy request. */
export interface CopyPlan {
  /** The targets, the first for the source in the request. */
  readonly copies: readonly [PlannedCopy, ...PlannedCopy[]]
  /** Other entities whose end of a relation changes. */
  readonly affected: readonly { readonly before: Entity; readonly after: Entity }[]
}

/** What a plan takes from the request, besides its options. */
interface CopyContext {
  readonly culture: string | undefined
  /** Returns the ids of the copies. */
  readonly newId: NewId
  /** Called for what differs from the interface. */
  readonly warn?: Warn
}

/**
 * Computes the effects of a copy request (interface 4.3.1). Changes nothing, unless `newId` does.
 *
 * @throws {InvalidRequest} with every problem, by its JSON path
 */
export function planCopy(
  data: Data,
  requestedSource: Entity,
  options: CopyOptions,
  { culture, newId, warn = () => {} }: CopyContext,
): CopyPlan {
  const failures = new FailureList()

  if (culture !== undefined && !cultureCode.test(culture)) {
    failures.add('culture', `"${culture.slice(0, 100)}" is not a culture code such as "en-US".`)
  }

  const resolved = new OptionsReader(data, { failures, warn }).read(
    options,
    compiledDefinitionOf(data, requestedSource.definition),
  )
  const pairs = findPairs(data, requestedSource, resolved, { newId, failures })
  const context: PropertyContext = { data, culture, failures, warn, reserved: newValueKeys(pairs) }
  const targets = Array.from(pairs.values(), (pair) => {
    const properties = planProperties(pair, context)

    return { pair, properties, unstamped: checkedTarget(pair, properties, context) }
  })
  const { plannedEntities, plansOf } = planRelations(data, pairs, targets, failures)

  checkUniqueAmong(targets, failures)
  failures.throwIfAny()

  const copies = targets.map((target) => ({
    ...target,
    unstamped: plannedEntities.get(target.pair.targetId) ?? target.unstamped,
    relations: plansOf(target.pair),
    files: filesAfter(data, target.pair),
  }))
  const [first, ...others] = copies

  if (!first) throw new Error(`Failed to copy entity ${requestedSource.id}: the plan has no target.`)

  const ids = new Set(copies.map(({ pair }) => pair.targetId))
  const affected = Array.from(plannedEntities.values()).flatMap((after) => {
    const before = ids.has(after.id) ? undefined : data.entities.get(after.id)

    return before && !hasSameRelations(before, after) ? [{ before, after }] : []
  })

  return { copies: [first, ...others], affected }
}

/**
 * Executes a plan on the data for which it was made. Only versions, authors, times and the identifiers of copies are
 * added here.
 *
 * @returns the target of the source in the request
 */
export function executeCopy(draft: DataDraft, plan: CopyPlan, author: Author): Entity {
  const [first, ...others] = plan.copies
  const target = save(draft, first, author)

  for (const copy of others) save(draft, copy, author)
  for (const { after } of plan.affected) draft.entities.put(after)

  return target
}

/** Puts the record with version, author and time, and the identifier of a new entity. */
function save(draft: DataDraft, { unstamped, files, pair }: PlannedCopy, author: Author): Entity {
  const { now: createdOn, userId: createdBy } = author
  const saved = nextVersionOf({ ...unstamped, version: pair.destination?.version ?? 0 }, author)
  const entity = pair.destination
    ? saved
    : { ...saved, createdOn, createdBy, identifier: freshIdentifier(draft, author) }

  draft.entities.put(entity)
  if (files) draft.files.put(files)
  else draft.files.delete(entity.id)

  return entity
}

/** The main file goes with its property: there is none after Remove and Overwrite. Only others replace the alternatives. */
function filesAfter(data: Data, { source, targetId, options }: Pair): EntityFiles | undefined {
  const { method = defaultPropertyMethod } = options.properties.get('FileProperties') ?? {}
  const before = data.files.get(targetId)

  if (method === 'Ignore') return before

  const files = method === 'Keep' ? data.files.get(source.id) : undefined
  const alternatives = files?.alternatives ?? before?.alternatives

  return files || alternatives ? { ...files, entityId: targetId, alternatives } : undefined
}

/** Adds a completed copy, which the status counts among the jobs, in the same change; its user is notified. */
export function addCompletedCopy(draft: DataDraft, count: number, by: Pick<Author, 'userId' | 'now'>): void {
  draft.jobs.put({
    type: 'EntityCopy',
    entities: count,
    id: draft.sequences.next('job', (number) => draft.jobs.has(number)),
    createdOn: by.now,
    createdBy: by.userId,
  })
}

/** The keys of the values that options set. */
function newValueKeys(pairs: Pairs): Set<string> {
  const keys = new Set<string>()

  for (const { source, options } of pairs.values()) {
    for (const [name, { newValue }] of options.properties) {
      if (newValue) keys.add(uniqueValueKey(source.definition, name, newValue.value))
    }
  }

  return keys
}

/** Adds a failure for each unique value that two targets would share. */
function checkUniqueAmong(
  targets: readonly Pick<PlannedCopy, 'pair' | 'unstamped'>[],
  failures: FailureSink,
): void {
  const owners = new Map<string, Pair>()

  for (const { pair, unstamped } of targets) {
    for (const property of pair.compiled.properties.values()) {
      const value = property.is_unique ? unstamped.properties[property.name] : undefined
      const path = pair.options.properties.get(property.name)?.path

      if (value === undefined || path === undefined) continue
      const key = uniqueValueKey(unstamped.definition, property.name, value)
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
