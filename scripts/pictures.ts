/** `npm run pictures`: makes the pictures in docs/images, from the build and the built-in data; `-- simulate` only this one. */
import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { launchOptions } from './chromium.ts'
import { root } from './command.ts'
import { gifOf, movingPictures, size, type OpenPage } from './moving-pictures.ts'

interface Picture {
  readonly path: string
  readonly prepare?: (page: Page) => Promise<void>
}

const pictures: Readonly<Record<string, Picture>> = {
  'console-entities': { path: '/entities?definition=M.Asset&selected=1000' },
  'console-copy': {
    path: '/entities/1000/copy',
    prepare: async (page) => {
      await page.getByRole('combobox', { name: 'Method of Caption' }).selectOption('Overwrite')
      await page.getByText(/^Creates 1,/).waitFor()
    },
  },
  'console-simulate': {
    path: '/simulate',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'One worker down' }).click()
      await page.getByRole('link', { name: 'Health: Red' }).waitFor()
      // The strips show some of it.
      await page.getByRole('button', { name: '30 s' }).click()
      await page.waitForTimeout(1000)
      await page.evaluate(() => document.querySelector('main .overflow-auto')?.scrollTo(0, 0))
    },
  },
  'console-requests': {
    path: '/requests',
    prepare: async (page) => {
      for (const id of [1000, 1001, 1002, 999999999]) {
        await page.evaluate((path) => fetch(path).then((response) => response.text()), `/api/entities/${id}`)
        await page.waitForTimeout(300)
      }
      await page.getByRole('row', { name: /1001/ }).click()
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

const open: OpenPage = async (path) => {
  const page = await browser.newPage({ viewport: size, reducedMotion: 'reduce' })

  // Without the first steps.
  await page.addInitScript(() => localStorage.setItem('entity-sandbox.console', '{"welcomed":true}'))
  await page.goto(`${base}${path}`)
  await page.getByText('Connected', { exact: true }).waitFor()
  await page.locator('main h1').waitFor()

  return page
}
const [only] = process.argv.slice(2)
const isWanted = ([name]: readonly [string, unknown]): boolean => only === undefined || name === only
const fileOf = (name: string): string => resolve(root, 'docs/images', name)

try {
  for (const [name, { path, prepare }] of Object.entries(pictures).filter(isWanted)) {
    const page = await open(path)

    await prepare?.(page)
    await page.locator('.skeleton').first().waitFor({ state: 'detached' })
    // Pictures of rows come after the rows.
    await page.waitForTimeout(1500)
    await page.waitForFunction(() => Array.from(document.images).every(({ complete }) => complete))
    await page.screenshot({ path: fileOf(`${name}.png`) })
    await page.close()
  }
  for (const [name, scene] of Object.entries(movingPictures).filter(isWanted)) {
    writeFileSync(fileOf(`${name}.gif`), await gifOf(await scene(open, base)))
  }
} finally {
  await browser.close()
  server.kill()
}
