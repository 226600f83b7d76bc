import { expect, test, vi } from 'vitest'
import { renderHook } from '../testing/render-hook.ts'
import { createStore, useMedia, useStore } from './store.ts'

test('every component that uses a store gets its new value', async () => {
  const store = createStore('first')
  const [first, second] = [renderHook(() => useStore(store)), renderHook(() => useStore(store))]

  await first.act(() => store.set('second'))
  expect([first.current, second.current]).toEqual(['second', 'second'])
})

test('a component is rendered again when a media query starts to match', async () => {
  const screen = Object.assign(new EventTarget(), { matches: false })

  vi.stubGlobal('matchMedia', () => screen)
  const page = renderHook(() => useMedia('(width < 640px)'))

  expect(page.current).toBe(false)
  screen.matches = true
  await page.act(() => screen.dispatchEvent(new Event('change')))
  expect(page.current).toBe(true)
})
