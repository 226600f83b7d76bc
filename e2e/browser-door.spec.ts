import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { StartOptions } from '../mocks/doors/browser/start-sandbox.ts'
import type { ConformanceRequest } from '../mocks/testing/conformance.ts'
import { kitchen } from '../mocks/testing/kitchen-data.ts'
import { buildAndServe, buildApp, type AppServer } from './testing/app-server.ts'
import { familySettings } from '../mocks/testing/compatibility/program.ts'
import { blockStorage } from './testing/block-storage.ts'
import { expectSameBytes, programFailures, sendFromPage, sendInPage } from './testing/conformance-door.ts'
import { expect, test } from './testing/plain-test.ts'

declare global {
  var acknowledge: (client: number, number: number) => Promise<void>
}

let app: AppServer

test.beforeAll(async () => {
  app = await buildAndServe('tab', './', 'development')
})
test.afterAll(() => app[Symbol.asyncDispose]())

const transports = ['page', 'worker'] as const

/** A quick run tests one transport of what both share. */
const deepInPage = (transport: (typeof transports)[number]) => ({
  tag: transport === 'page' ? ['@deep'] : [],
})

for (const transport of transports) {
  test(
    `responses through the ${transport} transport have the same bytes as those of the Node door`,
    deepInPage(transport),
    async ({ page }) => {
      test.slow()
      await open(page, { transport })

      await expectSameBytes(app.url, (requests) => page.evaluate(sendInPage, requests))
    },
  )
}

for (const transport of transports) {
  test(`${transport}: existing programs get the responses they need`, { tag: '@deep' }, async ({ page }) => {
    test.slow()
    await open(page, { transport, persist: false }, { entities: 120, ...familySettings })

    expect(await programFailures(page)).toEqual([])
  })

  test(
    `${transport}: a request sent before the sandbox is ready waits for it, and none reaches the network`,
    deepInPage(transport),
    async ({ page }) => {
      await open(page, { transport })

      await expect(page.locator('#first')).toHaveText('200')
      expect(app.escaped).toEqual([])
    },
  )

  test(
    `${transport}: a reload keeps everything in the sandboxes`,
    deepInPage(transport),
    async ({ page }) => {
      await open(page, { transport })
      await changeIdentifier(page, 'in-the-snapshot')
      await send(page, 'POST', '/__sandbox/snapshots', { name: 'base' })
      await changeIdentifier(page, 'later')
      await changeIdentifier(page, 'blue', '/s/blue')
      await send(page, 'PUT', '/__sandbox/clock', { mode: 'frozen', at: '2030-01-01T00:00:00.000Z' })
      await send(page, 'POST', '/__sandbox/faults', {
        match: { path: '/api/entities/1002' },
        times: 2,
        effect: { kind: 'response', status: 503 },
      })
      await send(page, 'PUT', '/__sandbox/scenario', { name: 'storage-fatal' })
      await send(page, 'PUT', '/__sandbox/user', { name: 'reader' })
      const token = await signIn(page)
      expect(await statusOf(page, '/api/entities/1002')).toBe(503)
      const before = await overviewOf(page)
      const journal = (await read(page, '/__sandbox/journal')).items

      await page.reload()

      expect(await overviewOf(page)).toEqual(before)
      expect((await read(page, '/__sandbox/journal')).items).toEqual(expect.arrayContaining(journal))
      expect(journal).toContainEqual(expect.objectContaining({ method: 'POST', path: '/oauth/token' }))
      expect(before).toMatchObject({
        scenario: 'storage-fatal',
        acting_user: 'reader',
        clock: { mode: 'frozen' },
      })
      expect(await readIdentifier(page)).toBe('later')
      expect(await readIdentifier(page, '/s/blue')).toBe('blue')
      expect(await statusOf(page, '/api/entities/1001', { authorization: `Bearer ${token}` })).toBe(200)
      expect(await statusOf(page, '/api/entities/1002')).toBe(503)
      expect(await statusOf(page, '/api/entities/1002')).toBe(200)
      await send(page, 'POST', '/__sandbox/snapshots/base/restore')
      expect(await readIdentifier(page)).toBe('in-the-snapshot')
      await send(page, 'POST', '/__sandbox/reset', { seed: 9 })

      await page.reload()
      await send(page, 'POST', '/__sandbox/reset')

      expect(await readIdentifier(page)).toBe('leek-soup')
      expect(await overviewOf(page)).toMatchObject({ seed: 9, scenario: null, acting_user: 'editor' })
    },
  )

  test(
    `${transport}: without persistence, changes are lost when the page closes`,
    { tag: '@deep' },
    async ({ page }) => {
      await open(page, { transport, persist: false })
      const before = await readIdentifier(page)
      await changeIdentifier(page, 'Unsaved')

      await page.reload()

      expect(await readIdentifier(page)).toBe(before)
    },
  )

  test(
    `${transport}: two tabs share data, also after the first one is closed`,
    deepInPage(transport),
    async ({ page, context }) => {
      const second = await context.newPage()

      await open(page, { transport })
      await open(second, { transport })
      await changeIdentifier(second, 'of-the-second')
      expect(await readIdentifier(page)).toBe('of-the-second')
      await changeIdentifier(page, 'of-the-first')
      expect(await readIdentifier(second)).toBe('of-the-first')
      const journal = (await read(second, '/__sandbox/journal')).items

      await page.close()

      expect(await readIdentifier(second)).toBe('of-the-first')
      expect((await read(second, '/__sandbox/journal')).items).toEqual(expect.arrayContaining(journal))
      expect(journal).toContainEqual(expect.objectContaining({ method: 'POST' }))
      await changeIdentifier(second, 'of-the-second-again')
      expect(await readIdentifier(second)).toBe('of-the-second-again')
    },
  )

  test(
    `${transport}: handlers of the page run before the service, and for other origins`,
    deepInPage(transport),
    async ({ page }) => {
      await page.addInitScript('globalThis.hasHandlers = true')
      await open(page, { transport, onUnhandledRequest: 'error' })

      const responses = await page.evaluate(async () => {
        const readByFetch = (url: string) =>
          fetch(url).then(
            async (response) => (await response.json()) as object,
            (error: Error) => ({ error: error.message }),
          )
        const readByXhr = (url: string) =>
          new Promise<object>((resolve) => {
            const xhr = new XMLHttpRequest()

            xhr.responseType = 'json'
            xhr.addEventListener('loadend', () => resolve((xhr.response ?? { error: xhr.status }) as object))
            xhr.open('GET', url)
            xhr.send()
          })
        const urls = [
          'https://elsewhere.example/greeting',
          'https://elsewhere.example/unknown',
          ...[1001, 1002, 1003].map((id) => `/api/entities/${id}`),
        ]

        return Promise.all([...urls.map(readByFetch), ...urls.map(readByXhr)])
      })

      const patched = { id: 1001, identifier: 'patched' }
      const passedThrough = { id: 1003 }

      expect(responses).toMatchObject([
        { greeting: 'hello' },
        { error: 'Failed to fetch' },
        patched,
        { error: 'Failed to fetch' },
        passedThrough,
        { greeting: 'hello' },
        { error: 0 },
        patched,
        { error: 0 },
        passedThrough,
      ])

      const identifiers = await page.evaluate(async () => {
        const sandbox = await globalThis.starting
        const identifierOf = () =>
          fetch('/api/entities/1001')
            .then((response) => response.json() as Promise<{ identifier: string }>)
            .then(({ identifier }) => identifier)

        sandbox?.use(...(globalThis.overriding ?? []))
        const overridden = await identifierOf()
        const byVerb = (await sandbox?.entity(1001))?.identifier
        sandbox?.stopUsing()

        return [overridden, await identifierOf(), byVerb]
      })

      // Requests of verbs bypass handlers.
      expect(identifiers).toEqual([
        'overridden',
        'patched',
        expect.not.stringMatching(/^(overridden|patched)$/),
      ])
    },
  )
}

test('a reload while changes are being stored keeps the journal', { tag: '@deep' }, async ({ page }) => {
  await open(page, { transport: 'page' })

  for (const reload of [1, 2, 3, 4, 5]) {
    await request(page, 'GET', `/api/entities/1001?reload=${reload}`)
    await page.evaluate(() => {
      const advance = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"ms":1000}' }

      for (let change = 0; change < 60; change++) void fetch('/__sandbox/clock/advance', advance)
    })

    await page.reload()

    const { items } = await read(page, `/__sandbox/journal?text=reload=${reload}`)
    expect(items).toContainEqual(expect.objectContaining({ query: `reload=${reload}` }))
  }
})

test(
  'a page that is reloaded before the sandbox has opened keeps the journal',
  { tag: '@deep' },
  async ({ page }) => {
    await open(page, { transport: 'page' })
    await request(page, 'GET', '/api/entities/1001?sent=before')
    // Reloaded while it reads what is stored, as by somebody who reloads twice.
    await page.addInitScript(() => {
      if (sessionStorage.getItem('reloaded')) return

      // oxlint-disable-next-line typescript/unbound-method -- it is called on its store below
      const { getAllKeys } = IDBObjectStore.prototype

      IDBObjectStore.prototype.getAllKeys = function (this: IDBObjectStore, ...range) {
        const readOn = () => getAllKeys.apply(this, range).addEventListener('success', readOn)

        sessionStorage.setItem('reloaded', 'yes')
        readOn()
        location.reload()

        return getAllKeys.apply(this, range)
      }
    })
    await page.reload()
    await page.waitForFunction(() => sessionStorage.getItem('reloaded'))
    const { items } = await read(page, '/__sandbox/journal?text=sent=before')

    expect(items).toContainEqual(expect.objectContaining({ query: 'sent=before' }))
  },
)

test(
  'a hard reload, which bypasses the service worker, is followed by a soft one',
  { tag: '@deep' },
  async ({ page }) => {
    await open(page, { transport: 'worker' })
    await changeIdentifier(page, 'kept')

    const session = await page.context().newCDPSession(page)
    await session.send('Page.reload', { ignoreCache: true })
    // Until the soft reload, requests are handled in the page.
    await expect
      .poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null).catch(() => false))
      .toBe(true)
    await expect(page.locator('#first')).toHaveText('200')
    expect(await readIdentifier(page)).toBe('kept')
    expect(app.escaped).toEqual([])
  },
)

test(
  'on an insecure origin, which has no service workers, requests are handled inside the page, which reports it',
  { tag: '@deep' },
  async ({ playwright }) => {
    const options = test.info().project.use.launchOptions
    const browser = await playwright.chromium.launch({
      ...options,
      args: [...(options?.args ?? []), '--host-resolver-rules=MAP app.test 127.0.0.1'],
    })
    const context = await browser.newContext()
    const page = await context.newPage()
    const insecure = app.url.replace('127.0.0.1', 'app.test')
    const messages: string[] = []

    page.on('console', (message) => messages.push(`${message.type()}: ${message.text()}`))
    await open(page, { transport: 'worker' }, kitchen, insecure)

    await expect(page.locator('#first')).toHaveText('200')
    expect(messages).toEqual([
      `info: [entity-sandbox] ${new URL(page.url()).origin}/api is handled inside this page: ${new URL(page.url()).origin} is not a secure origin, so service workers are not available.`,
    ])
    await changeIdentifier(page, 'kept')

    // Without locks, tabs don't share data: the last write is kept.
    const second = await context.newPage()

    await open(second, {}, kitchen, insecure)
    expect(await readIdentifier(second)).toBe('kept')
    await changeIdentifier(second, 'of-the-second')
    await changeIdentifier(page, 'of-the-first')
    await page.reload()
    expect(await readIdentifier(page)).toBe('of-the-first')
    await browser.close()
  },
)

for (const transport of transports) {
  test(`${transport}: an application in a subdirectory works`, { tag: '@deep' }, async ({ page }) => {
    await using nested = await buildAndServe('tab', '/some/base/', 'development')

    await open(page, { transport, persist: false }, kitchen, nested.url)

    await expect(page.locator('#first')).toHaveText('200')
    expect(nested.escaped).toEqual([])
  })
}

test('a page that no longer uses the service worker removes it', { tag: '@deep' }, async ({ page }) => {
  const workers = () =>
    page.evaluate(() => navigator.serviceWorker.getRegistrations().then(({ length }) => length))

  await open(page, { transport: 'worker' })
  expect(await workers()).toBe(1)

  await open(page, { transport: 'page' })
  await page.reload()

  expect(await workers()).toBe(0)
})

test(
  "an application's own service worker stays: requests are handled in the page, which reports it",
  { tag: '@deep' },
  async ({ page }) => {
    const messages: string[] = []

    page.on('console', (message) => messages.push(message.text()))
    await open(page, { transport: 'worker' })
    await page.evaluate(async () => {
      const hasChanged = new Promise((resolve) =>
        navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
      )

      await navigator.serviceWorker.register('own-worker.js')
      await hasChanged
    })
    expect(await statusOf(page, '/api/entities/1001')).toBe(200)

    await page.reload()
    expect(await statusOf(page, '/api/entities/1001')).toBe(200)

    const { origin } = new URL(app.url)

    expect(messages).toEqual([
      `[entity-sandbox] ${origin}/api is handled by a service worker.`,
      `[entity-sandbox] ${origin}/api is handled inside this page: another service worker has taken over.`,
      `[entity-sandbox] ${origin}/api is handled inside this page: the application has its own service worker, ${origin}/own-worker.js.`,
    ])
    expect(app.escaped).toEqual([])
  },
)

for (const transport of transports) {
  test(
    `${transport}: tabs that end while eight clients write lose no acknowledged change`,
    { tag: '@deep' },
    async ({ context }) => {
      const rounds = 15
      const acknowledged = Array.from({ length: 8 }, () => 0)
      const count = () => acknowledged.reduce((sum, number) => sum + number, 0)

      test.setTimeout(60_000 + rounds * 15_000)
      await context.exposeFunction('acknowledge', (client: number, number: number) => {
        acknowledged[client] = number
      })
      for (let round = 0; round < rounds; round++) {
        const [leader, follower] = [await context.newPage(), await context.newPage()]

        await open(leader, { transport })
        await open(follower, { transport })
        // The last change that was sent may have been stored, though its response did not arrive.
        for (const [client, number] of acknowledged.entries()) {
          const stored = await storedNumber(leader, client)

          expect([number, number + 1], `client ${client}, round ${round}`).toContain(stored)
          acknowledged[client] = stored
        }
        await leader.evaluate(
          writeAs,
          [0, 1, 2, 3].map((client) => [client, acknowledged[client] ?? 0]),
        )
        await follower.evaluate(
          writeAs,
          [4, 5, 6, 7].map((client) => [client, acknowledged[client] ?? 0]),
        )

        const before = count()

        await expect.poll(count, { intervals: [10] }).toBeGreaterThan(before + 20 + 7 * round)
        if (round % 2 === 0) {
          await leader.close()
          const left = count()

          // The other tab takes over.
          await expect.poll(count, { intervals: [10] }).toBeGreaterThan(left + 5)
        } else {
          await crash(leader)
        }
        await follower.close()
      }
    },
  )
}

test('changes that cannot be stored are reported, and stored later', async ({ page }) => {
  const messages: string[] = []
  const session = await page.context().newCDPSession(page)

  page.on('console', (message) => messages.push(message.text().replace(/ \(.*\)/, '')))
  await open(page, { quiet: true })
  await changeIdentifier(page, 'kept')
  // As when a user clears the site's data.
  await session.send('Storage.clearDataForOrigin', {
    origin: new URL(app.url).origin,
    storageTypes: 'indexeddb',
  })
  // As when the database is full.
  await page.evaluate(() => {
    const open = Object.getOwnPropertyDescriptor(IDBFactory.prototype, 'open') ?? {}

    Object.defineProperty(IDBFactory.prototype, 'open', {
      configurable: true,
      value() {
        throw new Error('full')
      },
    })
    addEventListener('space-freed', () => Object.defineProperty(IDBFactory.prototype, 'open', open))
  })
  await changeIdentifier(page, 'not-kept')
  expect(await readIdentifier(page)).toBe('not-kept')
  await page.evaluate(() => dispatchEvent(new Event('space-freed')))
  await changeIdentifier(page, 'kept-again')

  await page.reload()

  expect(await readIdentifier(page)).toBe('kept-again')
  expect(messages.filter((text) => text.includes(' Changes '))).toEqual([
    "[entity-sandbox] Changes from now on will be lost when this page closes: the browser can't store them.",
    '[entity-sandbox] Changes are saved in this browser again.',
  ])
})

for (const [outcome, times, isRead] of [
  ['briefly is read again, and nothing is lost', 2, true],
  ['permanently keeps its data for the next page', 1000, false],
] as const) {
  test(`a database that fails ${outcome}`, { tag: '@deep' }, async ({ page }) => {
    await open(page, {})
    await changeIdentifier(page, 'kept')
    // As WebKit does sometimes when a page is reloaded.
    await page.addInitScript((times) => {
      // oxlint-disable-next-line typescript/unbound-method -- it is called on its store below
      const { getAllKeys } = IDBObjectStore.prototype
      let failuresLeft = Number(sessionStorage.getItem('failures') ?? times)

      IDBObjectStore.prototype.getAllKeys = function (this: IDBObjectStore, ...range) {
        if (failuresLeft-- > 0) this.transaction.abort()

        return getAllKeys.apply(this, range)
      }
    }, times)
    await page.reload()
    expect((await readIdentifier(page)) === 'kept').toBe(isRead)

    await page.evaluate(() => sessionStorage.setItem('failures', '0'))
    await page.reload()
    expect(await readIdentifier(page)).toBe('kept')
  })
}

test('if the browser blocks all storage, requests are handled inside the page', async ({ page }) => {
  await blockStorage(page)
  await page.addInitScript(() => {
    for (const method of ['register', 'getRegistrations', 'getRegistration']) {
      Object.defineProperty(ServiceWorkerContainer.prototype, method, {
        value: () => Promise.reject(new DOMException('Access is denied for this document.', 'SecurityError')),
      })
    }
  })
  await open(page, { transport: 'worker' })

  await expect(page.locator('#first')).toHaveText('200')
})

for (const [what, workerUrl, reason] of [
  ['is missing', '/nowhere.js', "can't be used"],
  ['never answers', '/own-worker.js', 'it has not answered in 8 seconds'],
] as const) {
  test(`if the worker script ${what}, requests are still handled`, { tag: '@deep' }, async ({ page }) => {
    const said = page.waitForEvent('console', (message) => message.text().includes('inside this page'))

    await open(page, { transport: 'worker', workerUrl })

    await expect(page.locator('#first')).toHaveText('200')
    expect((await said).text()).toContain(reason)
  })
}

test(
  'if the modules of the worker transport never load, requests are still handled',
  { tag: '@deep' },
  async ({ page }) => {
    const said = page.waitForEvent('console', (message) => message.text().includes('inside this page'))

    await page.route(/\/worker-[^/]*\.js$/, () => {}) // never answered
    await open(page, { transport: 'worker' })

    await expect(page.locator('#first')).toHaveText('200', { timeout: 40_000 })
    expect((await said).text()).toContain('its modules have not loaded in 30 seconds')
  },
)

for (const transport of transports) {
  test(
    `${transport}: messages are followed and listed, and none is sent`,
    deepInPage(transport),
    async ({ page }) => {
      await open(page, { transport, persist: false, webhooks: `${app.url}/api/hook` })

      const [id, told, states] = await page.evaluate(async () => {
        const sandbox = await globalThis.starting
        const ids: number[] = []
        const end = await sandbox?.on('entity.created', ({ saveEntityMessage }) => {
          ids.push(saveEntityMessage.TargetId)
        })
        const menu = await sandbox?.give('T.Menu')

        while (ids.length === 0) await new Promise((resolve) => setTimeout(resolve, 10))
        end?.()

        return [menu?.id, ids, (await sandbox?.messages())?.map(({ state }) => state)]
      })

      expect([told, states]).toEqual([[id], ['withheld']])
      // Other tests of this page let requests escape on purpose.
      expect(app.escaped.filter((request) => request.includes('/api/hook'))).toEqual([])
    },
  )
}

test(
  'starting again replaces the running sandbox, and keeps its data',
  { tag: '@deep' },
  async ({ page }) => {
    await open(page, { transport: 'page' })
    await changeIdentifier(page, 'kept')

    await page.evaluate(() => globalThis.startAgain?.(globalThis.sandboxOptions ?? {}).then(() => undefined))

    expect(await readIdentifier(page)).toBe('kept')
  },
)

test('another base URL, with a path, is handled as well', { tag: '@deep' }, async ({ page }) => {
  await open(page, { baseUrl: 'https://api.example/v2' })

  const { self } = await read(page, 'https://api.example/v2/api/entities/1001')

  expect(self.href).toBe('https://api.example/v2/api/entities/1001')
})

test('XMLHttpRequest is handled like fetch, with its events in order, its timeout, and URLs relative to <base>', async ({
  page,
}) => {
  await open(page, { transport: 'page' })
  await send(page, 'POST', '/__sandbox/faults', {
    match: { path: '/api/entities/1002' },
    effect: { kind: 'never' },
  })

  const result = await page.evaluate(async () => {
    const sendXhr = async (method: string, url: string, body?: string, timeout = 0) => {
      const events: string[] = []
      const xhr = new XMLHttpRequest()
      const done = new Promise((resolve) => xhr.addEventListener('loadend', resolve))

      for (const type of ['loadstart', 'load', 'loadend', 'error', 'abort', 'timeout']) {
        xhr.addEventListener(type, () => events.push(type))
      }
      xhr.addEventListener('readystatechange', () => events.push(String(xhr.readyState)))
      xhr.open(method, url)
      xhr.setRequestHeader('Content-Type', 'application/json')
      xhr.responseType = 'json'
      xhr.timeout = timeout
      xhr.send(body)
      await done

      return { events, status: xhr.status, type: xhr.getResponseHeader('content-type'), xhr }
    }
    const base = document.createElement('base')

    base.href = '/api/'
    document.head.append(base)

    const relative = await sendXhr('GET', 'entities/1001')
    const byFetch = await fetch('entities/1001')

    base.remove()

    const { xhr, ...put } = await sendXhr('PUT', '/api/entities/1001', '{"properties": []}')
    const late = await sendXhr('GET', '/api/entities/1002', undefined, 100)

    return {
      put,
      names: Object.keys(xhr.response as object),
      late: [late.status, ...late.events],
      relative: [relative.status, byFetch.status],
    }
  })

  expect(result).toEqual({
    put: {
      events: ['1', 'loadstart', '2', '3', '4', 'load', 'loadend'],
      status: 400,
      type: 'application/json; charset=utf-8',
    },
    names: ['properties'],
    late: [0, '1', '4', 'timeout', 'loadend'],
    relative: [200, 200],
  })
})

test(
  'a response to fetch and its clone have the URL; an EventSource is an instance of its class',
  { tag: '@deep' },
  async ({ page }) => {
    await open(page, { transport: 'page' })

    const result = await page.evaluate(async () => {
      const response = await fetch('/api/entities/1001')
      const stream = new EventSource('/__sandbox/events')
      const isEventSource = stream instanceof EventSource

      stream.close()

      return {
        response: new URL(response.url).pathname,
        clone: new URL(response.clone().url).pathname,
        isEventSource,
        isClosed: stream.readyState === EventSource.CLOSED,
      }
    })

    expect(result).toEqual({
      response: '/api/entities/1001',
      clone: '/api/entities/1001',
      isEventSource: true,
      isClosed: true,
    })
  },
)

test('fetch and XMLHttpRequest can be aborted: then nothing loads, and nothing goes to the network', async ({
  page,
}) => {
  const before = app.escaped.length // earlier tests send to the network

  await page.addInitScript('globalThis.hasHandlers = true')
  await open(page, { transport: 'page' })

  const result = await page.evaluate(async () => {
    const events: string[] = []
    const xhr = new XMLHttpRequest()

    for (const type of ['readystatechange', 'load', 'error', 'abort', 'timeout', 'loadend']) {
      xhr.addEventListener(type, () => events.push(type))
    }
    for (const url of ['/api/entities/1001', '/elsewhere']) {
      xhr.open('POST', url)
      xhr.abort()
      xhr.send()
      xhr.abort()
    }

    const aborted = await fetch('/api/entities/1001', { signal: AbortSignal.abort() }).catch(
      ({ name }: Error) => name,
    )

    await new Promise((resolve) => setTimeout(resolve, 200))

    return { aborted, events, readyState: xhr.readyState, status: xhr.status }
  })
  const ofOne = ['readystatechange', 'abort', 'loadend']

  expect(result).toEqual({
    aborted: 'AbortError',
    events: ['readystatechange', ...ofOne, ...ofOne],
    readyState: 0,
    status: 0,
  })
  expect(app.escaped.slice(before)).toEqual([])
})

test('an XMLHttpRequest can be opened again, also for the network, with its listeners and exact bytes', async ({
  page,
}) => {
  await page.addInitScript('globalThis.hasHandlers = true')
  await open(page, { transport: 'page' })

  const result = await page.evaluate(async () => {
    const xhr = new XMLHttpRequest()
    const calls: string[] = []
    const removed = () => calls.push('removed')
    const send = (method: string, url: string, body?: string) =>
      new Promise<void>((resolve) => {
        xhr.addEventListener('loadend', () => resolve(), { once: true })
        xhr.open(method, url)
        xhr.send(body)
        calls.push(`${method} ${url}`)
      })

    xhr.addEventListener('load', removed)
    xhr.removeEventListener('load', removed)
    xhr.addEventListener('load', { handleEvent: ({ target }) => calls.push(`object ${target === xhr}`) })
    xhr.addEventListener('progress', ({ loaded }) => calls.push(`progress ${loaded > 0}`), { once: true })
    xhr.upload.addEventListener('load', () => calls.push('uploaded'))
    // oxlint-disable-next-line unicorn/prefer-add-event-listener -- the property is tested
    xhr.onload = () => calls.push(`property ${xhr.status}`)

    await send('GET', '/api/status')
    await send('POST', '/api/entities', '{}')
    xhr.responseType = 'blob'
    await send('GET', '/bytes')

    const blob = xhr.response as Blob
    const bytes = [...new Uint8Array(await blob.arrayBuffer())]

    await send('GET', '/index.html')

    return { calls, bytes, type: blob.type, page: await (xhr.response as Blob).text() }
  })

  expect(result).toEqual({
    calls: [
      'GET /api/status',
      'progress true',
      'object true',
      'property 200',
      'POST /api/entities',
      'uploaded',
      'object true',
      'property 400',
      'GET /bytes',
      'object true',
      'property 200',
      'GET /index.html',
      'object true',
      'property 200',
    ],
    bytes: [0x89, 0xff, 0],
    type: 'application/octet-stream',
    page: expect.stringContaining('<!doctype html>'),
  })
})

test('a production build of an application contains nothing of the sandbox', { tag: '@deep' }, async () => {
  const folder = await buildApp('tab', './', 'production')
  const files = await readdir(join(folder, 'assets'))
  const texts = await Promise.all(files.map((file) => readFile(join(folder, 'assets', file), 'utf8')))

  expect(files).toHaveLength(1)
  expect(texts.join('')).not.toContain('entitySandboxInThisTab')
  await rm(folder, { recursive: true })
})

/** Opens the application, by default with the kitchen data. When it starts, it requests entity 1001 and shows the status. */
async function open(
  page: Page,
  options: StartOptions,
  data: StartOptions = kitchen,
  url = app.url,
): Promise<void> {
  await page.addInitScript(`globalThis.sandboxOptions = ${JSON.stringify({ ...data, ...options })}`)
  await page.goto(url)
  await page.waitForFunction(() => globalThis.starting)
  await page.evaluate(() => globalThis.starting?.then(() => undefined))
}

/** Runs in a page: each client changes an entity of its own, without end, and reports what was acknowledged. */
function writeAs(clients: readonly (readonly number[])[]): void {
  const write = async (client = 0, last = 0) => {
    for (let number = last + 1; ; number++) {
      const { status } = await fetch('/api/entities', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          identifier: `client-${client}`,
          entitydefinition: { href: `${location.origin}/api/entitydefinitions/T.Menu` },
          properties: { Name: String(number) },
        }),
      })

      if (status === 201) await globalThis.acknowledge(client, number)
    }
  }

  for (const [client, last] of clients) void write(client, last)
}

async function storedNumber(page: Page, client: number): Promise<number> {
  const { properties } = await read(page, `/api/entities/identifier/client-${client}`)

  return Number(properties?.Name ?? 0)
}

/** Ends the process of a page, and with it that of other pages of its site. */
async function crash(page: Page): Promise<void> {
  await Promise.all([page.waitForEvent('crash'), page.goto('chrome://crash').catch(() => undefined)])
  await page.close()
}

/** Sends a request from the page, once the sandbox is being started. */
async function request(
  page: Page,
  method: string,
  path: string,
  init: Pick<ConformanceRequest, 'headers' | 'body'> = {},
) {
  await page.waitForFunction(() => globalThis.starting)

  return sendFromPage(page, { method, path, ...init })
}

async function statusOf(page: Page, path: string, headers: Record<string, string> = {}): Promise<number> {
  return (await request(page, 'GET', path, { headers })).status
}

/** Reads JSON. */
async function read(page: Page, path: string) {
  return JSON.parse((await request(page, 'GET', path)).body)
}

/** Sends a request that must succeed. */
async function send(page: Page, method: string, path: string, json?: object): Promise<void> {
  const body = json ? { body: JSON.stringify(json) } : {}
  const headers = { 'content-type': 'application/json' }

  expect((await request(page, method, path, { headers, ...body })).status, `${method} ${path}`).toBeLessThan(
    300,
  )
}

/** The overview of the sandbox, without its count of requests. */
async function overviewOf(page: Page): Promise<object> {
  return { ...(await read(page, '/__sandbox')), journal: undefined }
}

async function signIn(page: Page): Promise<string> {
  const form = {
    grant_type: 'password',
    username: 'admin',
    password: 'admin',
    client_id: 'sandbox',
    client_secret: 'sandbox',
  }
  const { body } = await request(page, 'POST', '/oauth/token', {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: String(new URLSearchParams(form)),
  })

  return JSON.parse(body).access_token
}

/** Changes the identifier of an entity. */
function changeIdentifier(page: Page, identifier: string, prefix = ''): Promise<void> {
  return send(page, 'POST', `${prefix}/api/entities`, { id: 1001, identifier })
}

async function readIdentifier(page: Page, prefix = ''): Promise<string> {
  return (await read(page, `${prefix}/api/entities/1001`)).identifier
}
