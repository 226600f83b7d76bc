import { expect, test } from 'vitest'
import { renderInConsole } from '../../testing/console-in-tests.ts'
import { loadOnPage } from '../../testing/load-on-page.ts'

const { useSandboxCommands } = await loadOnPage(() => import('./use-sandbox-commands.ts'))

async function renderCommands() {
  const page = await renderInConsole(useSandboxCommands)
  const labels = () => page.current.map(({ label }) => label)

  await page.until(() =>
    expect(labels()).toEqual(
      expect.arrayContaining([
        'Scenario: enter empty',
        'Your application: act as admin',
        'Scenario: enter slow-3g',
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

test('a preset of faults that is the whole of a scenario is not listed beside it', async () => {
  const { labels } = await renderCommands()

  expect(labels()).toContain('Scenario: enter flaky-network')
  expect(labels()).not.toContain('Scenario: enter flaky')
  expect(labels()).toContain('Scenario: enter degraded-search')
})

test('a command restores each snapshot', async () => {
  const { page, labels, run } = await renderCommands()
  const { id } = await page.sandbox.give('M.Tag')

  await run('Take a snapshot')
  await page.until(() => expect(labels()).toContain('Restore the snapshot snapshot-1'))
  await page.sandbox.remove(id)
  await run('Restore the snapshot snapshot-1')
  await page.until(async () => expect(await page.sandbox.has(id)).toBe(true))
})

test('a command enters a scenario of faults only, and another clears all faults', async () => {
  const { page, run } = await renderCommands()
  const count = async () => (await page.sandbox.overview()).active_faults

  await run('Scenario: enter slow-3g')
  await page.until(async () => expect(await count()).toBeGreaterThan(0))
  await run('Faults: clear all')
  await page.until(async () => expect(await count()).toBe(0))
})

test.each(['search red', 'flap', 'export', 'freeze', 'entities of M.Tag'])(
  'the commands include %s',
  async (text) => {
    const { page, labels } = await renderCommands()
    const words = text.toLowerCase().split(' ')

    await page.until(() =>
      expect(
        labels().filter((label) => words.every((word) => label.toLowerCase().includes(word))),
      ).not.toEqual([]),
    )
  },
)
