import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test as base, type Page } from '@playwright/test'
import type { StartOptions } from '../mocks/browser/start-sandbox.ts'
import { conformance, type ConformanceResponse } from '../mocks/testing/conformance.ts'
import { kitchen } from '../mocks/testing/kitchen-data.ts'
import { isDeep } from '../mocks/testing/scale.ts'
import { buildApp, serveApp, type AppServer } from './testing/app-server.ts'
import { askNodeDoor, askPage, failuresOfPrograms, startNodeDoor } from './testing/conformance-door.ts'

const test = base.extend<object, { app: AppServer }>({
  app: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads from it that no fixture is needed
    async ({}, use) => {
      await using app = await serveApp(await buildApp('tab', './', 'development'))

      await use(app)
    },
    { scope: 'worker', timeout: 90_000 },
  ],
})

const transports = ['page', 'worker'] as const

for (const transport of transports) {
  test(`the responses through the ${transport} transport are those of the Node door, byte for byte`, async ({
    page,
    app,
  }) => {
    test.slow()
    using door = await startNodeDoor()

    await open(page, app, { transport })

    for (const [number, { name, requests }] of conformance.entries()) {
      const prefix = `/s/case-${number}`
      const fromNode: ConformanceResponse[] = []

      for (const request of requests) {
        const path = `${prefix}${request.path}`

        fromNode.push(await askNodeDoor(door, new URL(app.url).origin, { ...request, path }))
      }

      expect(await askPage(page, prefix, requests), name).toEqual(fromNode)
    }
  })
}

for (const transport of transports) {
  test(`${transport}: programs of others get what they read`, async ({ page, app }) => {
    test.skip(transport === 'worker' && !isDeep, 'A part of the deep run.')
    test.slow()
    await open(page, app, { transport, persist: false }, { entities: 120 })

    expect(await failuresOfPrograms(page)).toEqual([])
  })

  test(`${transport}: a request sent before the sandbox is ready waits for it, none escapes to the network`, async ({
    page,
    app,
  }) => {
    await open(page, app, { transport })

    await expect(page.locator('#first')).toHaveText('200')
    expect(app.escaped).toEqual([])
  })

  test(`${transport}: a reload is not noticed: everything in the sandboxes stays`, async ({ page, app }) => {
    await open(page, app, { transport })
    await rename(page, 'in-the-snapshot')
    await send(page, 'POST', '/__sandbox/snapshots', { name: 'base' })
    await rename(page, 'later')
    await rename(page, 'blue', '/s/blue')
    await send(page, 'PUT', '/__sandbox/clock', { mode: 'frozen', at: '2030-01-01T00:00:00.000Z' })
    await send(page, 'POST', '/__sandbox/faults', {
      match: { path: '/api/entities/1002' },
      times: 2,
      effect: { kind: 'answer', status: 503 },
    })
    await send(page, 'PUT', '/__sandbox/scenario', { name: 'storage-fatal' })
    await send(page, 'PUT', '/__sandbox/user', { name: 'reader' })
    const token = await signIn(page)
    expect(await statusOf(page, '/api/entities/1002')).toBe(503)
    const before = await overviewOf(page)
    const journal = await journalOf(page)

    await page.reload()

    expect(await overviewOf(page)).toEqual(before)
    expect(await journalOf(page)).toEqual(expect.arrayContaining(journal))
    expect(journal).toContainEqual(expect.objectContaining({ method: 'POST', path: '/oauth/token' }))
    expect(before).toMatchObject({
      scenario: 'storage-fatal',
      acting_user: 'reader',
      clock: { mode: 'frozen' },
    })
    expect(await nameOf(page)).toBe('later')
    expect(await nameOf(page, '/s/blue')).toBe('blue')
    expect(await statusOf(page, '/api/entities/1001', { authorization: `Bearer ${token}` })).toBe(200)
    expect(await statusOf(page, '/api/entities/1002')).toBe(503)
    expect(await statusOf(page, '/api/entities/1002')).toBe(200)
    await send(page, 'POST', '/__sandbox/snapshots/base/restore')
    expect(await nameOf(page)).toBe('in-the-snapshot')
    await send(page, 'POST', '/__sandbox/reset', { seed: 9 })

    await page.reload()
    await send(page, 'POST', '/__sandbox/reset')

    expect(await nameOf(page)).toBe('leek-soup')
    expect(await overviewOf(page)).toMatchObject({ seed: 9, scenario: null, acting_user: 'editor' })
  })

  test(`${transport}: without persistence changes go with the page`, async ({ page, app }) => {
    await open(page, app, { transport, persist: false })
    const before = await nameOf(page)
    await rename(page, 'Unsaved')

    await page.reload()

    expect(await nameOf(page)).toBe(before)
  })

  test(`${transport}: two tabs have the same data, also when the first one is closed`, async ({
    page,
    context,
    app,
  }) => {
    const second = await context.newPage()

    await open(page, app, { transport })
    await open(second, app, { transport })
    await rename(second, 'of-the-second')
    expect(await nameOf(page)).toBe('of-the-second')
    await rename(page, 'of-the-first')
    expect(await nameOf(second)).toBe('of-the-first')

    await page.close()

    expect(await nameOf(second)).toBe('of-the-first')
    await rename(second, 'of-the-second-again')
    expect(await nameOf(second)).toBe('of-the-second-again')
  })

  test(`${transport}: events of changes reach a tab that does not lead`, async ({ page, context, app }) => {
    const second = await context.newPage()

    await open(page, app, { transport })
    await open(second, app, { transport })
    await second.evaluate(() => {
      const seen = new Promise<string>((resolve) => {
        const source = new EventSource('/__sandbox/events')

        source.addEventListener('change', ({ data }) => resolve(String(data)))
      })

      Object.assign(globalThis, { seen })

      return new Promise<void>((resolve) => setTimeout(resolve, 200))
    })
    await rename(page, 'seen-elsewhere')

    const seen = await second.evaluate(() => (globalThis as { seen?: Promise<string> }).seen)

    expect(JSON.parse(seen ?? '')).toMatchObject({ changes: [{ table: 'entities', keys: [1001] }] })
  })
}

for (const transport of transports) {
  test(`${transport}: handlers of the page run before the service, and for other addresses`, async ({
    page,
    app,
  }) => {
    await page.addInitScript('globalThis.hasHandlers = true')
    await open(page, app, { transport, onUnhandledRequest: 'error' })

    const responses = await page.evaluate(async () => {
      const ask = (url: string) =>
        fetch(url).then(
          async (response) => (await response.json()) as object,
          (error: Error) => ({ error: error.message }),
        )
      const askByXhr = (url: string) =>
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

      return Promise.all([...urls.map(ask), ...urls.map(askByXhr)])
    })

    const inCommon = { patched: { id: 1001, identifier: 'patched' }, passed: { id: 1003 } }

    expect(responses).toMatchObject([
      { greeting: 'hello' },
      { error: 'Failed to fetch' },
      inCommon.patched,
      { error: 'Failed to fetch' },
      inCommon.passed,
      { greeting: 'hello' },
      { error: 0 },
      inCommon.patched,
      { error: 0 },
      inCommon.passed,
    ])

    const identifiers = await page.evaluate(async () => {
      const sandbox = await globalThis.starting
      const identifierOf = () =>
        fetch('/api/entities/1001')
          .then((response) => response.json() as Promise<{ identifier: string }>)
          .then(({ identifier }) => identifier)

      sandbox?.use(...(globalThis.overriding ?? []))
      const overridden = await identifierOf()
      const own = (await sandbox?.entity(1001))?.identifier
      sandbox?.stopUsing()

      return [overridden, await identifierOf(), own]
    })

    // The verbs of the sandbox pass handlers by.
    expect(identifiers).toEqual([
      'overridden',
      'patched',
      expect.not.stringMatching(/^(overridden|patched)$/),
    ])
  })
}

test('a hard reload, which takes the service worker away, is followed by a soft one', async ({
  page,
  app,
}) => {
  await open(page, app, { transport: 'worker' })
  await rename(page, 'kept')

  const session = await page.context().newCDPSession(page)
  await session.send('Page.reload', { ignoreCache: true })
  // Until the soft reload, requests are handled in the page.
  await expect
    .poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null).catch(() => false))
    .toBe(true)
  await expect(page.locator('#first')).toHaveText('200')
  expect(await nameOf(page)).toBe('kept')
  expect(app.escaped).toEqual([])
})

test('an insecure origin, which has no service workers, is handled inside the page, and says so', async ({
  playwright,
  app,
}) => {
  const options = test.info().project.use.launchOptions
  const browser = await playwright.chromium.launch({
    ...options,
    args: [...(options?.args ?? []), '--host-resolver-rules=MAP app.test 127.0.0.1'],
  })
  const context = await browser.newContext()
  const page = await context.newPage()
  const insecure = { ...app, url: app.url.replace('127.0.0.1', 'app.test') }
  const said: string[] = []

  page.on('console', (message) => said.push(`${message.type()}: ${message.text()}`))
  await open(page, insecure, { transport: 'worker' })

  await expect(page.locator('#first')).toHaveText('200')
  expect(said).toEqual([
    `info: [entity-sandbox] ${new URL(page.url()).origin}/api is handled inside this page: ${new URL(page.url()).origin} is not a secure origin, so service workers are not available.`,
  ])
  await rename(page, 'kept')

  // Without locks, tabs don't share: the last one to write is kept.
  const second = await context.newPage()

  await open(second, insecure, {})
  expect(await nameOf(second)).toBe('kept')
  await rename(second, 'of-the-second')
  await rename(page, 'of-the-first')
  await page.reload()
  expect(await nameOf(page)).toBe('of-the-first')
  await browser.close()
})

for (const transport of transports) {
  test(`${transport}: an application in a sub-directory is handled, whatever its page`, async ({ page }) => {
    await using app = await serveApp(await buildApp('tab', '/some/base/', 'development'), '/some/base/')

    await open(page, app, { transport, persist: false })

    await expect(page.locator('#first')).toHaveText('200')
    expect(app.escaped).toEqual([])
  })
}

test('a page that no longer uses the service worker removes it', async ({ page, app }) => {
  const workers = () =>
    page.evaluate(() => navigator.serviceWorker.getRegistrations().then(({ length }) => length))

  await open(page, app, { transport: 'worker' })
  expect(await workers()).toBe(1)

  await open(page, app, { transport: 'page' })
  await page.reload()

  expect(await workers()).toBe(0)
})

test("an application's own service worker stays: requests are handled in the page, and it says so", async ({
  page,
  app,
}) => {
  const said: string[] = []

  page.on('console', (message) => said.push(message.text()))
  await open(page, app, { transport: 'worker' })
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

  expect(said).toEqual([
    `[entity-sandbox] ${origin}/api is handled by a service worker.`,
    `[entity-sandbox] ${origin}/api is handled inside this page: another service worker has taken over.`,
    `[entity-sandbox] ${origin}/api is handled inside this page: the application has its own service worker, ${origin}/own-worker.js.`,
  ])
  expect(app.escaped).toEqual([])
})

test('what the browser does not keep is said, and kept as soon as it can be', async ({ page, app }) => {
  const said: string[] = []
  const session = await page.context().newCDPSession(page)

  page.on('console', (message) => said.push(message.text().replace(/ \(.*\)/, '')))
  await open(page, app, { quiet: true })
  await rename(page, 'kept')
  // As when someone clears the site's data.
  await session.send('Storage.clearDataForOrigin', {
    origin: new URL(app.url).origin,
    storageTypes: 'indexeddb',
  })
  // As when it takes no more.
  await page.evaluate(() => {
    const open = Object.getOwnPropertyDescriptor(IDBFactory.prototype, 'open') ?? {}

    Object.defineProperty(IDBFactory.prototype, 'open', {
      configurable: true,
      value() {
        throw new Error('full')
      },
    })
    addEventListener('room', () => Object.defineProperty(IDBFactory.prototype, 'open', open))
  })
  await rename(page, 'not-kept')
  expect(await nameOf(page)).toBe('not-kept')
  await page.evaluate(() => dispatchEvent(new Event('room')))
  await rename(page, 'kept-again')

  await page.reload()

  expect(await nameOf(page)).toBe('kept-again')
  expect(said).toEqual([
    "[entity-sandbox] Changes from now on will be lost when this page closes: the browser can't store them.",
    '[entity-sandbox] Changes are saved in this browser again.',
  ])
})

for (const [what, times, isSeen] of [
  ['for a moment is tried again, and nothing is lost', 2, true],
  ['for good leaves what it has kept to the next page', 1000, false],
] as const) {
  test(`a database that fails ${what}`, async ({ page, app }) => {
    await open(page, app, {})
    await rename(page, 'kept')
    // As WebKit does now and then, when a page is loaded anew.
    await page.addInitScript((times) => {
      // oxlint-disable-next-line typescript/unbound-method -- it is called on its store below
      const { getAllKeys } = IDBObjectStore.prototype
      let left = Number(sessionStorage.getItem('failures') ?? times)

      IDBObjectStore.prototype.getAllKeys = function (this: IDBObjectStore, ...range) {
        if (left-- > 0) this.transaction.abort()

        return getAllKeys.apply(this, range)
      }
    }, times)
    await page.reload()
    expect((await nameOf(page)) === 'kept').toBe(isSeen)

    await page.evaluate(() => sessionStorage.setItem('failures', '0'))
    await page.reload()
    expect(await nameOf(page)).toBe('kept')
  })
}

test('a page whose browser blocks all storage is answered inside the page', async ({ page, app }) => {
  await page.addInitScript(() => {
    const denied = () => new DOMException('Access is denied for this document.', 'SecurityError')

    for (const storage of ['localStorage', 'sessionStorage', 'indexedDB']) {
      Object.defineProperty(globalThis, storage, {
        get: () => {
          throw denied()
        },
      })
    }
    for (const method of ['register', 'getRegistrations', 'getRegistration']) {
      Object.defineProperty(ServiceWorkerContainer.prototype, method, {
        value: () => Promise.reject(denied()),
      })
    }
  })
  await open(page, app, { transport: 'worker' })

  await expect(page.locator('#first')).toHaveText('200')
})

test('a worker script that is missing leaves a page that is answered all the same', async ({ page, app }) => {
  await open(page, app, { transport: 'worker', workerUrl: '/nowhere.js' })

  await expect(page.locator('#first')).toHaveText('200')
})

test('starting again replaces the running sandbox, and its data stays', async ({ page, app }) => {
  await open(page, app, { transport: 'page' })
  await rename(page, 'kept')

  await page.evaluate(() => globalThis.startAgain?.(globalThis.sandboxOptions ?? {}).then(() => undefined))

  expect(await nameOf(page)).toBe('kept')
})

test('its own base URL, with a path, is handled as well', async ({ page, app }) => {
  await open(page, app, { baseUrl: 'https://api.example/v2' })

  const self = await page.evaluate(async () => {
    const response = await fetch('https://api.example/v2/api/entities/1001')
    const { self } = (await response.json()) as { self: { href: string } }

    return self.href
  })

  expect(self).toBe('https://api.example/v2/api/entities/1001')
})

test('XMLHttpRequest is handled as fetch is, with its events in their order', async ({ page, app }) => {
  await open(page, app, { transport: 'page' })

  const seen = await page.evaluate(async () => {
    const events: string[] = []
    const xhr = new XMLHttpRequest()
    const done = new Promise((resolve) => xhr.addEventListener('loadend', resolve))

    for (const type of ['loadstart', 'load', 'loadend', 'error', 'abort']) {
      xhr.addEventListener(type, () => events.push(type))
    }
    xhr.addEventListener('readystatechange', () => events.push(String(xhr.readyState)))
    xhr.open('PUT', '/api/entities/1001')
    xhr.setRequestHeader('Content-Type', 'application/json')
    xhr.responseType = 'json'
    xhr.send('{"properties": []}')
    await done

    return {
      events,
      status: xhr.status,
      type: xhr.getResponseHeader('content-type'),
      names: Object.keys(xhr.response as object),
    }
  })

  expect(seen).toEqual({
    events: ['1', 'loadstart', '2', '3', '4', 'load', 'loadend'],
    status: 400,
    type: 'application/json; charset=utf-8',
    names: ['properties'],
  })
})

test('XMLHttpRequest begins as it is sent, and takes no header and no second sending after that', async ({
  page,
  app,
}) => {
  await open(page, app, { transport: 'page' })

  const seen = await page.evaluate(async () => {
    const events: string[] = []
    const xhr = new XMLHttpRequest()
    const ended = new Promise((resolve) => xhr.addEventListener('loadend', resolve))
    const refused = (act: () => void) => {
      try {
        act()
      } catch (error) {
        events.push((error as Error).name)
      }
    }

    xhr.addEventListener('loadstart', () => events.push('loadstart'))
    xhr.open('GET', '/api/entities/1001')
    xhr.send()
    events.push('sent')
    refused(() => xhr.send())
    refused(() => xhr.setRequestHeader('X-Late', '1'))
    await ended

    return [...events, xhr.status]
  })

  expect(seen).toEqual(['loadstart', 'sent', 'InvalidStateError', 'InvalidStateError', 200])
})

test('a response to fetch has its address, and so has its clone; an EventSource is one', async ({
  page,
  app,
}) => {
  await open(page, app, { transport: 'page' })

  const seen = await page.evaluate(async () => {
    const response = await fetch('/api/entities/1001')
    const stream = new EventSource('/__sandbox/events')
    const isEventSource = stream instanceof EventSource

    stream.close()

    return {
      own: new URL(response.url).pathname,
      clone: new URL(response.clone().url).pathname,
      isEventSource,
      isClosed: stream.readyState === EventSource.CLOSED,
    }
  })

  expect(seen).toEqual({
    own: '/api/entities/1001',
    clone: '/api/entities/1001',
    isEventSource: true,
    isClosed: true,
  })
})

test('an aborted request is aborted', async ({ page, app }) => {
  await open(page, app, { transport: 'page' })

  const seen = await page.evaluate(async () => {
    const xhr = new XMLHttpRequest()
    const ended = new Promise((resolve) => xhr.addEventListener('abort', ({ type }) => resolve(type)))

    xhr.open('GET', '/api/entities/1001')
    xhr.send()
    xhr.abort()

    return [
      await fetch('/api/entities/1001', { signal: AbortSignal.abort() }).catch(({ name }: Error) => name),
      await ended,
    ]
  })

  expect(seen).toEqual(['AbortError', 'abort'])
})

test('a production build of an application has none of the sandbox in it', async () => {
  const folder = await buildApp('tab', './', 'production')
  const files = await readdir(join(folder, 'assets'))
  const texts = await Promise.all(files.map((file) => readFile(join(folder, 'assets', file), 'utf8')))

  expect(files).toHaveLength(1)
  expect(texts.join('')).not.toContain('entitySandboxInThisTab')
  await rm(folder, { recursive: true })
})

/** Opens the application with the data of the kitchen, of which it requests the soup. */
async function open(
  page: Page,
  app: AppServer,
  options: StartOptions,
  data: StartOptions = kitchen,
): Promise<void> {
  await page.addInitScript(`globalThis.sandboxOptions = ${JSON.stringify({ ...data, ...options })}`)
  await page.goto(app.url)
  await page.waitForFunction(() => globalThis.starting)
  await page.evaluate(() => globalThis.starting?.then(() => undefined))
}

async function statusOf(page: Page, path: string, headers: Record<string, string> = {}): Promise<number> {
  await page.waitForFunction(() => globalThis.starting)

  return page.evaluate(([path, headers]) => fetch(path, { headers }).then(({ status }) => status), [
    path,
    headers,
  ] as const)
}

/** Sends a request that has to succeed. */
async function send(page: Page, method: string, path: string, body?: object): Promise<void> {
  await page.waitForFunction(() => globalThis.starting)
  const status = await page.evaluate(
    ([method, path, body]) =>
      fetch(path, { method, headers: { 'content-type': 'application/json' }, body }).then(
        (response) => response.status,
      ),
    [method, path, body ? JSON.stringify(body) : null] as const,
  )

  expect(status, `${method} ${path}`).toBeLessThan(300)
}

/** The overview of the sandbox, without its count of requests. */
async function overviewOf(page: Page): Promise<object> {
  await page.waitForFunction(() => globalThis.starting)

  return page.evaluate(async () => {
    const response = await fetch('/__sandbox')

    return { ...((await response.json()) as object), journal: undefined }
  })
}

function journalOf(page: Page): Promise<object[]> {
  return page.evaluate(async () => {
    const response = await fetch('/__sandbox/journal')
    const { items } = (await response.json()) as { items: object[] }

    return items
  })
}

function signIn(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const response = await fetch('/oauth/token', {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'password',
        username: 'admin',
        password: 'admin',
        client_id: 'sandbox',
        client_secret: 'sandbox',
      }),
    })
    const { access_token } = (await response.json()) as { access_token: string }

    return access_token
  })
}

/** Changes the identifier of an entity, which every entity has. */
function rename(page: Page, identifier: string, prefix = ''): Promise<void> {
  return send(page, 'POST', `${prefix}/api/entities`, { id: 1001, identifier })
}

async function nameOf(page: Page, prefix = ''): Promise<string> {
  await page.waitForFunction(() => globalThis.starting)

  return page.evaluate(async (prefix) => {
    const response = await fetch(`${prefix}/api/entities/1001`)
    const { identifier } = (await response.json()) as { identifier: string }

    return identifier
  }, prefix)
}
