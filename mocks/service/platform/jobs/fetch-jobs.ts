import type { Call } from '../../http/call.ts'
import { count, paging } from '../../http/declare-request.ts'
import { reply, post, getAndHead, observed, type Route } from '../../http/declare-route.ts'
import { pagedListOf, pageOfAll } from '../../http/replies/paging.ts'
import { created, json, type Reply } from '../../http/replies/reply.ts'
import type { Entity } from '../../../data/model/entities/entity.ts'
import { entityById, entitiesOf } from '../../../data/model/entities/references.ts'
import {
  fetchJobData,
  FetchJobInput,
  startFetchJob,
  type FetchJobData,
} from '../../../data/model/jobs/fetch-job.ts'
import { jobDefinition } from '../../../data/model/jobs/job.ts'
import { NotFound } from '../../../data/model/shared/errors.ts'
import { entityId } from '../../api/entities/entity-schema.ts'
import { z } from 'zod'
import type { Links } from '../../http/replies/links.ts'
import { Labels, Link } from '../../../data/model/shared/json.ts'

const progress = {
  state_description: Labels,
  state: z.string(),
  condition: z.enum(['Pending', 'Success', 'Failure']),
  started_on: z.string().nullable(),
  completed_on: z.string().nullable(),
  self: Link,
}

/** A job that fetches files for an asset. The public documentation calls its files both `files` and `targets`. */
const FetchJobResource = z
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
type FetchJobResource = z.infer<typeof FetchJobResource>

const FetchedFile = z.object({ job: Link, ...progress }).meta({ id: 'FetchedFile' })
type FetchedFile = z.infer<typeof FetchedFile>

function fetchJobResource(job: Entity, { asset, files }: FetchJobData, links: Links): FetchJobResource {
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
function fetchedFile(job: Entity, index: number, links: Links): FetchedFile {
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

const source = observed('import flows')
const params = { id: entityId }

/** Fetch jobs, which fetch files for an asset. */
export const fetchJobs: Route[] = [
  post('/api/fetchjobs', start, {
    description:
      'Starts a job that fetches files for an asset; the last one becomes its main file. Files are not actually fetched.',
    source,
    body: FetchJobInput,
    replies: { 201: reply('The job was started.', FetchJobResource, { Location: 'Address of the job.' }) },
  }),
  getAndHead('/api/fetchjobs', listJobs, {
    description: 'Lists the fetch jobs.',
    source,
    query: paging,
    replies: { 200: reply('A page of the jobs.', pagedListOf(FetchJobResource)) },
  }),
  getAndHead('/api/fetchjobs/:id', readJob, {
    description: 'Reads a fetch job.',
    source,
    params,
    replies: { 200: reply('The job.', FetchJobResource) },
  }),
  getAndHead('/api/fetchjobs/:id/files', listFiles, {
    description: 'Lists the files of a fetch job.',
    source,
    params,
    query: paging,
    replies: { 200: reply('A page of the files.', pagedListOf(FetchedFile)) },
  }),
  getAndHead('/api/fetchjobs/:id/files/:fileId', readFile, {
    description: 'Reads the progress of a file of a fetch job.',
    source,
    params: { id: entityId, fileId: count('Number of the file in its job, from 1.') },
    replies: { 200: reply('The file.', FetchedFile) },
  }),
]

async function start(call: Call<unknown, FetchJobInput>): Promise<Reply> {
  const { body, links } = call
  const id = call.change((draft, author) => startFetchJob(draft, body, author).id)
  const { job, data } = jobOf(call, String(id))

  return created(links.to(`/api/fetchjobs/${id}`).href, fetchJobResource(job, data, links))
}

function listJobs(call: Call): Reply {
  const jobs = entitiesOf(call.data, jobDefinition).flatMap((job) => {
    const data = fetchJobData(job)

    return data ? [{ job, data }] : []
  })

  return json(pageOfAll(call, jobs, ({ job, data }) => fetchJobResource(job, data, call.links)))
}

function readJob(call: Call<{ id: string }>): Reply {
  const { job, data } = jobOf(call, call.params.id)

  return json(fetchJobResource(job, data, call.links))
}

function listFiles(call: Call<{ id: string }>): Reply {
  const { job, data } = jobOf(call, call.params.id)
  const indexes = [...data.files.keys()]

  return json(pageOfAll(call, indexes, (index) => fetchedFile(job, index, call.links)))
}

function readFile(call: Call<{ id: string; fileId: string }>): Reply {
  const { id, fileId } = call.params
  const { job, data } = jobOf(call, id)
  const index = Number(fileId) - 1

  if (!data.files[index]) throw new NotFound(`Fetch job ${id} has no file ${fileId.slice(0, 100)}.`)

  return json(fetchedFile(job, index, call.links))
}

function jobOf({ data }: Pick<Call, 'data'>, id: string): { job: Entity; data: FetchJobData } {
  const job = entityById(data, id)
  const jobData = fetchJobData(job)

  if (!jobData) throw new NotFound(`Entity ${job.id} is not a fetch job.`)

  return { job, data: jobData }
}
