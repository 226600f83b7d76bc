import { z } from 'zod'
import { deleteEntities, updateEntity, type Author } from '../entities/entities.ts'
import type { Entity } from '../entities/entity.ts'
import { entitiesWithIds } from '../entities/references.ts'
import { notify } from '../notifications/user-notifications.ts'
import { relatedIds } from '../relations/relations.ts'
import { withinYears } from '../shared/dates.ts'
import { InvalidRequest } from '../shared/errors.ts'
import { checked } from '../shared/validation-messages.ts'
import type { Data, DataDraft } from '../data-tables.ts'
import { endJob, jobDefinition, updateIfAllowed } from './job.ts'

/** How many targets are changed at once. Each takes a millisecond of the sandbox's clock. */
const sliceSize = 100

const Operation = z.looseObject({ $type: z.string() })

/** What a mass edit does (`Job.Configuration` of its description). */
const Configuration = z.looseObject({
  Operations: z.array(Operation).min(1),
  FinalizeOperations: z.array(Operation).default([]),
  Targets: z.array(z.int()),
})

type Perform = (draft: DataDraft, targets: readonly Entity[]) => void

interface Plan {
  readonly targets: readonly number[]
  readonly operations: readonly Perform[]
}

/** What is done with targets that exist, by the name of the operation. */
const operations: ReadonlyMap<string, Perform> = new Map([
  ['DeleteEntityOperation', deleteEntities],
  // Renditions are made for each request.
  ['RefreshRenditionsOperation', () => undefined],
])

/** Whether an entity is a mass edit that is to be run. */
export function isPendingMassEdit({ definition, properties }: Entity): boolean {
  return (
    definition === jobDefinition &&
    properties['Job.Type'] === 'MassEdit' &&
    properties['Job.State'] === 'Pending'
  )
}

/** Performs the operations of a mass edit on its next targets, and schedules those after them; not if it was stopped. */
export function runMassEdit(draft: DataDraft, job: Entity, author: Author): void {
  const isRunning = job.properties['Job.State'] === 'InProgress'
  if (!isRunning && !isPendingMassEdit(job)) return

  const plan = planOf(draft, job)

  if (typeof plan === 'string') {
    end(draft, job, author, plan)
    return
  }

  const completed = job.properties['Job.TargetsCompleted']
  const done = isRunning && typeof completed === 'number' ? Math.max(0, completed) : 0
  const targets = plan.targets.slice(done, done + sliceSize)
  const properties = {
    'Job.State': 'InProgress',
    'Job.StartedOn': done === 0 ? author.now : (job.properties['Job.StartedOn'] ?? author.now),
    'Job.TargetCount': plan.targets.length,
    'Job.TargetsCompleted': done + targets.length,
  }

  for (const perform of plan.operations) perform(draft, entitiesWithIds(draft, targets))

  const { id } = job
  const current = draft.entities.get(id)

  // It may be one of its own targets.
  if (!current) return
  if (!updateIfAllowed(draft, current, () => updateEntity(draft, current, { properties }, author))) return

  const after = draft.entities.get(id) ?? current

  if (done + targets.length >= plan.targets.length) end(draft, after, author)
  else {
    const dueAt = new Date(withinYears(Date.parse(author.now) + sliceSize)).toISOString()

    draft.scheduledJobs.put({ jobId: id, dueAt })
  }
}

function end(draft: DataDraft, job: Entity, author: Author, reason?: string): void {
  const isSuccess = reason === undefined
  const type = isSuccess ? 'MassEditJobCompleted' : 'MassEditJobFailed'

  endJob(draft, job, { isSuccess, reason }, author)
  notify(draft, { type, userId: job.createdBy, parameters: { JobId: job.id } }, author)
}

/** By configuration, which does not change, so that each part of a job need not read the targets of all. */
const plans = new WeakMap<object, Plan>()

/** The targets and operations of a mass edit, or why it has none. */
function planOf(data: Data, job: Entity): Plan | string {
  const [descriptionId] = relatedIds(job, 'JobToJobDescription', 'children')
  const value = data.entities.get(descriptionId ?? 0)?.properties['Job.Configuration']

  if (value == null) {
    return 'It has no configuration: relate an M.JobDescription with a Job.Configuration by JobToJobDescription.'
  }

  const known = typeof value === 'object' ? plans.get(value) : undefined
  if (known) return known

  try {
    const { Operations, FinalizeOperations, Targets } = checked(Configuration, value)
    const plan = {
      targets: [...new Set(Targets)],
      operations: [...Operations, ...FinalizeOperations].map(({ $type }) => operationOf($type)),
    }

    if (typeof value === 'object') plans.set(value, plan)

    return plan
  } catch (error) {
    if (!(error instanceof InvalidRequest)) throw error

    return Object.entries(error.failures)
      .map(([place, message]) => `Job.Configuration.${place}: ${message}`)
      .join('\n')
  }
}

/** @param type a type of .NET: `Namespace.DeleteEntityOperation, Assembly` */
function operationOf(type: string) {
  const name = type.split(',', 1)[0]?.split('.').at(-1)?.trim() ?? ''
  const operation = operations.get(name)

  if (operation) return operation

  throw new InvalidRequest({
    Operations: `There is no operation "${name.slice(0, 100)}" in the sandbox. Available: ${[...operations.keys()].join(', ')}.`,
  })
}
