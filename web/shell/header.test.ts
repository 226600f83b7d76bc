import { expect, test } from 'vitest'
import { loadOnPage, renderInConsole } from '../testing/console-in-tests.ts'

const { useHealthInTab } = await loadOnPage(() => import('./header.tsx'))

test('the title of the tab shows when the service is not Green', async () => {
  const page = await renderInConsole(useHealthInTab)

  await page.until(() => expect(document.title).toBe('Sandbox'))
  await page.sandbox.fetch('/__sandbox/health/search', {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ label: 'Red' }),
  })
  const { health } = await (await page.sandbox.fetch('/__sandbox')).json()

  await page.untilFetched(() => expect(document.title).toBe(`● ${health} — Sandbox`))
})
