import { defineConfig, devices } from '@playwright/test'
import { launchOptions } from '../scripts/chromium.ts'
import { isDeep } from '../mocks/testing/scale.ts'

const browser = launchOptions()

// Every worker loads this file again, and then need not search for the browser.
if (browser.executablePath) process.env['CHROMIUM'] = browser.executablePath

export default defineConfig({
  testDir: '.',
  // These tests have their own configuration.
  testIgnore: ['engines/**', 'site/**'],
  outputDir: '../test-results/e2e',
  // Tests import the built package by its name: each worker would have to transpile the source, which takes seconds.
  tsconfig: './without-paths.tsconfig.json',
  build: { external: ['**/dist/**'] },
  // In a quick run each file has one worker: to start a browser and load the modules takes longer than most tests.
  fullyParallel: isDeep,
  grepInvert: isDeep ? [] : /@deep/,
  forbidOnly: Boolean(process.env['CI']),
  // They are bound by the processor: more workers than cores only start more browsers, and make typing slow.
  workers: '100%',
  retries: 0,
  // Long enough for a busy machine with two cores.
  timeout: 60_000,
  expect: { timeout: 15_000 },
  // `npm test` runs other suites beside this one: nothing written is erased, which `line` would do.
  reporter: [
    [process.stdout.isTTY ? 'dot' : 'list'],
    ['json', { outputFile: '../test-results/playwright.json' }],
  ],
  webServer: {
    command: 'node dist/doors/node/bin.js --port 0',
    cwd: '..',
    // The server listens on any free port; Playwright sets the variable E2E_PORT to it.
    wait: { stdout: /Base URL\s+http:\/\/127\.0\.0\.1:(?<E2E_PORT>\d+)/ },
  },
  use: {
    baseURL: `http://127.0.0.1:${process.env['E2E_PORT']}`,
    ...devices['Desktop Chrome'],
    // Even without snapshots, a trace takes a third of a worker's time; `--trace retain-on-failure` makes one.
    trace: 'off',
    contextOptions: { reducedMotion: isDeep ? 'no-preference' : 'reduce' },
    launchOptions: browser,
  },
})
