import { expect, test } from 'vitest'
import { renderInConsole } from '../testing/console-in-tests.ts'
import { loadOnPage } from '../testing/load-on-page.ts'

const { useTabTitle } = await loadOnPage(() => import('./header.tsx'))

test('the title of the tab shows when the service is not Green', async () => {
  const page = await renderInConsole(useTabTitle)

  await page.until(() => expect(document.title).toBe('Sandbox'))
  await page.sandbox.setHealth('search', 'Red')
  const { health } = await page.sandbox.overview()

  await page.untilFetched(() => expect(document.title).toBe(`● ${health} — Sandbox`))
})
