import { z } from 'zod'
import { contentTypeOf, generatedPicture, generatedTypes, generatedVideo } from '../files/file.ts'
import { updateFileValues } from '../files/asset-files.ts'
import { saveEntity, type Author } from '../entities/entities.ts'
import type { Entity } from '../entities/entity.ts'
import { entityIdOf } from '../entities/references.ts'
import { EntityInput } from '../entities/entity-input.ts'
import { settingNamed } from '../entities/properties.ts'
import { isObject, type JsonObject, Link } from '../shared/json.ts'
import { withIgnored } from '../shared/ignored-members.ts'
import { dayLength, withinYears } from '../shared/dates.ts'
import { InvalidRequest } from '../shared/errors.ts'
import { hashOf } from '../shared/random.ts'
import type { Data, DataDraft } from '../data-tables.ts'
import { endJob, jobDefinition, updateIfAllowed } from './job.ts'

/** A file to fetch: from the web, a folder or a store of the real service. The sandbox does not actually fetch it. */
const FileSource = z.looseObject({
  type: z.string().default('Web'),
  href: z.string().optional(),
  path: z.string().optional(),
  key: z.string().optional(),
})

export const FetchJobInput = z.object({
  asset: Link,
  files: z.array(FileSource).min(1, 'A fetch job needs at least one file.'),
})
export type FetchJobInput = z.infer<typeof FetchJobInput>
withIgnored(FetchJobInput, ['state_description'])

/** The data that is specific to fetch jobs (`Job.Data`). */
const FetchJobData = z.object({ asset: z.int(), files: z.array(FileSource) })
export type FetchJobData = z.infer<typeof FetchJobData>

/** A hundred years: times compare as text, so they must have years of four digits. */
const maxDelay = 36_500 * dayLength

/** How long a fetch job takes, in milliseconds: `delay_ms` of the setting `FetchJobs`. */
function delayOf(data: Data): number {
  const value = settingNamed(data, 'FetchJobs')?.properties['M.Setting.Value']
  const delay = isObject(value) ? value.delay_ms : undefined

  return typeof delay === 'number' ? Math.min(Math.max(delay, 0), maxDelay) : 0
}

/** The asset and files of a fetch job; undefined for other entities. */
export function fetchJobData({ definition, properties }: Entity): FetchJobData | undefined {
  return definition === jobDefinition ? FetchJobData.safeParse(properties['Job.Data']).data : undefined
}

/**
 * Starts a job that fetches the file of an asset. It completes immediately, unless a delay is set.
 *
 * @throws {InvalidRequest} when the asset does not exist
 */
export function startFetchJob(draft: DataDraft, input: FetchJobInput, author: Author): Entity {
  const assetId = entityIdOf(draft, input.asset.href)

  if (assetId === undefined || !draft.entities.has(assetId))
    throw new InvalidRequest({
      'asset.href': `"${input.asset.href}" is not a link to an entity that exists.`,
    })

  const entity = saveEntity(draft, jobInput({ asset: assetId, files: input.files }, author.now), author)
  const dueAt = new Date(withinYears(Date.parse(author.now) + delayOf(draft))).toISOString()

  if (dueAt > author.now) draft.scheduledJobs.put({ jobId: entity.id, dueAt })
  else finishFetchJob(draft, entity, author)

  return draft.entities.get(entity.id) ?? entity
}

/** Ends a fetch job: its last file becomes the main file of the asset. */
export function finishFetchJob(draft: DataDraft, job: Entity, author: Author): void {
  const data = fetchJobData(job)
  const asset = data && draft.entities.get(data.asset)
  const isSuccess = data !== undefined && asset !== undefined && setFetchedFile(draft, asset, data, author)

  endJob(draft, job, { isSuccess }, author)
}

/**
 * Nothing is fetched: the name is taken from the source, and the file is generated, as a picture if the sandbox generates
 * none of the source's type. Returns false if the asset's definition rejects the file's properties.
 */
function setFetchedFile(draft: DataDraft, asset: Entity, { files }: FetchJobData, author: Author): boolean {
  const { href = '', path = '', key = '' } = files.at(-1) ?? {}
  const name = fileNameIn(href || path || key)
  const type = generatedTypes.find((each) => each === contentTypeOf(name)) ?? 'image/png'
  const pixels = type === 'image/png' ? generatedPicture : type === 'video/webm' ? generatedVideo : {}
  const file = { name, type, size: 50_000 + (hashOf(name) % 2_000_000), ...pixels }
  const { alternatives } = draft.files.get(asset.id) ?? {}

  if (!updateIfAllowed(draft, asset, () => updateFileValues(draft, asset, file, author))) return false
  if (alternatives) draft.files.put({ entityId: asset.id, alternatives })
  else draft.files.delete(asset.id)

  return true
}

/** The last segment of a URL or path, without query. */
function fileNameIn(address: string): string {
  const segment = address
    .replace(/[?#][^]*/, '')
    .split(/[/\\]/)
    .at(-1)

  return segment || 'file'
}

function jobInput(data: FetchJobData, now: string): EntityInput {
  const properties: JsonObject = {
    'Job.Type': 'Processing',
    'Job.State': 'InProgress',
    'Job.Condition': 'Pending',
    'Job.StartedOn': now,
    // JSON.parse() returns JSON.
    'Job.Data': JSON.parse(JSON.stringify(data)) as JsonObject,
  }

  return EntityInput.parse({
    entitydefinition: { href: `/api/entitydefinitions/${jobDefinition}` },
    properties,
  })
}
