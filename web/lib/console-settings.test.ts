import { expect, onTestFinished, test, vi } from 'vitest'
import { loadOnPage } from '../testing/load-on-page.ts'
import { renderHook } from '../testing/render-hook.ts'

const { changeSettings, settings, useSettings } = await loadOnPage(() => import('./console-settings.ts'))

test('if the browser blocks storage, a setting lasts until the page is closed', async () => {
  vi.stubGlobal('document', { documentElement: {} })
  vi.stubGlobal('localStorage', {
    get getItem() {
      throw new DOMException('Access is denied for this document.', 'SecurityError')
    },
  })
  onTestFinished(() => void vi.unstubAllGlobals())
  vi.resetModules()

  const blocked = await import('./console-settings.ts')

  blocked.changeSettings({ theme: 'dark' })
  expect(blocked.settings().theme).toBe('dark')
})

test('a changed setting applies immediately and is stored, with the others unchanged', async () => {
  const initialSettings = settings()
  const expected = { ...initialSettings, theme: 'dark' }
  const stored: string[] = []
  const documentElement = { className: '' }
  const page = renderHook(useSettings)

  vi.stubGlobal('localStorage', { setItem: (_: string, text: string) => stored.push(text) })
  vi.stubGlobal('document', { documentElement })
  onTestFinished(() => changeSettings(initialSettings))

  expect(await page.act(() => changeSettings({ theme: 'dark' }))).toEqual(expected)
  expect(documentElement.className).toContain('scheme-dark')
  expect(JSON.parse(stored.at(-1) ?? '')).toEqual(expected)
})
