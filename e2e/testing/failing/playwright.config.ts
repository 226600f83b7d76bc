import { defineConfig } from '@playwright/test'
import { launchOptions } from '../../../.ci/chromium.ts'

/** Tests that fail, for report.spec.ts to read what a user would see. */
export default defineConfig({
  testDir: '.',
  testMatch: 'tests.ts',
  workers: 1,
  reporter: 'json',
  use: { launchOptions: launchOptions() },
})
