import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, onTestFinished, test, vi } from 'vitest'
import { loadOnPage } from '../testing/load-on-page.ts'

const { connection, entityChanges, followSandbox } = await loadOnPage(() => import('./live.ts'))

/** Follows a sandbox whose events `send()` sends, and its page, whose query takes 400 ms. */
function follow(isCalm = false) {
  let events = new EventTarget()
  let closed = 0
  const client = new QueryClient()
  let fetches = 0
  const observer = new QueryObserver(client, {
    queryKey: ['page'],
    meta: { isCalm },
    queryFn: async () => {
      const fetched = ++fetches

      await new Promise((resolve) => setTimeout(resolve, 400))

      return fetched
    },
  })

  vi.stubGlobal('sessionStorage', { getItem: () => null })
  vi.stubGlobal('EventSource', function () {
    return (events = Object.assign(new EventTarget(), { close: () => closed++ }))
  })
  vi.useFakeTimers()
  onTestFinished(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })
  onTestFinished(observer.subscribe(() => undefined))

  const stop = followSandbox(client)

  return {
    open: () => events.dispatchEvent(new Event('open')),
    closed: () => closed,
    restart: () => {
      stop()
      followSandbox(client)
    },
    send: (sequence: number, table = 'entities') =>
      events.dispatchEvent(
        new MessageEvent('change', {
          data: JSON.stringify({ sequence, changes: [{ table, keys: [1000 + sequence] }] }),
        }),
      ),
    shown: () => observer.getCurrentResult().data,
    fetches: () => fetches,
  }
}

test('a page shows new data while the sandbox keeps changing, and the latest afterwards', async () => {
  const { send, shown, fetches } = follow()

  await vi.advanceTimersByTimeAsync(400)
  expect(shown()).toBe(1)

  for (let change = 0; change < 10; change++) {
    send(change)
    await vi.advanceTimersByTimeAsync(100)
  }
  expect(shown()).toBe(2)
  await vi.advanceTimersByTimeAsync(2000)
  expect(shown()).toBe(fetches())
  expect(fetches()).toBe(3)
})

test('a list stays as it is while the sandbox changes, and the changes of entities are collected', async () => {
  const { send, fetches } = follow(true)

  entityChanges.set([])
  send(1)
  send(2, 'notifications')
  send(3)
  await vi.advanceTimersByTimeAsync(2000)
  expect(fetches()).toBe(1)
  expect(entityChanges.get()).toEqual([
    { sequence: 1, ids: [1001] },
    { sequence: 3, ids: [1003] },
  ])
})

test('when a page follows the sandbox again, it shows what changed meanwhile', async () => {
  const { open, closed, fetches, restart } = follow(true)

  onTestFinished(() => connection.set('connecting'))
  open()
  await vi.advanceTimersByTimeAsync(1000)
  expect(fetches()).toBe(1)
  restart()
  expect(closed()).toBe(1)
  open()
  await vi.advanceTimersByTimeAsync(1000)
  expect(fetches()).toBe(2)
})

test('after a failure, the page still shows what changes', async () => {
  const { send, fetches } = follow()
  const failures: unknown[] = []
  const others = process.listeners('unhandledRejection')

  process.removeAllListeners('unhandledRejection')
  process.on('unhandledRejection', (error) => failures.push(error))
  onTestFinished(() => {
    process.removeAllListeners('unhandledRejection')
    for (const other of others) process.on('unhandledRejection', other)
  })

  const forget = entityChanges.subscribe(() => {
    throw new Error('not shown')
  })

  send(1)
  await vi.advanceTimersByTimeAsync(1000)
  forget()
  await vi.waitFor(() => expect(failures).toEqual([new Error('not shown')]))
  expect(fetches()).toBe(1)

  send(2)
  await vi.advanceTimersByTimeAsync(1000)
  expect(fetches()).toBe(2)
})
