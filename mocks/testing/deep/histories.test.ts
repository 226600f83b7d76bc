import { expect, test } from 'vitest'
import { createEmptySandbox, buildSandbox } from '../../local/build-sandbox.ts'
import { createService } from '../../local/create-service.ts'
import type { Service } from '../../service/http/service.ts'
import { createStream, type RandomStream } from '../../data/model/shared/random-stream.ts'
import { LogRecorder } from '../../sandbox/persistence/log-recorder.ts'
import type { LogStorage } from '../../sandbox/persistence/log-storage.ts'
import { initialStateOf, readLogs, writeInitialState } from '../../sandbox/persistence/restored.ts'
import { responseOf, serviceRequest } from '../ask-service.ts'
import { MemoryStorage, withLogs } from '../memory-storage.ts'
import { isDeep, seed } from '../scale.ts'
import { isLinearizable, type CompletedRequest } from './linearizable.ts'

const histories = isDeep ? 3000 : 25
const clients = 4
const requestsEach = 6
const ids = [5000, 5001]

const options = {
  machineClock: () => 0,
  data: {
    definitions: [
      {
        name: 'Note',
        member_groups: [{ name: 'Main', members: [{ type: 'String' as const, name: 'Text' }] }],
      },
    ],
    entities: ids.map((id) => ({ definition: 'Note', id, properties: { Text: 'first' } })),
  },
}

/** A storage that is slow, and fails occasionally. */
function unreliable(storage: LogStorage, stream: RandomStream): LogStorage {
  const isFailing = () => stream.chance(0.15)

  return withLogs(storage, (log) => ({
    async remove(part, from, to) {
      if (isFailing()) throw new Error('the storage is unavailable')
      await log.remove(part, from, to)
    },
    async put(items) {
      for (let turns = stream.between(0, 8); turns > 0; turns--) await Promise.resolve()
      if (isFailing()) throw new Error('there is no room')
      await log.put(items)
    },
  }))
}

/** Sends the requests of one client in sequence, and returns them with their responses. */
async function runClient(service: Service, stream: RandomStream, tick: () => number) {
  const completed: CompletedRequest[] = []

  for (let count = 0; count < requestsEach; count++) {
    const id = stream.pick(ids)
    const kind = stream.pick(['get', 'get', 'put', 'put', 'put', 'delete'] as const)
    const text = `text ${tick()}`
    const started = tick()
    const { status, value } = await send(service, kind, id, text)

    completed.push({ id, kind, status, value: kind === 'put' ? text : value, started, ended: tick() })
    for (let turns = stream.between(0, 6); turns > 0; turns--) await Promise.resolve()
  }

  return completed
}

async function send(service: Service, kind: CompletedRequest['kind'], id: number, text: string) {
  const json = kind === 'put' ? { properties: { Text: text } } : undefined
  const request = serviceRequest(kind.toUpperCase(), `/api/entities/${id}`, { json })
  const { status, body } = await responseOf(service, request)
  const { properties } = JSON.parse(status === 200 ? body : '{}') as { properties?: { Text: string } } // an entity, or an empty object

  return { status, value: properties?.Text }
}

test(`${histories} random histories of ${clients} clients are linearizable (seed ${seed})`, async () => {
  const stream = createStream(seed, 'histories')
  const origin = await buildSandbox(options)
  const initial = initialStateOf(origin.state)
  const empty = await createEmptySandbox({ machineClock: () => 0 })

  for (let number = 0; number < histories; number++) {
    const storage = new MemoryStorage()
    const sandbox = origin.fork('default')
    const service = createService(sandbox)
    let now = 0
    const tick = () => ++now

    await writeInitialState(storage, initial)
    sandbox.recordWith(new LogRecorder(unreliable(storage, stream), initial, { compactAfter: 500 }))
    const running = Array.from({ length: clients }, () => runClient(service, stream, tick))
    const completed = (await Promise.all(running)).flat()

    for (const id of ids) {
      const started = tick()

      completed.push({ id, kind: 'get', ...(await send(service, 'get', id, '')), started, ended: tick() })
    }

    const restored = (await readLogs(storage, initial, empty)).defaultSandbox.sandbox

    for (const id of ids) {
      const history = completed.filter((request) => request.id === id)

      expect(isLinearizable(history, 'first'), `history ${number}: ${JSON.stringify(history)}`).toBe(true)
      expect(restored.data.entities.get(id)?.properties, `history ${number}`).toEqual(
        sandbox.data.entities.get(id)?.properties,
      )
    }
  }
}, 1_200_000)

test('isLinearizable: false for a history that no order explains', () => {
  const put = { id: 1, kind: 'put', status: 204, value: 'new', started: 1, ended: 2 } as const
  const stale = { id: 1, kind: 'get', status: 200, value: 'first', started: 3, ended: 4 } as const

  expect(isLinearizable([put, stale], 'first')).toBe(false)
  expect(isLinearizable([put, { ...stale, started: 1.5 }], 'first')).toBe(true)
  expect(
    isLinearizable(
      [
        { ...put, status: 507 },
        { ...stale, value: 'new' },
      ],
      'first',
    ),
  ).toBe(false)
})
