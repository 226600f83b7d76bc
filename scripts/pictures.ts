/** `npm run pictures`: takes the screenshots of the console in docs/images, from the build and the built-in data. */
import { spawn } from 'node:child_process'
import { resolve } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { launchOptions } from './chromium.ts'
import { root } from './command.ts'

interface Picture {
  readonly path: string
  readonly prepare?: (page: Page) => Promise<void>
}

const pictures: Readonly<Record<string, Picture>> = {
  'console-entities': { path: '/entities?definition=M.Asset&selected=1000' },
  'console-graph': {
    path: '/entities/1000?tab=relations',
    prepare: (page) =>
      page
        .getByRole('button', { name: /^Neighbours of / })
        .nth(3)
        .click(),
  },
  'console-copy': {
    path: '/entities/1000/copy',
    prepare: async (page) => {
      await page.getByRole('combobox', { name: 'Method of Caption' }).selectOption('Overwrite')
    },
  },
  'console-health': {
    path: '/health',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'One worker down' }).click()
      await page.getByText('No changes since the sandbox was opened.').waitFor({ state: 'detached' })
      await page.getByRole('link', { name: 'Health: Red' }).waitFor()
    },
  },
}

const server = spawn(process.execPath, ['dist/doors/node/bin.js', '--port', '0'], { cwd: root })
const base = await new Promise<string>((done) => {
  server.stdout.on('data', (text: Buffer) => {
    const [address] = /http:\/\/127\.0\.0\.1:\d+/.exec(text.toString()) ?? []

    if (address !== undefined) done(address)
  })
})
const browser = await chromium.launch(launchOptions())

try {
  for (const [name, { path, prepare }] of Object.entries(pictures)) {
    const page = await browser.newPage({ viewport: { width: 1280, height: 720 }, reducedMotion: 'reduce' })

    await page.goto(`${base}${path}`)
    await page.getByText('Connected', { exact: true }).waitFor()
    await page.locator('main h1').waitFor()
    await prepare?.(page)
    await page.locator('.skeleton').first().waitFor({ state: 'detached' })
    await page.waitForFunction(() => Array.from(document.images).every(({ complete }) => complete))
    await page.screenshot({ path: resolve(root, `docs/images/${name}.png`) })
    await page.close()
  }
} finally {
  await browser.close()
  server.kill()
}
