import { z } from 'zod'
import type { Links } from '../../http/replies/links.ts'
import type { Entity } from '../../model/entities/entity.ts'
import type { FetchJobData } from '../../model/jobs/fetch-job.ts'
import { Labels, Link } from '../../model/shared/json.ts'

const progress = {
  state_description: Labels,
  state: z.string(),
  condition: z.enum(['Pending', 'Success', 'Failure']),
  started_on: z.string().nullable(),
  completed_on: z.string().nullable(),
  self: Link,
}

/** A job that fetches files for an asset. The public documentation calls its files both `files` and `targets`. */
export const FetchJobResource = z
  .object({
    owner: Link,
    asset: Link,
    file_count: z.int(),
    files_completed: z.int(),
    files: Link,
    targets: Link,
    ...progress,
  })
  .meta({ id: 'FetchJob' })
export type FetchJobResource = z.infer<typeof FetchJobResource>

/** One file of a fetch job. */
export const FetchedFile = z.object({ job: Link, ...progress }).meta({ id: 'FetchedFile' })
export type FetchedFile = z.infer<typeof FetchedFile>

export function fetchJobResource(
  job: Entity,
  { asset, files }: FetchJobData,
  links: Links,
): FetchJobResource {
  const address = `/api/fetchjobs/${job.id}`
  const progress = progressOf(job)

  return {
    owner: links.entity(job.createdBy),
    asset: links.entity(asset),
    file_count: files.length,
    files_completed: progress.condition === 'Success' ? files.length : 0,
    files: links.to(`${address}/files`),
    targets: links.to(`${address}/files`),
    ...progress,
    self: links.to(address),
  }
}

/** @param index of the file in the job, from 0; its id is one more */
export function fetchedFile(job: Entity, index: number, links: Links): FetchedFile {
  const address = `/api/fetchjobs/${job.id}`

  return {
    job: links.to(address),
    ...progressOf(job),
    self: links.to(`${address}/files/${index + 1}`),
  }
}

const conditions: Readonly<Record<string, 'Success' | 'Failure'>> = { Success: 'Success', Failed: 'Failure' }

function progressOf({ properties }: Entity) {
  const text = (name: string) => {
    const value = properties[name]

    return typeof value === 'string' ? value : null
  }

  return {
    state_description: {},
    state: text('Job.State') ?? 'Created',
    condition: conditions[text('Job.Condition') ?? ''] ?? ('Pending' as const),
    started_on: text('Job.StartedOn'),
    completed_on: text('Job.CompletedOn'),
  }
}
