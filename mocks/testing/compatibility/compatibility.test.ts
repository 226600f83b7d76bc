import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { openDoors } from '../doors.ts'
import { families } from './families.ts'
import { askAt, type Family } from './probe.ts'

test('docs/compatibility.md says what works of what programs of others do', { timeout: 60_000 }, async () => {
  const sections: string[] = []

  for (const family of families) sections.push(await sectionOf(family))

  const file = resolve(import.meta.dirname, '../../../docs/compatibility.md')

  // To bring the file up to date: npm run docs
  await expect([introduction, ...sections].join('\n')).toMatchFileSnapshot(file)
})

/** Each family begins in a sandbox of its own. */
async function sectionOf({ name, probes }: Family): Promise<string> {
  await using doors = await openDoors()
  const lines: string[] = []

  for (const { does, works } of probes) {
    lines.push(`| ${does} | ${(await works(askAt(doors))) ? 'works' : 'does not work'} |`)
  }

  return `## ${name}\n\n| what was tried | |\n|---|---|\n${lines.join('\n')}\n`
}

const introduction = `# Programs and data that others have written

What programs of each kind send, tried through every door by \`mocks/testing/compatibility\`, from which this page is made. The whole surface of
a client library is in [existing-clients.md](existing-clients.md), data of others in [sandboxes.md](sandboxes.md#data-of-others).
`
