import { expect, test } from 'vitest'
import { renderInConsole } from '../../testing/console-in-tests.ts'
import { loadOnPage } from '../../testing/load-on-page.ts'

const { useSandboxTime } = await loadOnPage(() => import('./sandbox-time.tsx'))

test('the time is that of the sandbox, also if its clock is frozen or offset', async () => {
  const page = await renderInConsole(useSandboxTime)
  const noon = '2031-05-04T12:00:00.000Z'

  await page.sandbox.clock.freeze(noon)
  await page.untilFetched(() => expect(page.current).toBe(Date.parse(noon)))
  await page.sandbox.clock.run(365 * 86_400_000)
  await page.untilFetched(() =>
    expect(new Date(page.current).getFullYear()).toBe(new Date().getFullYear() + 1),
  )
})
