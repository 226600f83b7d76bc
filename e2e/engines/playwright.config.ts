import { defineConfig } from '@playwright/test'
import type { EngineOptions } from './engine-test.ts'
import { engineNames, findEngine } from './find-engines.ts'

/** Drives the Firefox and WebKit of this machine by WebDriver, instead of Playwright's builds. */
export default defineConfig<object, EngineOptions>({
  testDir: '.',
  outputDir: '../../test-results/engines',
  forbidOnly: Boolean(process.env['CI']),
  // The tabs of a browser take turns, so the tests of each browser run one after the other.
  workers: 2,
  // The longest test takes 10 s on an idle machine, and ten times as long on a busy one.
  timeout: 300_000,
  expect: { timeout: 15_000 },
  reporter: [['list'], ['json', { outputFile: '../../test-results/playwright.json' }]],
  webServer: {
    command: 'node dist/doors/node/bin.js --port 0',
    cwd: '../..',
    // The server listens on any free port; Playwright sets the variable E2E_PORT to it.
    wait: { stdout: /Base URL\s+http:\/\/127\.0\.0\.1:(?<E2E_PORT>\d+)/ },
  },
  projects: engineNames.filter(findEngine).map((name) => ({ name, use: { engineName: name } })),
})
