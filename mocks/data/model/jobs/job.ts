import { updateEntity, type Author } from '../entities/entities.ts'
import type { Entity } from '../entities/entity.ts'
import { InvalidRequest } from '../shared/errors.ts'
import type { DataDraft } from '../data-tables.ts'

/** The definition of jobs; the id of a job is that of its entity. */
export const jobDefinition = 'M.Job'

/** Ends a job at the time of the author. @param reason why it failed, which becomes its description */
export function endJob(
  draft: DataDraft,
  job: Entity,
  { isSuccess, reason }: { isSuccess: boolean; reason?: string | undefined },
  author: Author,
): void {
  const properties = {
    'Job.State': 'Completed',
    'Job.StartedOn': job.properties['Job.StartedOn'] ?? author.now,
    'Job.Condition': isSuccess ? 'Success' : 'Failed',
    'Job.CompletedOn': author.now,
    ...(reason === undefined ? {} : { 'Job.Description': reason }),
  }

  updateIfAllowed(draft, job, () => updateEntity(draft, job, { properties }, author))
}

/**
 * Updates an entity if its definition still allows it. Jobs run before any request is handled, so an error would make
 * every further request fail.
 */
export function updateIfAllowed(draft: DataDraft, entity: Entity, update: () => void): boolean {
  try {
    update()

    return true
  } catch (error) {
    if (!(error instanceof InvalidRequest)) throw error
    draft.entities.put(entity)

    return false
  }
}
