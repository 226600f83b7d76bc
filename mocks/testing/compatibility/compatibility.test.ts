import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { openDoors, type Doors } from '../doors.ts'
import { families } from './families.ts'
import { familySettings, Program, runProbes, type Send } from './program.ts'

test(
  'third-party programs receive the responses that they expect, as docs/compatibility.md states',
  { timeout: 60_000 },
  async () => {
    const sections: string[] = []
    const failures: string[] = []

    for (const family of families) {
      // A separate sandbox for each family, which rejects invalid and ignored input.
      await using doors = await openDoors({
        validate: family.sendsIgnoredInput ? 'warn' : 'enforce',
        ...familySettings,
      })
      const failed = await runProbes(family, new Program(sendThrough(doors)))
      const lines = family.probes.map(
        ({ description }) => `| ${description} | ${failed.has(description) ? 'does not work' : 'works'} |`,
      )

      sections.push(`## ${family.name}\n\n| request | |\n|---|---|\n${lines.join('\n')}\n`)
      failures.push(...failed.values())
    }

    const file = resolve(import.meta.dirname, '../../../docs/compatibility.md')

    expect(failures).toEqual([])
    // To update the file: npm run generate
    await expect([introduction, ...sections].join('\n')).toMatchFileSnapshot(file)
  },
)

function sendThrough(doors: Doors): Send {
  return async (method, path, { headers, body = null }) => {
    const response = await doors.fetch(path, { method, headers, body })

    return { status: response.status, headers: response.headers, text: await response.text() }
  }
}

const introduction = `# Compatibility with existing programs and data

What programs of each kind send, tested at every door, including that of a page. This page is generated from the tests (\`mocks/testing/compatibility\`). All parts of
a client library are in [existing-clients.md](existing-clients.md), data from other sources in [sandboxes.md](sandboxes.md#data-from-other-sources).
`
