import { expect } from 'vitest'
import { origin, type Doors } from '../../../testing/doors.ts'
import { test } from '../../../testing/test-with-doors.ts'

/** The first request of a client that turns a stored file into an asset. */
const newAsset = (doors: Doors) =>
  doors.create('/api/entities', {
    entitydefinition: { href: '/api/entitydefinitions/M.Asset' },
    properties: { Title: 'Leek' },
    relations: {
      FinalLifeCycleStatusToAsset: {
        parent: { href: '/api/entities/identifier/M.Final.LifeCycle.Status.UnderReview' },
      },
    },
  })

/** Starts a job that fetches the files of a new asset, which takes some time. */
async function startDelayed(doors: Doors, delay_ms: number): Promise<{ asset: string; job: string }> {
  const properties = { 'M.Setting.Value': { delay_ms } }
  const asset = await newAsset(doors)

  await doors.put('/api/entities/identifier/M.Setting.FetchJobs', { properties })

  return { asset, job: await doors.create('/api/fetchjobs', { asset: { href: asset }, files }) }
}

const files = [
  { type: 'Web', href: 'https://files.example.com/a/first.png' },
  { type: 'Web', href: 'https://files.example.com/a/leek.jpg?sig=1' },
]

test('a fetch job completes at once, and its last file becomes the file of the asset; it can be read as an entity', async (doors) => {
  const asset = await newAsset(doors)
  const job = await doors.create('/api/fetchjobs', { asset: { href: asset.slice('/api'.length) }, files })

  expect(job).toMatch(/^\/api\/fetchjobs\/\d+$/)
  expect(await doors.get(job)).toMatchObject({
    owner: { href: `${origin}/api/entities/7` },
    state: 'Completed',
    condition: 'Success',
    file_count: 2,
    files_completed: 2,
    files: { href: `${origin}${job}/files` },
    targets: { href: `${origin}${job}/files` },
  })
  expect(await doors.get(`${job}/files/2`)).toMatchObject({
    state: 'Completed',
    job: { href: `${origin}${job}` },
  })
  expect(await doors.get(asset)).toMatchObject({
    properties: {
      Title: 'Leek',
      FileName: 'leek.jpg',
      FileProperties: {
        properties: { extension: 'jpg', content_type: 'image/png', width: '1200', height: '800' },
      },
      Width: 1200,
      Height: 800,
    },
    renditions: { thumbnail: [{}] },
  })
  expect(await doors.get('/api/fetchjobs')).toMatchObject({ total_items: 1, items: [{ state: 'Completed' }] })
  expect(await doors.get(job.replace('fetchjobs', 'v2/jobs'))).toMatchObject({
    id: Number(job.split('/').at(-1)),
    properties: { 'Job.State': 'Completed' },
  })
  expect((await doors.fetch('/api/jobs/6')).status).toBe(404)
})

test('a delayed fetch job is in progress until it is due, on every route that shows it', async (doors) => {
  const { asset, job } = await startDelayed(doors, 5000)
  const entity = job.replace('fetchjobs', 'entities')
  const advance = (ms: number) => doors.post('/__sandbox/clock/advance', { ms })

  await doors.put('/__sandbox/clock', { mode: 'frozen' })
  await advance(4999)
  expect(await doors.get(job)).toMatchObject({
    state: 'InProgress',
    condition: 'Pending',
    completed_on: null,
  })
  expect(await doors.get(asset)).toMatchObject({ properties: { FileName: null } })
  await advance(1)
  expect(await doors.get(entity)).toMatchObject({
    properties: { 'Job.State': 'Completed', 'Job.Condition': 'Success' },
  })
  expect(await doors.get(asset)).toMatchObject({ properties: { FileName: 'leek.jpg' } })
})

test('with the largest delay, a fetch job stays in progress; with a negative one, it completes when it starts', async (doors) => {
  const { job: largest } = await startDelayed(doors, Number.MAX_SAFE_INTEGER)
  const { job: negative } = await startDelayed(doors, -1e18)

  expect(await doors.get(largest)).toMatchObject({ state: 'InProgress' })

  const path = negative.replace('fetchjobs', 'v2/jobs')
  const { properties } = await doors.get<{ properties: Record<string, string> }>(path)

  expect(properties).toMatchObject({
    'Job.State': 'Completed',
    'Job.CompletedOn': properties['Job.StartedOn'],
  })
})

test('a job whose asset can no longer have the file fails, and later requests are handled', async (doors) => {
  const { asset, job } = await startDelayed(doors, 5000)
  const path = '/api/entitydefinitions/M.Asset'
  const definition = await doors.get<{ member_groups: { members: object[] }[] }>(path)

  definition.member_groups[0]?.members.push({ name: 'Owner', type: 'String', is_mandatory: true })
  expect((await doors.put(path, definition)).ok).toBe(true)
  await doors.post('/__sandbox/clock/advance', { ms: 6000 })

  expect(await doors.get(job)).toMatchObject({
    state: 'Completed',
    condition: 'Failure',
    files_completed: 0,
  })
  expect(await doors.get(asset)).toMatchObject({ properties: { FileName: null } })
})

test('a fetch job of an unknown asset or without files is rejected, and an unknown one is 404', async (doors) => {
  const start = (json: object) => doors.post('/api/fetchjobs', json)

  expect((await start({ asset: { href: '/entities/999999' }, files })).status).toBe(400)
  expect((await start({ asset: { href: await newAsset(doors) }, files: [] })).status).toBe(400)
  expect((await doors.fetch('/api/fetchjobs/6')).status).toBe(404)
})
