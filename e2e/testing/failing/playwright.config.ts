import { defineConfig } from '@playwright/test'
import { launchOptions } from '../../../scripts/chromium.ts'

/** Runs failing tests, whose report is checked by report.spec.ts. */
export default defineConfig({
  testDir: '.',
  testMatch: 'tests.ts',
  workers: 1,
  tsconfig: '../../without-paths.tsconfig.json',
  build: { external: ['**/dist/**'] },
  reporter: 'json',
  use: { launchOptions: launchOptions() },
})
