import { defineConfig, devices } from '@playwright/test'
import { chromiumArgs, findChromium } from '../.ci/chromium.ts'

const executablePath = findChromium()

export default defineConfig({
  testDir: '.',
  outputDir: '../test-results/e2e',
  fullyParallel: true,
  forbidOnly: Boolean(process.env['CI']),
  workers: 2,
  retries: 0,
  timeout: 30_000,
  reporter: [
    [process.stdout.isTTY ? 'line' : 'list'],
    ['json', { outputFile: '../test-results/playwright.json' }],
  ],
  webServer: {
    command: 'vite preview',
    cwd: '..',
    env: { NO_COLOR: '1' },
    // The port is one that was free; Playwright keeps it in the variable of that name.
    wait: { stdout: /localhost:(?<E2E_PORT>\d+)/ },
  },
  use: {
    baseURL: `http://localhost:${process.env['E2E_PORT']}`,
    ...devices['Desktop Chrome'],
    trace: 'retain-on-failure',
    launchOptions: { args: chromiumArgs, ...(executablePath && { executablePath }) },
  },
})
