import { expect, test } from 'vitest'
import { loadOnPage, renderInConsole } from '../../testing/console-in-tests.ts'

const { useSandboxCommands } = await loadOnPage(() => import('./use-sandbox-commands.ts'))

async function renderCommands() {
  const page = await renderInConsole(useSandboxCommands)
  const labels = () => page.current.map(({ label }) => label)

  await page.until(() =>
    expect(labels()).toEqual(
      expect.arrayContaining([
        'Scenario: enter empty',
        'Act as admin',
        expect.stringMatching(/^Faults: trigger /),
      ]),
    ),
  )

  return {
    page,
    labels,
    run: (name: string) => page.act((commands) => commands.find(({ label }) => label === name)?.run()),
  }
}

test('each scenario has a command that enters it, and once entered, one that leaves it', async () => {
  const { page, labels, run } = await renderCommands()

  await run('Scenario: enter storage-fatal')
  await page.until(() => expect(labels()).toContain('Scenario: leave storage-fatal'))
  expect(labels()).not.toContain('Scenario: enter storage-fatal')
})

test('a command triggers a fault preset, and another clears all faults', async () => {
  const { page, labels, run } = await renderCommands()
  const count = async () => (await page.sandbox.overview()).active_faults
  const [trigger = ''] = labels().filter((label) => label.startsWith('Faults: trigger'))

  await run(trigger)
  await page.until(async () => expect(await count()).toBeGreaterThan(0))
  await run('Faults: clear all')
  await page.until(async () => expect(await count()).toBe(0))
})

test('an example opens in the explorer, with its request filled in', async () => {
  const { page, labels, run } = await renderCommands()
  const [example = ''] = labels().filter((label) => label.startsWith('Example: '))

  await run(example)
  await page.until(() => expect(page.router.state.location.pathname).toBe('/explore'))
  expect(page.router.state.location.search).toMatchObject({
    method: expect.any(String),
    path: expect.any(String),
  })
})
