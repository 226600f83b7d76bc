import { expect, test } from 'vitest'
import { loadOnPage, renderInConsole } from '../../testing/console-in-tests.ts'

const { useEntityActions, entityCommands } = await loadOnPage(() => import('./entity-actions.ts'))

test.each([
  ['Open entity 7', '/entities/7'],
  ['Edit entity 7', '/entities/7/edit'],
  ['Copy entity 7', '/entities/7/copy'],
  ['Requests about entity 7', '/requests?q=entity%3A7'],
  ['Relations of entity 7', '/entities/7?tab=relations'],
])('%s opens %s', async (label, address) => {
  const page = await renderInConsole(useEntityActions)
  const commands = entityCommands(page.current.of(7))

  await page.act(() => commands.find((command) => command.label === label)?.run())
  await page.until(() => expect(page.router.state.location.href).toBe(address))
})

test('the link to an entity’s page can be copied', async () => {
  const page = await renderInConsole(useEntityActions)

  expect(page.current.copyItems(7).map(({ label }) => label)).toContain('Link to this page')
})
