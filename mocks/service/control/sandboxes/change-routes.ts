import { z } from 'zod'
import type { BodyCall, Call, QueryCall } from '../../http/call.ts'
import { ErrorBody, reply, type Route } from '../../http/declare-route.ts'
import { json, type Reply, noContent } from '../../http/replies/reply.ts'
import type { Entity } from '../../../data/model/entities/entity.ts'
import { titleOf } from '../../../data/model/entities/title.ts'
import { ApiError } from '../../../data/model/shared/errors.ts'
import { Timestamp } from '../../../data/model/shared/json.ts'
import type { Sliced } from '../../../data/model/shared/slices.ts'
import type { HistoryEntry } from '../../../sandbox/state/history.ts'
import { changeKinds, ChangeSet } from '../../../data/store/change-set.ts'
import { get, post } from '../control-route.ts'
import type { DataState, tables } from '../../../data/model/data-tables.ts'
import { EntityMessage, entityChanges } from '../../../data/model/messages/message.ts'
import { flag, optionalBody } from '../../http/declare-request.ts'

/** Numbers of records. */
const TableDifference = z.object({ added: z.int(), changed: z.int(), removed: z.int() })

/** By table, without unchanged tables. */
export const Differences = z.record(z.string(), TableDifference)
export type Differences = z.infer<typeof Differences>

const Steps = z.object({
  undo: z.int(),
  redo: z.int(),
  discarded: z
    .int()
    .describe(
      'Number of changes that were evicted because what all sandboxes keep besides the data took too much memory.',
    ),
})
const StepResult = z.object({ sequence: z.int(), at: Timestamp, steps: Steps })

/** Most entities of a change that are told of. */
const messageLimit = 200

const ChangeResource = z.object({
  sequence: z.int(),
  at: Timestamp,
  kind: z.enum(changeKinds),
  by: z.string().nullable().describe('Name of the user who requested it.'),
  is_undone: z.boolean(),
  changes: Differences,
  titles: z
    .array(z.string())
    .describe(
      'Titles of up to three deleted entities; if none was deleted, of created ones, else of changed ones. Of a change of the health, the paths of the components.',
    ),
  messages: z
    .array(EntityMessage)
    .optional()
    .describe(`What it did to entities, as receivers are told: the first ${messageLimit} of them.`),
})
type ChangeResource = z.infer<typeof ChangeResource>

const ChangeList = z.object({ items: z.array(ChangeResource), steps: Steps })
export type ChangeList = z.infer<typeof ChangeList>

const titleLimit = 3

const changesQuery = { messages: flag('Whether to tell what each did to entities.') }

/** The changes that can be undone and redone. */
export const changes: Route[] = [
  get('/__sandbox/changes', listChanges, {
    description:
      'Lists the changes that can be redone, then those that can be undone. The next change to undo is the first with `is_undone: false`.',
    query: changesQuery,
    replies: {
      200: reply('The changes, the latest first.', ChangeList),
    },
  }),
  post('/__sandbox/undo', (call) => step(call, 'undo'), {
    description: 'Undoes the latest change.',
    replies: {
      200: reply('The change that was undone, and how many are left.', StepResult),
      409: reply('There is nothing to undo.', ErrorBody),
    },
  }),
  post('/__sandbox/redo', (call) => step(call, 'redo'), {
    description: 'Redoes the change that was undone last.',
    replies: {
      200: reply('The change that was redone, and how many are left.', StepResult),
      409: reply('There is nothing to redo.', ErrorBody),
    },
  }),
]

function* listChanges({ sandbox, query }: QueryCall<typeof changesQuery>): Sliced<Reply> {
  const { done, undone } = sandbox.history
  const items: ChangeResource[] = []
  const told = query.messages ? sandbox.id : undefined

  for (const entry of undone) items.push(yield* changeResource(entry, { isUndone: true, told }))
  for (const entry of done.toReversed()) items.push(yield* changeResource(entry, { isUndone: false, told }))

  return json({ items, steps: sandbox.history.steps() })
}

/** @param told the id of the sandbox, if it is told what the change did to entities */
function* changeResource(
  { sequence, at, change }: HistoryEntry,
  { isUndone, told }: { isUndone: boolean; told: string | undefined },
): Sliced<ChangeResource> {
  const { kind, by = null } = change.cause
  const messages: EntityMessage[] = []

  for (const { message } of told === undefined ? [] : entityChanges(change, told, at)) {
    if (messages.push(message) === messageLimit) break
    yield
  }

  return {
    sequence,
    at,
    kind,
    by,
    is_undone: isUndone,
    changes: changeCounts(change),
    titles: changedTitles(change),
    ...(told === undefined ? {} : { messages }),
  }
}

function changedTitles({ changes, before, after }: HistoryEntry['change']): string[] {
  const entityChanges = changes.filter(({ table }) => table === 'entities')

  if (entityChanges.length === 0) return componentNames(changes)

  const ranks = [
    entityChanges.filter((each) => each.after === undefined),
    entityChanges.filter((each) => each.before === undefined),
    entityChanges.filter((each) => each.before && each.after),
  ]

  return (ranks.find((each) => each.length > 0) ?? []).slice(0, titleLimit).map((each) => {
    const data = each.after ? after.tables : before.tables

    return titleOf(data, (each.after ?? each.before) as Entity) // a record of the table of entities
  })
}

/** The paths of the first components that were set or reset. */
function componentNames(changes: Changes['changes']): string[] {
  return changes
    .filter(({ table }) => table === 'components')
    .slice(0, titleLimit)
    .map(({ key }) => String(key) || 'service')
}

async function step(call: Call, kind: 'undo' | 'redo'): Promise<Reply> {
  const { entry, steps } = call.sandbox.undoOrRedo(kind, call.userName)

  await call.sandbox.whenStored

  if (!entry) throw new ApiError(409, `There is nothing to ${kind} in this sandbox.`)

  return json({ sequence: entry.sequence, at: entry.at, steps })
}

/** The difference between two states. In slices: after an import, all records are others, if with the same content. */
export function* differenceOf(before: DataState, after: DataState): Sliced<Differences> {
  const differing: Changes['changes'][number][] = []

  for (const change of new ChangeSet(before, after, { kind: 'restore' }).changes) {
    if (JSON.stringify(change.before) !== JSON.stringify(change.after)) differing.push(change)
    yield
  }

  return changeCounts({ changes: differing })
}

type Changes = Pick<ChangeSet<typeof tables>, 'changes'>

/** How many records were added, changed and removed. */
function changeCounts({ changes }: Changes): Differences {
  const difference: Differences = {}

  for (const { table, before, after } of changes) {
    const counts = (difference[table] ??= { added: 0, changed: 0, removed: 0 })

    if (before === undefined) counts.added += 1
    else if (after === undefined) counts.removed += 1
    else counts.changed += 1
  }

  return difference
}

const ResetInput = z.object({
  /** Another seed to generate the data from. */
  seed: z.int().optional(),
  /** Whether the clock is reset too. */
  clock: z.boolean().optional(),
})

export const reset: Route[] = [
  get('/__sandbox/reset', readReset, {
    description: 'Returns what a reset with the current seed would change.',
    replies: {
      200: reply('Numbers of records, by table.', z.object({ seed: z.int(), changes: Differences })),
    },
  }),
  post('/__sandbox/reset', resetSandbox, {
    description:
      'Resets the sandbox to its baseline, in constant time unless a different seed requires new data.',
    body: optionalBody(ResetInput),
    replies: { 204: reply('The sandbox was reset.') },
  }),
]

function* readReset(call: Call): Sliced<Reply> {
  const { data, control, checkpoints } = call.stateForRequest

  return json({ seed: control.seed, changes: yield* differenceOf(data, checkpoints.baseline.data) })
}

async function resetSandbox(call: BodyCall<typeof ResetInput>): Promise<Reply> {
  const { seed, clock } = call.body

  await call.sandbox.reset({ seed, clock, by: call.userName })
  // It is no longer said that an expired sandbox had the same id.
  call.sandbox.predecessor = undefined

  return noContent()
}
