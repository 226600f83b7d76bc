import { expect, test } from 'vitest'
import { loadOnPage, openConsole } from '../../testing/console-in-tests.ts'
import type { ScenarioResponse } from '../../service/sandbox.ts'

const { enterScenario, leaveScenario } = await loadOnPage(() => import('./control.ts'))

async function renderScenarios() {
  const page = await openConsole()
  const response = await page.sandbox.fetch('/__sandbox/scenarios')
  const { items } = (await response.json()) as { items: ScenarioResponse[] } // the type of that route's response
  const named = (name: string) => {
    const scenario = items.find((each) => each.name === name)

    if (!scenario) throw new Error(`There is no scenario ${name}.`)

    return scenario
  }

  return { page, named, current: async () => (await page.sandbox.overview()).scenario }
}

test('a scenario is entered, and Undo leaves it', async () => {
  const { page, named, current } = await renderScenarios()

  await enterScenario(named('storage-fatal'))
  await page.expectNotice('Entered the scenario storage-fatal.')
  expect(await current()).toBe('storage-fatal')
  page.pressNoticeButton()
  await page.expectNotice('Undone.')
  expect(await current()).toBeNull()
})

test('leaving a scenario offers Undo, unless it changed data, which is lost', async () => {
  const { page, named, current } = await renderScenarios()

  await enterScenario(named('storage-fatal'))
  await page.expectNotice('Entered the scenario storage-fatal.')
  await leaveScenario(named('storage-fatal'))
  await page.expectNotice('Left the scenario storage-fatal.')
  page.pressNoticeButton()
  await page.expectNotice('Undone.')
  expect(await current()).toBe('storage-fatal')

  await enterScenario(named('empty'))
  await page.expectNotice('Entered the scenario empty.')
  await leaveScenario(named('empty'))
  await page.expectNotice('Left the scenario empty.')
  expect(page.notice()?.action).toBeUndefined()
})
