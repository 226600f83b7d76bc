import { existsSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { launchOptions } from '../chromium.ts'

/** Makes Playwright's tests in a folder use the browser of this machine, instead of the one that users would download. */
export function useInstalledBrowser(folder: string): void {
  const config = ['playwright.config.ts', 'playwright.config.js'].find((name) =>
    existsSync(join(folder, name)),
  )

  if (config === undefined) return

  const original = config.replace('playwright', 'original')

  renameSync(join(folder, config), join(folder, original))
  writeFileSync(
    join(folder, config),
    `// @ts-nocheck: the project's compiler may reject the extension of an import
import config from './${original}'
const launchOptions = ${JSON.stringify(launchOptions())}
export default { ...config, workers: 2, reporter: 'line', use: { ...config.use, launchOptions } }`,
  )
}
