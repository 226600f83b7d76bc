import { expectSameBytes, sendInPage } from '../testing/conformance-door.ts'
import { expect, test } from './engine-test.ts'
import type { Tab } from './webdriver.ts'

const transports = ['page', 'worker'] as const

for (const transport of transports) {
  test(`${transport}: responses have the same bytes as those of the Node door`, async ({ openApp, app }) => {
    const tab = await openApp({ transport, persist: false, seed: undefined })

    await expectSameBytes(app.url, (requests) => tab.evaluate(sendInPage, requests))
  })

  test(`${transport}: a reload keeps data; no request reaches the network`, async ({ openApp, app }) => {
    const tab = await openApp({ transport })

    await tab.waitForText('200')
    expect(await changeIdentifier(tab, 'kept')).toBe(201)
    await tab.reload()
    await tab.waitFor('the sandbox has started', () => Boolean(globalThis.starting))

    expect(await readIdentifier(tab)).toBe('kept')
    expect(await tab.evaluate(() => globalThis.starting?.then(({ transport }) => transport))).toBe(transport)
    expect(app.escaped).toEqual([])
  })

  test(`${transport}: two tabs share data and events, also after the first is closed`, async ({
    openApp,
  }) => {
    const first = await openApp({ transport })
    const second = await openApp({ transport })

    await second.evaluate(async () => {
      const events = new EventSource('/__sandbox/events')

      events.addEventListener('change', ({ data }) => document.body.append(`seen ${String(data)}`))
      await new Promise((resolve) => events.addEventListener('open', resolve))
    })
    await changeIdentifier(first, 'of-the-first')

    expect(await readIdentifier(second)).toBe('of-the-first')
    await second.waitForText('seen {')

    await first.close()
    await changeIdentifier(second, 'of-the-second')

    expect(await readIdentifier(second)).toBe('of-the-second')
  })

  test(`${transport}: the only tab gets events`, async ({ openApp }) => {
    const tab = await openApp({ transport, persist: false })

    await tab.evaluate(async () => {
      const events = new EventSource('/__sandbox/events')

      events.addEventListener('change', () => document.body.append('seen'))
      await new Promise((resolve) => events.addEventListener('open', resolve))
    })
    await changeIdentifier(tab, 'changed')

    await tab.waitForText('seen')
  })
}

test('the console of a server edits an entity, which another tab shows', async ({ open }) => {
  const base = `http://127.0.0.1:${process.env['E2E_PORT']}`
  const sandbox = `engine-${test.info().testId}`
  const tab = await open(`${base}/entities?definition=M.Asset&sandbox=${sandbox}`)
  const other = await open(`${base}/entities/1000?sandbox=${sandbox}`)

  await show(tab)
  await show(other)
  await tab.waitForText('Connected')
  await tab.waitForText(' entities')
  await editTitle(tab, `${base}/entities/1000/edit?sandbox=${sandbox}`)

  await other.waitForText('Seen in every engine')
})

test('the playground edits an entity, which another tab shows, and keeps the edit after a reload', async ({
  open,
  playground,
}) => {
  const tab = await open(playground.url)

  await tab.waitForText('In this tab')
  await tab.waitForText('1,079 entities')
  const other = await open(`${playground.url}#/entities/1000`)

  await show(other)
  await other.waitForText('Connected')
  await editTitle(tab, `${playground.url}#/entities/1000/edit`)
  await other.waitForText('Seen in every engine')
  await tab.reload()
  await tab.waitForText('Seen in every engine')

  expect(playground.escaped).toEqual([])
})

/** Has a page say that it is visible: the console holds no connection otherwise, and tabs of driven browsers may be hidden. */
function show(tab: Tab): Promise<void> {
  return tab.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'visible', configurable: true })
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  })
}

/** Changes the title of an entity in its form. */
async function editTitle(tab: Tab, formUrl: string): Promise<void> {
  await tab.goto(formUrl)
  await tab.click('[aria-label="Clear Title"]')
  await tab.type('[aria-label="Title"]', 'Seen in every engine')
  await tab.click('[title^="Save ("]')
  await tab.waitFor('it is saved', () => document.querySelector('h1')?.textContent === 'Seen in every engine')
}

/** Changes the identifier of an entity. */
async function changeIdentifier(tab: Tab, identifier: string): Promise<number | undefined> {
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ id: 1001, identifier })
  const [response] = await tab.evaluate(sendInPage, [
    { method: 'POST', path: '/api/entities', headers, body },
  ])

  return response?.status
}

async function readIdentifier(tab: Tab): Promise<string> {
  const [response] = await tab.evaluate(sendInPage, [{ method: 'GET', path: '/api/entities/1001' }])

  return JSON.parse(response?.body ?? '').identifier
}
