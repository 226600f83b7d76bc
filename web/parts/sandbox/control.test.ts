import { expect, test, vi } from 'vitest'
import type { Scenario } from '../../service/sandbox-queries.ts'
import { openConsole } from '../../testing/console-in-tests.ts'
import { loadOnPage } from '../../testing/load-on-page.ts'

const { client } = await loadOnPage(() => import('../../service/service-client.ts'))
const { actAs, clearFaults, control, enterScenario, leaveScenario } = await loadOnPage(
  () => import('./control.ts'),
)

test('Undo of a health label sends the former value, and Redo the new one', async () => {
  const page = await openConsole()
  const set = (label: string) => () =>
    client.PUT('/__sandbox/health/{path}', { path: { path: 'search' }, body: { label } })
  const label = async () => (await (await page.sandbox.fetch('/__sandbox/health/search')).json()).label

  await control(set('Red'), 'It is red.', set('Green'))
  await page.expectNotice('It is red.')
  expect(await label()).toBe('Red')
  await page.pressNoticeButton('Undone.')
  expect(await label()).toBe('Green')
  expect(page.notice()?.action?.label).toBe('Redo')
  await page.pressNoticeButton('Redone.')
  expect(await label()).toBe('Red')
  expect(page.notice()?.action?.label).toBe('Undo')
})

test('a rejected request is reported in a notice', async () => {
  const page = await openConsole()

  await control(() => client.PUT('/__sandbox/scenario', { body: { name: 'none-such' } }), 'Entered.')
  await page.until(() =>
    expect(page.notice()).toMatchObject({ isFailure: true, text: expect.stringContaining('none-such') }),
  )
})

test('Undo restores cleared faults', async () => {
  const page = await openConsole()
  const names = async () => {
    const { items } = await (await page.sandbox.fetch('/__sandbox/faults')).json()

    return items.map(({ name }: { name: string }) => name)
  }

  for (const name of ['one', 'two'])
    await page.sandbox.addFault({ name, effect: { kind: 'response', status: 500 } })

  const namesBefore = await names()

  clearFaults()
  await page.expectNotice('Cleared all faults.')
  expect(await names()).toEqual([])
  await page.pressNoticeButton('Undone.')
  expect(namesBefore).toHaveLength(2)
  expect(await names()).toEqual(namesBefore)
})

test('Undo of a chosen acting user restores the former one', async () => {
  const page = await openConsole()
  const actingUser = async () => (await page.sandbox.overview()).acting_user

  await actAs('reader')
  await page.expectNotice('Requests without a token are now made as reader.')
  expect(await actingUser()).toBe('reader')
  await page.pressNoticeButton('Undone.')
  expect(await actingUser()).toBe('editor')
})

test('the console sends its requests as the administrator, whoever the application is', async () => {
  await openConsole()
  await actAs('reader')

  const sent = vi.fn<typeof fetch>(fetch)

  vi.stubGlobal('fetch', sent)
  await client.GET('/api/status')

  expect(sent.mock.calls.map(([, init]) => new Headers(init?.headers).get('authorization'))).toEqual([
    'Bearer sandbox-admin',
  ])
})

async function renderScenarios() {
  const page = await openConsole()
  const response = await page.sandbox.fetch('/__sandbox/scenarios')
  const { items } = (await response.json()) as { items: Scenario[] } // the type of that route's response
  const named = (name: string) => {
    const scenario = items.find((each) => each.name === name)

    if (!scenario) throw new Error(`There is no scenario ${name}.`)

    return scenario
  }

  return { page, named, current: async () => (await page.sandbox.overview()).scenario }
}

test('entering and leaving a scenario offer Undo, unless leaving changed data, which is lost', async () => {
  const { page, named, current } = await renderScenarios()

  await enterScenario(named('storage-fatal'))
  await page.expectNotice('Entered the scenario storage-fatal.')
  expect(await current()).toBe('storage-fatal')
  await page.pressNoticeButton('Undone.')
  expect(await current()).toBeNull()

  await enterScenario(named('storage-fatal'))
  await page.expectNotice('Entered the scenario storage-fatal.')
  await leaveScenario(named('storage-fatal'))
  await page.expectNotice('Left the scenario storage-fatal.')
  await page.pressNoticeButton('Undone.')
  expect(await current()).toBe('storage-fatal')

  await enterScenario(named('empty'))
  await page.expectNotice('Entered the scenario empty.')
  await leaveScenario(named('empty'))
  await page.expectNotice('Left the scenario empty.')
  expect(page.notice()?.action).toBeUndefined()
})
