import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../mocks/testing/temporary-folder.ts'
import { readCounts } from './counts.ts'

test('counts the tests of a Vitest report', () => {
  const file = report({ numTotalTests: 5, numPassedTests: 3, numFailedTests: 1, numPendingTests: 1 })

  expect(readCounts(file)).toEqual({ passed: 3, failed: 1 })
})

test('counts the tests of a Playwright report, a flaky one as failed', () => {
  const file = report({ suites: [], stats: { expected: 4, unexpected: 1, flaky: 2, skipped: 3 } })

  expect(readCounts(file)).toEqual({ passed: 4, failed: 3 })
})

test('rejects a report with any other structure', () => {
  expect(() => readCounts(report({ tests: 3 }))).toThrow('Invalid input')
})

function report(content: object): string {
  return join(temporaryFolder({ 'report.json': JSON.stringify(content) }), 'report.json')
}
