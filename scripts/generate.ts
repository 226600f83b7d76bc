/** `npm run generate`: writes the files that are derived from the code. A test that fails does not keep others from theirs. */
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { z } from 'zod'
import { command, root } from './command.ts'

/** The tests that write files. Those of the second group read what the first has written. */
const groups = [
  'mocks/service/control/fidelity/fidelity mocks/testing/compatibility mocks/doors/node/command-line/usage',
  'scripts/docs',
]

const Report = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      message: z.string(),
      assertionResults: z.array(z.object({ fullName: z.string(), status: z.string() })),
    }),
  ),
})

const failed: string[] = []

for (const tests of groups) {
  const report = resolve(root, 'test-results/vitest.json')

  rmSync(report, { force: true })
  const problem = await command(`vitest run ${tests} --update --testTimeout 120000`, 900)

  if (problem === undefined) continue

  const failures = existsSync(report) ? failuresIn(report) : []

  failed.push(...(failures.length === 0 ? [`${tests}: ${problem}`] : failures))
}

if (failed.length > 0) {
  process.exitCode = 1
  console.error(`\nNot generated, because these failed:\n  ${failed.join('\n  ')}`)
} else console.log('\nAll files are generated.')

function failuresIn(file: string): string[] {
  const { testResults } = Report.parse(JSON.parse(readFileSync(file, 'utf8')))

  return testResults.flatMap(({ name, message, assertionResults }) => {
    const tests = assertionResults.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName)

    return tests.length === 0 && message !== '' ? [`${name}: ${message}`] : tests
  })
}
