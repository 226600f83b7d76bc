import type { Call } from '../../http/call.ts'
import { count, paging } from '../../http/declaration/parameters.ts'
import { reply } from '../../http/declaration/reply.ts'
import { post, getAndHead, type Route } from '../../http/declaration/route.ts'
import { observed } from '../../http/declaration/source.ts'
import { pagedListOf, pageOfAll } from '../../http/replies/paging.ts'
import { created, json, type Reply } from '../../http/replies/reply.ts'
import type { Entity } from '../../model/entities/entity.ts'
import { entitiesWithIds } from '../../model/entities/references.ts'
import {
  fetchJobData,
  FetchJobInput,
  jobDefinition,
  startFetchJob,
  type FetchJobData,
} from '../../model/jobs/fetch-job.ts'
import { NotFound } from '../../model/shared/errors.ts'
import { entityById } from '../../api/entities/entity-reads.ts'
import { entityId } from '../../api/entities/entity-schema.ts'
import { fetchedFile, FetchedFile, fetchJobResource, FetchJobResource } from './fetch-job-resource.ts'

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
  const { body, author, links } = call
  const id = await call.change((draft) => startFetchJob(draft, body, author).id)
  const { job, data } = jobOf(call, String(id))

  return created(links.to(`/api/fetchjobs/${id}`).href, fetchJobResource(job, data, links))
}

function listJobs(call: Call): Reply {
  const ids = call.data.entities.group('definition', jobDefinition).keys()
  const jobs = entitiesWithIds(call.data, ids).flatMap((job) => {
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
