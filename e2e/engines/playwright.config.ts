import { defineConfig } from '@playwright/test'
import type { EngineOptions } from './engine-test.ts'
import { engineNames, findEngine } from './find-engines.ts'

/** Firefox and WebKit as this machine has them, by WebDriver: not the builds of Playwright. */
export default defineConfig<object, EngineOptions>({
  testDir: '.',
  outputDir: '../../test-results/engines',
  forbidOnly: Boolean(process.env['CI']),
  // The tabs of a browser take turns, so each has its tests one after the other.
  workers: 2,
  // The same bytes take 10 s on a machine with nothing else to do, and ten times as long on a busy one.
  timeout: 300_000,
  expect: { timeout: 15_000 },
  reporter: [['list'], ['json', { outputFile: '../../test-results/playwright.json' }]],
  webServer: {
    command: 'node dist/node/bin.js --port 0',
    cwd: '../..',
    // The server takes any free port; Playwright keeps it in the variable of that name.
    wait: { stdout: /Base URL\s+http:\/\/127\.0\.0\.1:(?<E2E_PORT>\d+)/ },
  },
  projects: engineNames.filter(findEngine).map((engine) => ({ name: engine, use: { engine } })),
})
