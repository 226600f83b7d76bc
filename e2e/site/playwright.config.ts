import { defineConfig } from '@playwright/test'
import { launchOptions } from '../../scripts/chromium.ts'

/** Checks the built site (`npm run site`). */
export default defineConfig({
  testDir: '.',
  outputDir: '../../test-results/site',
  reporter: 'line',
  workers: 2,
  // Long enough for a busy machine, and all pages.
  timeout: 600_000,
  use: { launchOptions: launchOptions(), actionTimeout: 120_000, navigationTimeout: 120_000 },
  projects: [
    { name: 'narrow, dark', use: { colorScheme: 'dark', viewport: { width: 400, height: 900 } } },
    { name: 'wide, light', use: { colorScheme: 'light', viewport: { width: 1400, height: 900 } } },
  ],
})
