import { existsSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { launchOptions } from '../chromium.ts'

/**
 * Makes the tests in a folder, of Playwright or of Vitest's browser mode, use the browser of this machine, instead of the
 * one that users would download.
 */
export function useInstalledBrowser(folder: string): void {
  for (const { names, settings } of runners) {
    const config = names.find((name) => existsSync(join(folder, name)))

    if (config === undefined) continue

    const original = config.replace(/^\w+/, 'original')

    renameSync(join(folder, config), join(folder, original))
    writeFileSync(
      join(folder, config),
      `// @ts-nocheck: the project's compiler may reject the extension of an import
import config from './${original}'
const launchOptions = ${JSON.stringify(launchOptions())}
${settings}`,
    )
  }
}

const runners = [
  {
    names: ['playwright.config.ts', 'playwright.config.js'],
    settings:
      "export default { ...config, workers: 2, reporter: 'line', use: { ...config.use, launchOptions } }",
  },
  {
    names: ['vitest.config.js'],
    settings: `import { playwright } from '@vitest/browser-playwright'
const browser = { ...config.test.browser, provider: playwright({ launchOptions }) }
export default { ...config, test: { ...config.test, browser } }`,
  },
]
