import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { openDoors, type Doors } from '../doors.ts'
import { families } from './families.ts'
import { type Family, familySettings, Program, runProbes, type Send } from './program.ts'

test(
  'third-party programs receive the responses that they expect, as docs/internals/compatibility.md states',
  { timeout: 120_000 },
  async () => {
    const sections: string[] = []
    const failures: string[] = []
    const counts = { works: 0, rejected: 0 }

    for (const family of families) {
      // Once rejecting what differs from the interface or is ignored, then without what was rejected.
      const rejected = await failuresOf(family, 'enforce')
      const failed = rejected.size > 0 ? await failuresOf(family, 'warn') : rejected
      const lines = family.probes.map(({ description }) => {
        if (!rejected.has(description)) counts.works += 1
        else if (!failed.has(description)) counts.rejected += 1

        return `| ${description} | ${failed.has(description) ? 'does not work' : rejected.has(description) ? 'works, with a warning; 400 under `enforce`' : 'works'} |`
      })

      sections.push(`## ${family.name}\n\n| request | |\n|---|---|\n${lines.join('\n')}\n`)
      failures.push(...failed.values())
    }

    const total = families.flatMap(({ probes }) => probes).length
    const count = `Of ${total} requests, ${counts.works} work whatever the level of [validation](../controls.md#validation), ${counts.rejected} unless it is \`enforce\`.\n`
    const file = resolve(import.meta.dirname, '../../../docs/internals/compatibility.md')

    expect(failures).toEqual([])
    // To update the file: npm run generate
    await expect([introduction, count, ...sections].join('\n')).toMatchFileSnapshot(file)
  },
)

/** Runs the probes in sandboxes of their own. */
async function failuresOf(family: Family, validate: 'enforce' | 'warn'): Promise<Map<string, string>> {
  await using doors = await openDoors({ validate, ...familySettings })

  return await runProbes(family, new Program(sendThrough(doors)))
}

function sendThrough(doors: Doors): Send {
  return async (method, path, { headers, body = null }) => {
    const response = await doors.fetch(path, { method, headers, body })

    return { status: response.status, headers: response.headers, text: await response.text() }
  }
}

const introduction = `# Compatibility with existing programs and data

What programs of each kind send, tested at every door, including that of a page. This page is generated from the tests (\`mocks/testing/compatibility\`). All parts of
a client library are in [existing-clients.md](../existing-clients.md), data from other sources in [sandboxes.md](../sandboxes.md#data-from-other-sources).
`
