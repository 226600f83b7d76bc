import { expect, onTestFinished, test, vi } from 'vitest'
import { exchangesIn, type Har } from '../data/model/exchanges/har.ts'
import type { JsonObject } from '../data/model/shared/json.ts'
import { runSync } from '../data/model/shared/slices.ts'
import { listen } from '../doors/node/listen.ts'
import type { FaultRule } from '../sandbox/faults/fault-rule.ts'
import { createLocalSandbox, type LocalSandbox } from './local-sandbox.ts'
import { openReceiver } from '../testing/receiver.ts'
import type { SandboxOptions } from './config.ts'

async function sandboxWith(options: SandboxOptions): Promise<LocalSandbox> {
  const sandbox = await createLocalSandbox({ entities: 0, ...options })

  // Nothing is sent after the test.
  onTestFinished(() => sandbox.connection.sandbox.dispose())

  return sandbox
}

async function messagesOf(sandbox: LocalSandbox) {
  const response = await sandbox.fetch('/__sandbox/messages')
  const { items } = (await response.json()) as {
    items: {
      number: number
      state: string
      attempts: number
      status: number | null
      problem: string | null
    }[]
  }

  return items
}

/** Waits until messages are in these states, in order. */
function untilStates(sandbox: LocalSandbox, states: readonly string[]) {
  return vi.waitFor(async () => {
    expect((await messagesOf(sandbox)).map(({ state }) => state)).toEqual(states)
  }, 5000)
}

test('a webhook of the settings is told what happens to entities, in order, with what has changed', async () => {
  const { url, got } = await openReceiver()
  const sandbox = await sandboxWith({ webhooks: `${url}/hook?key=1` })
  const asset = await sandbox.give('M.Asset', { properties: { Title: 'Leek' } })

  await sandbox.change(asset, { Title: 'Onion' })
  await sandbox.remove(asset.id)
  await untilStates(sandbox, ['sent', 'sent', 'sent'])

  expect(got.map(({ path, message }) => [path, message.EventType, message.TargetId, message.IsNew])).toEqual([
    ['/hook?key=1', 'EntityCreated', asset.id, true],
    ['/hook?key=1', 'EntityUpdated', asset.id, false],
    ['/hook?key=1', 'EntityDeleted', asset.id, false],
  ])
  expect(got[1]).toMatchObject({
    headers: { 'content-type': 'application/json', target_id: String(asset.id) },
    context: { sandbox: 'default', trigger: null },
    message: {
      TargetDefinition: 'M.Asset',
      TargetIdentifier: asset.identifier,
      Version: 2,
      ChangeSet: {
        PropertyChanges: [
          {
            Culture: '(Default)',
            Property: 'Title',
            Type: 'System.String',
            OriginalValue: 'Leek',
            NewValue: 'Onion',
          },
        ],
        RelationChanges: [],
      },
    },
  })
})

test('a webhook may be told some changes only', async () => {
  const { url, got } = await openReceiver()
  const approved = 'FinalLifeCycleStatusToAsset'
  const sandbox = await sandboxWith({
    webhooks: [
      { url: `${url}/created`, events: ['EntityCreated'], definitions: ['M.Asset'] },
      { url: `${url}/renamed`, changed: ['Title'], events: ['EntityUpdated'] },
      {
        url: `${url}/approved`,
        before: `!Parent('${approved}').id==544`,
        after: `Parent('${approved}').id==544`,
      },
    ],
  })
  const asset = await sandbox.give('M.Asset', { properties: { Title: 'Leek' } })

  await sandbox.give('M.Tag')
  await sandbox.change(asset, { FileName: 'leek.png' })
  await sandbox.change(asset, { Title: 'Onion' })
  for (const id of [544, 544, 543]) await relate(sandbox, asset.id, approved, id)
  await vi.waitFor(() => expect(got).toHaveLength(3))

  expect(
    got.map(({ path, message }) => [path, message.EventType, message.ChangeSet.RelationChanges]),
  ).toEqual([
    ['/created', 'EntityCreated', []],
    ['/renamed', 'EntityUpdated', []],
    [
      '/approved',
      'EntityUpdated',
      [
        {
          Relation: approved,
          Role: 1,
          Cardinality: 0,
          NewValues: [544],
          RemovedValues: [],
          inherits_security: true,
        },
      ],
    ],
  ])
})

test('a change that is rejected, undone, restored or reset is not told, and a fork begins without messages', async () => {
  const { url, got } = await openReceiver()
  const sandbox = await sandboxWith({ webhooks: url })

  await sandbox.snapshot('before')
  await sandbox.give('M.Tag')
  await untilStates(sandbox, ['sent'])
  await sandbox.fetch('/api/entities', { method: 'POST', body: '{}' })
  await sandbox.fetch('/__sandbox/undo', { method: 'POST' })
  await sandbox.fetch('/__sandbox/redo', { method: 'POST' })
  await sandbox.restore('before')
  expect(sandbox.connection.sandbox.fork('other').state.runtime.tables.messages.size).toBe(0)
  await sandbox.reset()
  expect(await messagesOf(sandbox)).toEqual([])
  expect(got).toHaveLength(1)
})

test('a message that is not accepted is sent again after growing waits of the sandbox’s clock, and given up after five attempts', async () => {
  const { url, got } = await openReceiver((response) => response.writeHead(503).end())
  const sandbox = await sandboxWith({ webhooks: url })

  await sandbox.clock.freeze('2026-01-31T12:00:00Z')
  await sandbox.give('M.Tag')

  for (const [index, wait] of [1, 5, 25, 125].entries()) {
    await vi.waitFor(async () => expect(await messagesOf(sandbox)).toMatchObject([{ attempts: index + 1 }]))
    await sandbox.clock.advance(wait * 1000 - 1)
    expect(got).toHaveLength(index + 1)
    await sandbox.clock.advance(1)
  }
  await untilStates(sandbox, ['failed'])

  expect(await messagesOf(sandbox)).toMatchObject([
    { attempts: 5, status: 503, problem: 'The receiver answered 503.' },
  ])
  expect(new Set(got.map(({ message }) => JSON.stringify(message))).size).toBe(1)
})

test.each([
  ['that rejects a message with 4xx', 404, 'The receiver answered 404.'],
  ['that redirects', 307, 'The receiver answered 307.'],
])('a receiver %s gets no further attempt', async (_, status, problem) => {
  const other = await openReceiver()
  const { url } = await openReceiver((response) => response.writeHead(status, { location: other.url }).end())
  const sandbox = await sandboxWith({ webhooks: url })

  await sandbox.give('M.Tag')
  await untilStates(sandbox, ['failed'])
  expect(await messagesOf(sandbox)).toMatchObject([{ attempts: 1, status, problem }])
  expect(other.got).toEqual([])
})

test('of an endless answer only the beginning is read', async () => {
  let written = 0
  const { url } = await openReceiver((response) => {
    const timer = setInterval(() => {
      written += 16_384
      response.write('x'.repeat(16_384))
    }, 1)

    response.on('close', () => clearInterval(timer))
  })
  const sandbox = await sandboxWith({ webhooks: url })

  await sandbox.give('M.Tag')
  await untilStates(sandbox, ['sent'])
  expect(written).toBeLessThan(10 * 2 ** 20)
})

test('receivers that do not answer hold neither requests nor other receivers, and at most four are asked at once', async () => {
  const silent = await Promise.all(Array.from({ length: 4 }, () => openReceiver(() => undefined)))
  const last = await openReceiver()
  const sandbox = await sandboxWith({ webhooks: [...silent, last].map(({ url }) => url) })
  await using server = await listen(sandbox)

  await sandbox.give('M.Tag')
  await vi.waitFor(() => expect(silent.flatMap(({ got }) => got)).toHaveLength(4))
  expect((await fetch(`${server.url}/api/status`)).status).toBe(200)
  expect(last.got).toEqual([])
  silent[0]?.close()
  await vi.waitFor(() => expect(last.got).toHaveLength(1))
  await server.close()
  expect(await messagesOf(sandbox)).toMatchObject([{ state: 'waiting' }, {}, {}, {}, { state: 'sent' }])
})

test('a receiver that is gone gets its message when it is back', async () => {
  const gone = await openReceiver()
  const sandbox = await sandboxWith({ webhooks: gone.url })

  gone.close()
  await sandbox.give('M.Tag')
  await vi.waitFor(async () => {
    expect(await messagesOf(sandbox)).toMatchObject([
      { state: 'waiting', attempts: 1, problem: 'ECONNREFUSED.' },
    ])
  })
})

test('a trigger of the sandbox sends its message, until it is disabled', async () => {
  const { url, host, got } = await openReceiver()
  const sandbox = await sandboxWith({ webhookHosts: [host] })
  const trigger = await giveTrigger(sandbox, `${url}/hook`, { definitions: ['M.Tag'] })

  const tag = await sandbox.give('M.Tag')
  await sandbox.give('M.Asset')
  await sandbox.change(trigger, { 'Trigger.IsEnabled': false })
  await sandbox.give('M.Tag')
  await vi.waitFor(() => expect(got).toHaveLength(1))

  expect(got).toMatchObject([
    {
      path: '/hook',
      headers: { source_system: 'sandbox' },
      context: { trigger: 'Tagged' },
      message: { EventType: 'EntityCreated', TargetId: tag.id },
    },
  ])
})

test('a trigger that can’t be read changes nothing else, and its messages say why they failed', async () => {
  const sandbox = await sandboxWith({})

  await giveTrigger(sandbox, 'http://127.0.0.1:1/', { after: 'Definition.Name==' })
  await sandbox.give('M.Tag')
  expect((await messagesOf(sandbox)).at(-1)).toMatchObject({
    state: 'failed',
    attempts: 0,
    problem: expect.stringMatching(/^The webhook can't be read: /),
  })
})

test('a trigger sends nothing to a host that nobody has allowed, of this machine neither, until it is', async () => {
  const { url, host, got } = await openReceiver()
  const sandbox = await sandboxWith({})

  await giveTrigger(sandbox, url, { definitions: ['M.Tag'] })
  await sandbox.give('M.Tag')
  await untilStates(sandbox, ['withheld'])
  expect(await messagesOf(sandbox)).toMatchObject([
    {
      problem: expect.stringContaining(
        `Nothing is sent to ${host} until it is allowed: --webhook-hosts ${host}`,
      ),
    },
  ])

  const send = () => sandbox.fetch('/__sandbox/messages/1/send', { method: 'POST' })

  expect((await send()).status).toBe(409)
  await sandbox.fetch('/__sandbox/receivers', {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ hosts: [host] }),
  })
  expect((await send()).status).toBe(200)
  await untilStates(sandbox, ['sent'])
  expect((await send()).status).toBe(200)
  await vi.waitFor(() => expect(got).toHaveLength(2))
})

test('a trigger does not reach the controls of a sandbox', async () => {
  const sandbox = await sandboxWith({ webhookHosts: ['127.0.0.1'] })
  await using server = await listen(sandbox)

  await giveTrigger(sandbox, `${server.url}/__sandbox/reset`, { definitions: ['M.Tag'] })
  await sandbox.give('M.Tag')
  await untilStates(sandbox, ['failed'])
  expect(await messagesOf(sandbox)).toMatchObject([{ status: 403 }])
  await expect(
    sandboxWith({ webhooks: [{ url: server.url, headers: { Origin: server.url } }] }),
  ).rejects.toThrow('This header is not for receivers.')
})

test('in a page messages are listed, but not sent', async () => {
  const { url, got } = await openReceiver()

  vi.stubGlobal('process', { ...process, versions: {} })
  const sandbox = await sandboxWith({ webhooks: url })
  vi.unstubAllGlobals()

  await sandbox.give('M.Tag')
  expect(await messagesOf(sandbox)).toMatchObject([{ state: 'withheld', problem: 'Pages send no messages.' }])
  expect(got).toEqual([])
})

test('attempts are in the journal and in its archive, but are no requests that the sandbox received', async () => {
  const { url } = await openReceiver((response) => response.end('thanks'))
  const sandbox = await sandboxWith({ webhooks: `${url}/api/entities` })
  const tag = await sandbox.give('M.Tag')

  await untilStates(sandbox, ['sent'])
  const { items } = (await (await sandbox.fetch('/__sandbox/journal?outgoing=yes')).json()) as {
    items: object[]
  }
  const har = (await (await sandbox.fetch('/__sandbox/journal/har')).json()) as Har

  expect(items).toMatchObject([
    {
      method: 'POST',
      path: '/api/entities',
      status: 200,
      outgoing: { message: 1, to: url },
      response: { body: { text: 'thanks' } },
    },
  ])
  expect(har.log.entries).toMatchObject([
    { request: { url: `${url}/api/entities` }, _sandbox: { outgoing: { message: 1 } } },
  ])
  expect(runSync(exchangesIn(har))).toEqual([])
  expect(await sandbox.requests()).toEqual([])
  expect((await sandbox.verify({ path: '/api/entities' })).ok).toBe(false)
  expect(
    (await sandbox.verify({ outgoing: true, body: { saveEntityMessage: { TargetId: tag.id } } })).ok,
  ).toBe(true)
})

async function giveTrigger(sandbox: LocalSandbox, url: string, conditions: JsonObject) {
  const action = await sandbox.give('M.Action', {
    properties: {
      'Action.Name': 'Call',
      'Action.Settings': { url, headers: { source_system: 'sandbox' } },
    },
  })

  return sandbox.give('M.Trigger', {
    properties: { 'Trigger.Name': 'Tagged', 'Trigger.Conditions': conditions },
    relations: { TriggerToAction: { children: [action.id] } },
  })
}

async function relate(sandbox: LocalSandbox, child: number, relation: string, parent: number): Promise<void> {
  const response = await sandbox.fetch(`/api/entities/${child}/relations/${relation}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ parent: { href: `/api/entities/${parent}` } }),
  })

  expect(response.status).toBe(204)
}

test('faults delay messages, so that others overtake them, double, lose and refuse them', async () => {
  const { url, got } = await openReceiver()
  const sandbox = await sandboxWith({ webhooks: url })
  const faults: FaultRule['effect'][] = [
    { kind: 'latency', ms: 300 },
    { kind: 'double' },
    { kind: 'lose' },
    { kind: 'response', status: 400 },
  ]

  for (const [index, effect] of faults.entries()) {
    const TargetId = 9001 + index

    await sandbox.addFault({ match: { outgoing: true, body: { saveEntityMessage: { TargetId } } }, effect })
  }
  for (const id of [9001, 9002, 9003, 9004]) await sandbox.give('M.Tag', { id })
  await untilStates(sandbox, ['sent', 'sent', 'lost', 'failed'])

  expect(got.map(({ message }) => message.TargetId)).toEqual([9002, 9002, 9001])
  expect((await sandbox.faults()).map(({ hits }) => hits)).toEqual([1, 1, 1, 1])
  await expect(sandbox.addFault({ effect: { kind: 'lose' } })).rejects.toThrow(
    'double and lose are only for them',
  )
  await expect(sandbox.addFault({ match: { outgoing: true }, effect: { kind: 'empty' } })).rejects.toThrow(
    'take effects of kind latency, response, cut, pass, double or lose',
  )
})
