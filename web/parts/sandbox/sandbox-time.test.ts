import { expect, test } from 'vitest'
import { loadOnPage, renderInConsole } from '../../testing/console-in-tests.ts'

const { useSandboxTime } = await loadOnPage(() => import('./sandbox-time.tsx'))

test('the time is that of the sandbox, also if its clock is frozen or offset', async () => {
  const page = await renderInConsole(useSandboxTime)
  const set = (clock: object) =>
    page.sandbox.fetch('/__sandbox/clock', {
      method: 'PUT',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(clock),
    })
  const noon = '2031-05-04T12:00:00.000Z'

  await set({ mode: 'frozen', at: noon })
  await page.untilFetched(() => expect(page.current).toBe(Date.parse(noon)))
  await set({ mode: 'real', offset_ms: 365 * 86_400_000 })
  await page.untilFetched(() =>
    expect(new Date(page.current).getFullYear()).toBe(new Date().getFullYear() + 1),
  )
})
