import { expect, test } from 'vitest'
import { renderInConsole } from '../testing/console-in-tests.ts'
import { loadOnPage } from '../testing/load-on-page.ts'

const { usePagesWithoutParameters } = await loadOnPage(() => import('./shell.tsx'))
const { routeTree } = await loadOnPage(() => import('../routes.ts'))

test('pages without path parameters have their own keys', async () => {
  const page = await renderInConsole(usePagesWithoutParameters, routeTree)
  const paths = page.current.map(({ to }) => to)
  const keys = page.current.flatMap(({ keys = [] }) => keys)

  expect(paths).toEqual(expect.arrayContaining(['/entities', '/requests', '/sandbox']))
  expect(paths.filter((path) => path.includes('$'))).toEqual([])
  expect(new Set(keys).size).toBe(keys.length)
})
