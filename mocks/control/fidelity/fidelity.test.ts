import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { openDoors } from '../../testing/doors.ts'
import { topics } from './statements.ts'

test('GET /__sandbox/fidelity says what is documented, decided and not implemented', async () => {
  await using doors = await openDoors()
  const { items } = await doors.get<{ items: object[] }>('/__sandbox/fidelity')

  expect(items).toContainEqual({
    topic: 'Status',
    status: 'documented',
    rules: '3.2',
    text: 'Yellow returns to Green by itself.',
  })
  expect(await doors.get('/__sandbox/fidelity?status=not%20implemented')).toMatchObject({
    items: expect.arrayContaining([expect.objectContaining({ status: 'not implemented' })]),
  })
  expect((await doors.fetch('/__sandbox/fidelity?status=guessed')).status).toBe(400)
})

test('fidelity: what is not implemented answers 404 or 405', async () => {
  await using doors = await openDoors()
  const paths = topics.flatMap(({ statements }) => statements.flatMap(({ paths = [] }) => paths))

  expect(paths).not.toEqual([])
  for (const path of paths.map((pattern) => pattern.replace(/:\w+/g, '1'))) {
    for (const method of ['GET', 'POST']) {
      const { status } = await doors.fetch(path, { method })

      expect([404, 405], `${method} ${path}`).toContain(status)
    }
  }
})

test('fidelity: docs/interface-decisions.md says the same', async () => {
  const file = resolve(import.meta.dirname, '../../../docs/interface-decisions.md')

  // To bring the file up to date: npm run docs
  await expect(asMarkdown()).toMatchFileSnapshot(file)
})

function asMarkdown(): string {
  const sections = topics.map(({ name, statements }) => {
    const lines = statements.map(({ status, text, rules }) => {
      return `- **${status}**${rules === undefined ? '' : ` (interface ${rules})`}: ${text}`
    })

    return `## ${name}\n\n${lines.join('\n')}\n`
  })

  return [introduction, ...sections].join('\n')
}

const introduction = `# What the interface says, and what was decided here

The interface documents a part of the service and leaves the rest open ("not shown"). This is what the sandbox answers and where that comes
from: **documented** by [the interface](interface.md), **decided** here so that existing clients work, or **not implemented**. As JSON:
\`GET /__sandbox/fidelity\`, with \`?status=decided\` one kind of them.
`
