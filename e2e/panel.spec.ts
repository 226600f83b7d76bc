import { readdir, readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join, resolve } from 'node:path'
import type { Page } from '@playwright/test'
import sirv from 'sirv'
import { expectAccessible, tabTo } from './console/console-test.ts'
import { startServer } from './testing/start-server.ts'
import { expect, test } from './testing/vite-test.ts'

// Servers with the same options have the same data: each test has another seed.
const partsOf = (page: Page) => {
  const pill = page.getByRole('button', { name: 'Sandbox ·' })

  return { pill, console: page.frameLocator('iframe[title="Console of the sandbox"]') }
}

/** Changes the sandbox as another program does. */
const control = async (url: string, method: string, path: string, body?: object) => {
  const response = await fetch(new URL(`/__sandbox${path}`, url), {
    method,
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body ?? {}),
  })

  expect(response.ok, `${method} ${path}: ${response.status}`).toBe(true)
}

test('the pill says as whom, in which scenario and with how many faults the application runs, as these change', async ({
  page,
  serve,
}) => {
  const url = await serve({ panel: 'always', seed: 1 })
  const { pill } = partsOf(page)

  await page.goto(url)
  await expect(pill).toHaveText('Sandbox · editor')

  await control(url, 'PUT', '/user', { name: 'reader' })
  await expect(pill).toHaveText('Sandbox · reader')

  await control(url, 'PUT', '/scenario', { name: 'maintenance' })
  await expect(pill).toHaveText(/^Sandbox · reader · maintenance/)
  await control(url, 'DELETE', '/scenario')

  await control(url, 'POST', '/faults', {
    times: 1,
    match: { path: '/api/entities/1001' },
    effect: { kind: 'response', status: 503 },
  })
  await expect(pill).toHaveText('Sandbox · reader · 1 fault')
  expect((await fetch(new URL('/api/entities/1001', url))).status).toBe(503)
  await expect(pill).toHaveText('Sandbox · reader')

  await control(url, 'PUT', '/user', { name: null })
  await expect(pill).toHaveText('Sandbox · signed out')
})

test('opened by keyboard alone at 360 pixels, it shows the pages of the console; Escape closes it and returns the focus', async ({
  page,
  serve,
}) => {
  const { pill, console } = partsOf(page)

  await page.setViewportSize({ width: 360, height: 640 })
  await page.goto(await serve({ panel: 'always', seed: 2 }))
  await expect(pill).toHaveText('Sandbox · editor')
  await expectAccessible(page)

  await page.keyboard.press('Tab')
  await expect(pill).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(pill).toHaveAttribute('aria-expanded', 'true')

  for (const [keys, title] of [
    ['g e', 'Entities'],
    ['g r', 'Requests'],
    ['g m', 'Simulate'],
    ['g s', 'Sandbox'],
  ] as const) {
    await expect(console.getByRole('navigation', { name: 'Pages' })).toBeVisible()
    for (const key of keys.split(' ')) await page.keyboard.press(key)
    await expect(console.getByRole('heading', { name: title, level: 1 })).toBeVisible()
    await expect(console.locator('.skeleton')).toHaveCount(0)
    expect(await console.locator('html').evaluate(({ scrollWidth }) => scrollWidth)).toBeLessThanOrEqual(360)
  }
  await expectAccessible(page)

  await page.keyboard.press('Escape')
  await expect(pill).toBeFocused()
  await expect(page.locator('iframe')).toBeHidden()

  // It returns to the page that was left.
  await page.keyboard.press('Enter')
  await expect(console.getByRole('heading', { name: 'Sandbox', level: 1 })).toBeVisible()
  await tabTo(pill, 40, () => page.keyboard.press('Shift+Tab'))
  await page.keyboard.press('Escape')
  await expect(page.locator('iframe')).toBeHidden()
})

test('Escape closes first what is open in the console', { tag: '@deep' }, async ({ page, serve }) => {
  const { pill, console } = partsOf(page)
  const shortcuts = console.getByRole('dialog', { name: 'Keyboard shortcuts' })

  await page.goto(await serve({ panel: 'always', seed: 3 }))
  await pill.click()
  await expect(console.getByRole('heading', { name: 'Entities' })).toBeVisible()
  await page.keyboard.press('?')
  await expect(shortcuts).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(shortcuts).toBeHidden()
  await expect(pill).toHaveAttribute('aria-expanded', 'true')
  await page.keyboard.press('Escape')
  await expect(pill).toHaveAttribute('aria-expanded', 'false')
})

test(
  'it moves by pointer and by arrow keys, to an edge, and remembers its place',
  { tag: '@deep' },
  async ({ page, serve }) => {
    const { pill } = partsOf(page)
    const box = async () => (await pill.boundingBox()) ?? { x: NaN, y: NaN, width: NaN }

    await page.setViewportSize({ width: 800, height: 600 })
    await page.goto(await serve({ panel: 'always', seed: 4 }))
    await expect(pill).toHaveText('Sandbox · editor')

    const { x, y, width } = await box()

    expect([x + width, y]).toEqual([796, expect.any(Number)])
    // Opened, the pill stays under the pointer, which closes it again.
    await pill.click()
    await expect(pill).toHaveAttribute('aria-expanded', 'true')
    expect(await box()).toEqual({ x, y, width, height: expect.any(Number) })
    await page.mouse.click(x + 20, y + 10)
    await expect(pill).toHaveAttribute('aria-expanded', 'false')

    await page.mouse.move(x + 20, y + 10)
    await page.mouse.down()
    await page.mouse.move(300, 80, { steps: 5 })
    await page.mouse.up()
    await expect.poll(async () => (await box()).y).toBe(4)
    await expect(pill).toHaveAttribute('aria-expanded', 'false')

    await page.reload()
    await expect(pill).toHaveText('Sandbox · editor')
    expect((await box()).y).toBe(4)
    expect((await box()).x).toBeCloseTo(280, -1)

    await pill.press('ArrowDown')
    await pill.press('ArrowLeft')
    await page.reload()
    await expect(pill).toHaveText('Sandbox · editor')
    expect(await box()).toMatchObject({ x: 4, y: expect.closeTo(572, -1) })
  },
)

test('it is hidden from automated browsers unless these ask for it, and without the option', async ({
  page,
  serve,
}) => {
  for (const panel of [true, false]) {
    const requested: string[] = []

    page.on('request', (request) => requested.push(new URL(request.url()).pathname))
    await page.goto(await serve({ panel }))
    await expect(page.locator('#first')).toHaveText('200')
    await expect(page.locator('entity-sandbox-panel')).toHaveCount(panel ? 1 : 0)
    await expect(page.getByRole('button')).toHaveCount(0)
    expect(requested.filter((path) => path.startsWith('/__sandbox'))).toEqual([])
  }
})

test(
  'with a sandbox in the page it opens the console beside the application',
  { tag: '@deep' },
  async ({ page, serve }) => {
    const { pill, console } = partsOf(page)

    await page.goto(await serve({ panel: 'always', seed: 5, mode: 'browser' }, { base: '/app/' }))
    await expect(pill).toHaveText('Sandbox · editor')
    await page.evaluate(async () => {
      await fetch('/__sandbox/user', {
        method: 'PUT',
        body: '{"name":"reader"}',
        headers: { 'Content-Type': 'application/json' },
      })
    })
    await expect(pill).toHaveText('Sandbox · reader')
    await pill.click()
    await expect(console.getByRole('heading', { name: 'Entities' })).toBeVisible()
  },
)

test('a production build has no panel, even if the application imports it', async ({ build }) => {
  const { NODE_ENV = 'test' } = process.env

  // As `vite build` sets it; Playwright has set another.
  process.env['NODE_ENV'] = 'production'
  const options = { panel: 'always', mode: 'browser', build: true } as const
  const folder = await build(options, { root: resolve('e2e/apps/panel') }).finally(() => {
    process.env['NODE_ENV'] = NODE_ENV
  })
  const texts = await Promise.all(
    (await readdir(folder, { recursive: true }))
      .filter((file) => /\.(html|js)$/.test(file) && !file.startsWith('__sandbox'))
      .map((file) => readFile(join(folder, file), 'utf8')),
  )

  expect(texts.some((text) => text.includes('An application that imports the panel'))).toBe(true)
  expect(texts.some((text) => text.includes('entity-sandbox-panel'))).toBe(false)
})

test(
  'of a sandbox that requires a token, it shows nothing until the console has asked for that',
  { tag: '@deep' },
  async ({ page, serve }) => {
    const url = await serve(
      { panel: 'always', controlToken: 'open-sesame' },
      { server: { host: '0.0.0.0', port: 0 } },
    )
    const { pill, console } = partsOf(page)

    await page.goto(url)
    await expect(pill).toHaveText('Sandbox · token required')
    await pill.click()
    await console.getByLabel('Control token').fill('open-sesame')
    await page.keyboard.press('Enter')
    await expect(console.getByRole('heading', { name: 'Entities' })).toBeVisible()
    await expect(pill).toHaveText('Sandbox · editor')
  },
)

/** A server of another origin, with the files of the package and a page. */
async function otherOrigin() {
  const files = sirv('dist', { dev: true })
  const page = { html: '' }
  const server = createServer((request, response) =>
    request.url === '/'
      ? response.setHeader('Content-Type', 'text/html').end(page.html)
      : files(request, response),
  )

  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))

  const { port } = server.address() as AddressInfo // a server on a port

  return {
    page,
    url: `http://localhost:${port}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}

test('only pages of origins that may use the controls can frame the console, and show the panel of a server', async ({
  page,
}) => {
  await using other = await otherOrigin()
  await using closed = await startServer()
  await using open = await startServer('--allowed-origins', other.url)
  const heading = page.frameLocator('iframe').getByRole('heading', { name: 'Requests' })

  other.page.html = `<iframe src="${closed.url}/requests"></iframe>`
  await page.goto(other.url)
  await expect.poll(() => page.frames()[1]?.url()).toBe('chrome-error://chromewebdata/')
  await expect(heading).toHaveCount(0)

  other.page.html = `<iframe src="${open.url}/requests"></iframe>`
  await page.goto(other.url)
  await expect(heading).toBeVisible()

  const { pill, console } = partsOf(page)

  for (const { server, text } of [
    { server: closed, text: 'not connected' },
    { server: open, text: 'editor' },
  ]) {
    other.page.html = `
      <entity-sandbox-panel always url="${server.url}/s/blue"></entity-sandbox-panel>
      <script type="module" src="/doors/panel/index.js"></script>`
    await page.goto(other.url)
    await expect(pill).toHaveText(`Sandbox · ${text}`)
  }

  await pill.click()
  await expect(console.getByRole('heading', { name: 'Entities' })).toBeVisible()
  await expect(page.locator('iframe')).toHaveAttribute('src', `${open.url}/?sandbox=blue`)
  await page.keyboard.press('Escape')
  await expect(pill).toBeFocused()
})
