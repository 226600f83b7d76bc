import { expect, test, vi } from 'vitest'
import { Interception } from './start-sandbox.ts'

test.each([
  ['a page with a worker intercepts no requests itself', ['use'], 'worker', 0],
  ['a page intercepts requests again after it lost its worker', ['use', 'lose'], 'page', 1],
  ['a page whose worker is lost while the sandbox is opened intercepts requests', ['lose', 'use'], 'page', 1],
] as const)('%s until it is closed', (_, events, transport, intercepted) => {
  const stopWorker = vi.fn<() => void>()
  let count = 0
  const interception = new Interception(() => {
    count += 1

    return () => (count -= 1)
  })

  for (const event of events) {
    if (event === 'use') interception.useWorker(stopWorker)
    else interception.loseWorker()
  }

  expect(interception.transport).toBe(transport)
  expect(count).toBe(intercepted)
  interception.stop()
  expect(count).toBe(0)
  // Either the worker or the interception in the page is stopped then.
  expect(stopWorker).toHaveBeenCalledTimes(1 - intercepted)
})
