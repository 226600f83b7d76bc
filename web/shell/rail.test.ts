import { expect, test } from 'vitest'
import { loadOnPage, renderInConsole } from '../../.ci/console-in-tests.ts'

const { useDeclaredPages } = await loadOnPage(() => import('./rail.tsx'))
const { routeTree } = await loadOnPage(() => import('../routes.ts'))

test('the menu has every page without path parameters, each with its own keys', async () => {
  const page = await renderInConsole(useDeclaredPages, routeTree)
  const paths = page.current.map(({ to }) => to)
  const keys = page.current.flatMap(({ keys = [] }) => keys)

  expect(paths).toEqual(expect.arrayContaining(['/entities', '/requests', '/sandboxes']))
  expect(paths.filter((path) => path.includes('$'))).toEqual([])
  expect(new Set(keys).size).toBe(keys.length)
})
