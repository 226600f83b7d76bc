import { expect, test } from 'vitest'
import { renderHook } from '../testing/render-hook.ts'
import { createStore, useStore } from './store.ts'

test('every component that uses a store gets its new value', async () => {
  const store = createStore('first')
  const [first, second] = [renderHook(() => useStore(store)), renderHook(() => useStore(store))]

  await first.act(() => store.set('second'))
  expect([first.current, second.current]).toEqual(['second', 'second'])
})
