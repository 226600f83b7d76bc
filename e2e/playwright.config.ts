import { defineConfig, devices } from '@playwright/test'
import { launchOptions } from '../.ci/chromium.ts'

const browser = launchOptions()

// Every worker loads this file again and need not search.
if (browser.executablePath) process.env['CHROMIUM'] = browser.executablePath

export default defineConfig({
  testDir: '.',
  // They have their own driver.
  testIgnore: 'engines/**',
  outputDir: '../test-results/e2e',
  fullyParallel: true,
  forbidOnly: Boolean(process.env['CI']),
  workers: 4,
  retries: 0,
  // Generous, for a machine of two cores that is busy with something else.
  timeout: 60_000,
  expect: { timeout: 15_000 },
  reporter: [
    [process.stdout.isTTY ? 'line' : 'list'],
    ['json', { outputFile: '../test-results/playwright.json' }],
  ],
  webServer: {
    command: 'node dist/node/bin.js --port 0',
    cwd: '..',
    // The server takes any free port; Playwright keeps it in the variable of that name.
    wait: { stdout: /Base URL\s+http:\/\/127\.0\.0\.1:(?<E2E_PORT>\d+)/ },
  },
  use: {
    baseURL: `http://127.0.0.1:${process.env['E2E_PORT']}`,
    ...devices['Desktop Chrome'],
    // Even without snapshots, a trace takes a third of a worker's time; `--trace retain-on-failure` makes one.
    trace: 'off',
    launchOptions: browser,
  },
})
