import { expect, test, vi } from 'vitest'
import { renderHook } from '../../testing/render-hook.ts'
import { useMedia } from '../../lib/store.ts'

test('a component is rendered again when a media query starts to match', async () => {
  const screen = Object.assign(new EventTarget(), { matches: false })

  vi.stubGlobal('matchMedia', () => screen)
  const page = renderHook(() => useMedia('(width < 640px)'))

  expect(page.current).toBe(false)
  screen.matches = true
  await page.act(() => screen.dispatchEvent(new Event('change')))
  expect(page.current).toBe(true)
})
