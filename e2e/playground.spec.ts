import { execFileSync } from 'node:child_process'
import { resolve } from 'node:path'
import { expect, test } from '@playwright/test'
import { serveApp } from './testing/app-server.ts'

const root = resolve(import.meta.dirname, '..')

test('the playground is a console with the service in its tab, below any path of a plain file server', async ({
  page,
}) => {
  test.setTimeout(120_000)
  execFileSync(process.execPath, ['--import', 'tsx', '.ci/build-playground.ts'], {
    cwd: root,
    stdio: 'ignore',
  })
  await using app = await serveApp(resolve(root, 'dist/playground'), '/some/base/')

  await page.goto(app.url)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible({ timeout: 30_000 })

  const overview = await page.evaluate(() =>
    fetch('/__sandbox').then((response) => response.json() as Promise<object>),
  )

  expect(overview).toMatchObject({ runtime: 'browser', counts: { entities: 1000 } })
  expect(app.escaped).toEqual([])
})
