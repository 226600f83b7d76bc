import { expect, test } from 'vitest'
import { renderHook } from '../../.ci/render-hook.ts'
import { createStore, useStore } from './store.ts'

test('whoever follows a value has it as it is now', async () => {
  const store = createStore('first')
  const [one, other] = [renderHook(() => useStore(store)), renderHook(() => useStore(store))]

  await one.after(() => store.set('second'))
  expect([one.current, other.current]).toEqual(['second', 'second'])
})
