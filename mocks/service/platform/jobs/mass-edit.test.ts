import { expect } from 'vitest'

import type { Doors } from '../../../testing/doors.ts'
import { test } from '../../../testing/test-with-doors.ts'

const asAdmin = { headers: { authorization: 'Bearer sandbox-admin' } }

type Properties = Record<string, unknown>

const idIn = (address: string) => Number(address.split('/').at(-1))
const operation = (name: string) => ({ $type: `Vendor.MassEdits.${name}, Vendor.Framework` })

/** One after the other, so that every door gives them the same ids. */
async function entities(doors: Doors, count: number): Promise<number[]> {
  const ids: number[] = []

  for (let index = 0; index < count; index++) {
    const address = await doors.create('/api/entities', {
      entitydefinition: { href: '/api/entitydefinitions/M.Asset' },
      properties: { Title: `Leek ${index}` },
    })

    ids.push(idIn(address))
  }

  return ids
}

/** Creates a mass edit as programs do, and starts it. Returns the address of the job. */
async function start(doors: Doors, configuration: unknown, targets = 0): Promise<string> {
  const job = await doors.create('/api/entities', {
    entitydefinition: { href: '/api/entitydefinitions/M.Job' },
    properties: {
      'Job.Type': 'MassEdit',
      'Job.State': 'Created',
      'Job.Condition': 'Pending',
      'Job.TargetCount': 0,
      'Job.TargetsCompleted': 0,
    },
  })

  await doors.create('/api/entities', {
    entitydefinition: { href: '/api/entitydefinitions/M.JobDescription' },
    properties: { 'Job.Configuration': configuration },
    relations: { JobToJobDescription: { parent: { href: job } } },
  })
  await doors.put(job, { properties: { 'Job.State': 'Pending', 'Job.TargetCount': targets } })

  return job
}

async function propertiesOf(doors: Doors, job: string): Promise<Properties> {
  return (await doors.get<{ properties: Properties }>(job)).properties
}

async function statistics(doors: Doors): Promise<unknown> {
  const { job_types } = await doors.get<{ job_types: { type: string }[] }>('/api/status/jobs', asAdmin)

  return job_types.find(({ type }) => type === 'MassEdit')
}

const configurationOf = (Targets: number[], ...names: string[]) => ({
  $type: 'Vendor.MassEdits.MassEditJobDescription, Vendor.Framework',
  Operations: names.map(operation),
  FinalizeOperations: [],
  Targets,
})

test('a mass edit deletes its targets, and its creator is notified', async (doors) => {
  const targets = await entities(doors, 3)
  const job = await start(doors, configurationOf([...targets, 999_999], 'DeleteEntityOperation'), 4)

  expect(await propertiesOf(doors, job)).toMatchObject({
    'Job.State': 'Completed',
    'Job.Condition': 'Success',
    'Job.TargetCount': 4,
    'Job.TargetsCompleted': 4,
  })
  for (const id of targets) expect((await doors.fetch(`/api/entities/${id}`)).status).toBe(404)
  expect(await doors.get('/api/notifications')).toMatchObject({
    items: expect.arrayContaining([
      expect.objectContaining({
        notificationtype: 'MassEditJobCompleted',
        parameters: { JobId: idIn(job) },
      }),
    ]),
  })
  expect(await statistics(doors)).toMatchObject({
    total: 1,
    conditions: { succeeded: 1, failed: 0, pending: 0 },
  })
})

test('a large mass edit takes time on the clock: its counts rise part by part', async (doors) => {
  await doors.put('/__sandbox/clock', { mode: 'frozen' })
  const targets = Array.from({ length: 250 }, (_, index) => 100_000 + index)
  const job = await start(doors, configurationOf(targets, 'RefreshRenditionsOperation'))

  expect(await propertiesOf(doors, job)).toMatchObject({
    'Job.State': 'InProgress',
    'Job.Condition': 'Pending',
    'Job.TargetCount': 250,
    'Job.TargetsCompleted': 100,
  })
  expect(await statistics(doors)).toMatchObject({ conditions: { pending: 1 } })
  await doors.post('/__sandbox/clock/advance', { ms: 100 })
  expect(await propertiesOf(doors, job)).toMatchObject({ 'Job.TargetsCompleted': 200 })
  await doors.post('/__sandbox/clock/advance', { ms: 60_000 })
  expect(await propertiesOf(doors, job)).toMatchObject({
    'Job.State': 'Completed',
    'Job.TargetsCompleted': 250,
  })
})

test('a mass edit that can’t be done fails with the reason', async (doors) => {
  const rejected: [unknown, RegExp][] = [
    [configurationOf([1000], 'PublishOperation'), /no operation "PublishOperation".*DeleteEntityOperation/],
    [{ Operations: [operation('DeleteEntityOperation')], Targets: ['all'] }, /Targets\.0/],
    [{ Operations: [], Targets: [] }, /Operations/],
    [null, /relate an M\.JobDescription/],
  ]

  for (const [configuration, reason] of rejected) {
    expect(await propertiesOf(doors, await start(doors, configuration))).toMatchObject({
      'Job.State': 'Completed',
      'Job.Condition': 'Failed',
      'Job.Description': expect.stringMatching(reason),
    })
  }
  expect((await doors.fetch('/api/entities/1000')).status).toBe(200)
  expect(await statistics(doors)).toMatchObject({ conditions: { succeeded: 0, failed: 4, pending: 0 } })
  expect(JSON.stringify(await doors.get('/api/notifications'))).toContain('MassEditJobFailed')
})

test('a mass edit may delete its own job, and one that was completed can be started again', async (doors) => {
  const [target = 0] = await entities(doors, 1)
  const job = await start(doors, configurationOf([target], 'DeleteEntityOperation'))

  await doors.put(job, { properties: { 'Job.State': 'Pending' } })
  expect(await propertiesOf(doors, job)).toMatchObject({ 'Job.Condition': 'Success' })

  const own = await start(doors, configurationOf([], 'DeleteEntityOperation'))
  const description = await doors.get<{ child: { href: string } }>(`${own}/relations/JobToJobDescription`)

  await doors.put(new URL(description.child.href).pathname, {
    properties: { 'Job.Configuration': configurationOf([idIn(own)], 'DeleteEntityOperation') },
  })
  await doors.put(own, { properties: { 'Job.State': 'Pending' } })
  expect((await doors.fetch(own)).status).toBe(404)
})

/** Two assets, the first and the last of so many targets that they are edited in two parts. */
async function twoParts(doors: Doors): Promise<number[]> {
  const [first = 0] = await entities(doors, 1)
  const [last = 0] = await entities(doors, 1)

  return [first, ...Array.from({ length: 100 }, (_, index) => 900_000 + index), last]
}

async function statusOf(doors: Doors, targets: number[]): Promise<number[]> {
  const found = [targets.at(0), targets.at(-1)].map((id) => doors.fetch(`/api/entities/${id}`))

  return (await Promise.all(found)).map(({ status }) => status)
}

test('undo takes a mass edit back part by part, and nothing runs again; redo repeats it', async (doors) => {
  const targets = await twoParts(doors)
  const job = await start(doors, configurationOf(targets, 'DeleteEntityOperation'))

  await doors.post('/__sandbox/clock/advance', { ms: 60_000 })
  expect(await statusOf(doors, targets)).toEqual([404, 404])

  for (const expected of [
    [404, 200],
    [200, 200],
    [200, 200],
  ]) {
    await doors.post('/__sandbox/undo')
    expect(await statusOf(doors, targets)).toEqual(expected)
  }
  expect(await propertiesOf(doors, job)).toMatchObject({ 'Job.State': 'Created' })

  for (const expected of [
    [200, 200],
    [404, 200],
    [404, 404],
  ]) {
    await doors.post('/__sandbox/redo')
    expect(await statusOf(doors, targets)).toEqual(expected)
  }
  expect(await propertiesOf(doors, job)).toMatchObject({ 'Job.State': 'Completed' })
})

test('a mass edit that is no longer in progress stops', async (doors) => {
  await doors.put('/__sandbox/clock', { mode: 'frozen' })
  const targets = await twoParts(doors)
  const job = await start(doors, configurationOf(targets, 'DeleteEntityOperation'))

  await doors.put(job, { properties: { 'Job.State': 'Completed' } })
  await doors.post('/__sandbox/clock/advance', { ms: 60_000 })

  expect(await propertiesOf(doors, job)).toMatchObject({ 'Job.TargetsCompleted': 100 })
  expect(await statusOf(doors, targets)).toEqual([404, 200])
})

test('what a mass edit deletes is deleted by its creator', async (doors) => {
  const targets = await entities(doors, 1)

  await doors.put(`/api/entities/${targets[0]}`, { properties: { Title: 'Leek' } }, asAdmin)
  await start(doors, configurationOf(targets, 'DeleteEntityOperation'))
  await statusOf(doors, targets)

  const { items } = await doors.get<{ items: { event_type: string }[] }>('/api/audit/raw/query')

  expect(items.find(({ event_type }) => event_type === 'EntityDeleted')).toMatchObject({
    entity_id: targets[0],
    user: 'editor',
  })
})
