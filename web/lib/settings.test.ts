import { expect, onTestFinished, test, vi } from 'vitest'
import { loadOnPage } from '../../.ci/console-in-tests.ts'
import { renderHook } from '../../.ci/render-hook.ts'

const { changeSettings, settings, useSettings } = await loadOnPage(() => import('./settings.ts'))

test('a setting holds until the page is closed where the browser blocks storage', async () => {
  vi.stubGlobal('document', { documentElement: { style: {} } })
  vi.stubGlobal('localStorage', {
    get getItem() {
      throw new DOMException('Access is denied for this document.', 'SecurityError')
    },
  })
  onTestFinished(() => void vi.unstubAllGlobals())
  vi.resetModules()

  const blocked = await import('./settings.ts')

  blocked.changeSettings({ theme: 'dark' })
  expect(blocked.settings().theme).toBe('dark')
})

test('a setting holds at once, is kept in the browser, and leaves the others alone', async () => {
  const before = settings()
  const kept: string[] = []
  const style = { colorScheme: '' }
  const page = renderHook(useSettings)

  vi.stubGlobal('localStorage', { setItem: (_: string, text: string) => kept.push(text) })
  vi.stubGlobal('document', { documentElement: { style } })
  onTestFinished(() => changeSettings(before))

  expect(await page.after(() => changeSettings({ theme: 'dark' }))).toEqual({ ...before, theme: 'dark' })
  expect(style.colorScheme).toBe('dark')
  expect(JSON.parse(kept.at(-1) ?? '')).toEqual({ ...before, theme: 'dark' })
})
