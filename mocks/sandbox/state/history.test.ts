import { expect, test, vi } from 'vitest'
import { buildSandbox } from '../../local/build-sandbox.ts'
import { mainFileOf } from '../../data/model/files/renditions.ts'
import { Budget } from '../budget.ts'
import { Sandbox } from '../sandbox.ts'

const file = (size: number) => ({
  entityId: 1,
  name: 'a.bin',
  type: 'application/octet-stream',
  size,
  content: [new Uint8Array(size)],
})

async function open(budget: Budget) {
  const origin = await buildSandbox({ data: { entities: [] } })
  const sandbox = new Sandbox('test', { ...origin.settings, budget }, origin)

  return {
    sandbox,
    history: sandbox.history,
    put: (size: number) => sandbox.change((draft) => draft.files.put(file(size))),
  }
}

test('changes to undo have a size limit: the oldest are evicted, and their number is reported', async () => {
  const { sandbox, history, put } = await open(new Budget(25_000))

  for (let count = 0; count < 5; count++) put(10_000)

  expect(history.steps()).toEqual({ undo: 2, redo: 0, discarded: 3 })

  sandbox.undoOrRedo('undo')
  expect(mainFileOf(sandbox.data, 1)?.content).toEqual([new Uint8Array(10_000)])
})

test('sandboxes share the limit, and a deleted sandbox releases its share', async () => {
  const budget = new Budget(25_000)
  const [one, other] = [await open(budget), await open(budget)]

  for (let count = 0; count < 3; count++) one.put(10_000)
  for (let count = 0; count < 2; count++) other.put(10_000)
  expect(one.history.steps().discarded).toBe(2)
  expect(other.history.steps()).toEqual({ undo: 2, redo: 0, discarded: 0 })

  one.history.dispose()
  other.put(10_000)
  expect(other.history.steps()).toEqual({ undo: 3, redo: 0, discarded: 0 })
})

test('a change counts towards the limit as long as it can be undone, however many have followed', async () => {
  const budget = new Budget(Infinity)
  const release = vi.spyOn(budget, 'release')
  const { sandbox, history, put } = await open(budget)

  put(4)
  for (let count = 0; count < 60; count++) {
    sandbox.undoOrRedo('undo')
    sandbox.undoOrRedo('redo')
  }

  expect(release).toHaveBeenCalled()
  expect(release).not.toHaveBeenCalledWith(history.done[0])
})

test('the size of entirely replaced data is estimated', async () => {
  const sandbox = await buildSandbox({ entities: 200 })
  const bytes = JSON.stringify([...sandbox.data.entities.all()]).length

  await sandbox.import({ complete: false, entities: [] })

  const [entry] = sandbox.history.done

  expect(entry?.size).toBeGreaterThan(bytes / 2)
  expect(entry?.size).toBeLessThan(bytes * 4)
})
