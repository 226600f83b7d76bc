import { expect, test, vi } from 'vitest'
import { Interception } from './start-sandbox.ts'

test('a page with a worker intercepts no requests itself', () => {
  const { interception, stopWorker, count } = intercept()

  interception.useWorker(stopWorker)

  expect(interception.transport).toBe('worker')
  expect(count()).toBe(0)
  interception.stop()
  expect(stopWorker).toHaveBeenCalledOnce()
})

test('a page intercepts requests again after it lost its worker', () => {
  const { interception, stopWorker, count } = intercept()

  interception.useWorker(stopWorker)
  interception.loseWorker()

  expect(interception.transport).toBe('page')
  expect(count()).toBe(1)
  interception.stop()
  expect(count()).toBe(0)
})

test('a page whose worker is lost while the sandbox is opened intercepts requests until it is closed', () => {
  const { interception, stopWorker, count } = intercept()

  interception.loseWorker()
  interception.useWorker(stopWorker)

  expect(interception.transport).toBe('page')
  expect(count()).toBe(1)
  interception.stop()
  expect(count()).toBe(0)
})

/** An interception, and the number of interceptions inside the page that have not been stopped. */
function intercept() {
  let count = 0
  const interception = new Interception(() => {
    count += 1

    return () => (count -= 1)
  })

  return { interception, stopWorker: vi.fn<() => void>(), count: () => count }
}
