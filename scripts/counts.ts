import { readFileSync } from 'node:fs'
import { z } from 'zod'

export interface Counts {
  passed: number
  failed: number
}

const count = z.int().nonnegative()

const vitestReport = z
  .object({ numPassedTests: count, numFailedTests: count })
  .transform((report): Counts => ({ passed: report.numPassedTests, failed: report.numFailedTests }))

const playwrightReport = z
  .object({ stats: z.object({ expected: count, unexpected: count, flaky: count }) })
  .transform(({ stats }): Counts => ({ passed: stats.expected, failed: stats.unexpected + stats.flaky }))

/** Reads how many tests passed and failed from a JSON report of Vitest or Playwright. */
export function readCounts(file: string): Counts {
  return z.union([vitestReport, playwrightReport]).parse(JSON.parse(readFileSync(file, 'utf8')))
}
