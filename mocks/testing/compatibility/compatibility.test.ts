import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { messageOf } from '../../model/shared/errors.ts'
import { openDoors, type Doors } from '../doors.ts'
import { families } from './families.ts'
import { Program, type Family, type Send } from './program.ts'

test(
  'programs of others get what they read, as docs/compatibility.md says',
  { timeout: 60_000 },
  async () => {
    const sections: string[] = []
    const failures: string[] = []

    for (const family of families) {
      const { lines, failed } = await tryOut(family)

      sections.push(`## ${family.name}\n\n| what was tried | |\n|---|---|\n${lines.join('\n')}\n`)
      failures.push(...failed)
    }

    const file = resolve(import.meta.dirname, '../../../docs/compatibility.md')

    expect(failures).toEqual([])
    // To bring the file up to date: npm run docs
    await expect([introduction, ...sections].join('\n')).toMatchFileSnapshot(file)
  },
)

/** Each family begins in a sandbox of its own. */
async function tryOut({ name, probes }: Family): Promise<{ lines: string[]; failed: string[] }> {
  // What others have written passes where the sandbox refuses all that is wrong or in vain.
  await using doors = await openDoors({ validate: 'enforce' })
  const lines: string[] = []
  const failed: string[] = []

  for (const { does, run } of probes) {
    try {
      await run(new Program(sendThrough(doors)))
      lines.push(`| ${does} | works |`)
    } catch (error) {
      lines.push(`| ${does} | does not work |`)
      failed.push(`${name}: ${does}: ${messageOf(error)}`)
    }
  }

  return { lines, failed }
}

function sendThrough(doors: Doors): Send {
  return async (method, path, { headers, body = null }) => {
    const response = await doors.fetch(path, { method, headers, body })

    return { status: response.status, headers: response.headers, text: await response.text() }
  }
}

const introduction = `# Programs and data that others have written

What programs of each kind send, tried through every door by \`mocks/testing/compatibility\`, from which this page is made. The whole surface of
a client library is in [existing-clients.md](existing-clients.md), data of others in [sandboxes.md](sandboxes.md#data-of-others).

Delivery by GraphQL is not modelled.
`
