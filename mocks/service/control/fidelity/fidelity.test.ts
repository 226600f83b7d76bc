import { resolve } from 'node:path'
import { expect } from 'vitest'
import { test } from '../../../testing/test-with-doors.ts'
import { routes } from '../../../local/create-service.ts'
import { statementsOf, type Statement } from '../../../testing/statements.ts'

test('fidelity: paths that are not implemented return 501 or 405', async (doors) => {
  const paths = statementsOf(routes).flatMap(({ paths = [] }) => paths)

  expect(paths).not.toEqual([])
  for (const pattern of paths) {
    const [path = '', only] = pattern.replace(/:\w+/g, '1').split(' ').toReversed()

    for (const method of only ? [only] : ['GET', 'POST']) {
      const { status } = await doors.fetch(path, { method })

      expect([501, 405], `${method} ${path}`).toContain(status)
    }
  }
})

test('fidelity: docs/internals/interface-decisions.md has the statements of the routes', async () => {
  const file = resolve(import.meta.dirname, '../../../../docs/internals/interface-decisions.md')

  // To bring the file up to date: npm run generate
  await expect(asMarkdown(statementsOf(routes))).toMatchFileSnapshot(file)
})

/** The controls have their own pages. What was decided of a route is listed below it. */
function asMarkdown(items: readonly Statement[]): string {
  const statements = items.filter(({ topic }) => topic !== 'sandbox')
  const topics = [...new Set(statements.map(({ topic }) => topic))]
  const sections = topics.map((name) => {
    const about = statements.filter(({ topic }) => topic === name)
    const lines = about.map((statement, index) => {
      const isBelow = statement.route !== undefined && statement.route === about[index - 1]?.route

      return isBelow ? `  - ${asLine({ ...statement, route: undefined })}` : `- ${asLine(statement)}`
    })

    return `## ${name}\n\n${lines.join('\n')}\n`
  })

  return [introduction, ...sections].join('\n')
}

function asLine({ route, status, rules, warning, at, text }: Omit<Statement, 'topic'>) {
  const cited = rules && `${warning ? 'differs from ' : ''}interface ${rules}`
  const shown = [cited, at].flatMap((each) => each ?? []).join(', ')
  const said = warning ? `, with a warning${warning === 'rejected' ? ', 400 under `enforce`' : ''}` : ''

  return `${route === undefined ? '' : `\`${route}\`, `}**${status}**${said}${shown && ` (${shown})`}: ${text}`
}

const introduction = `# What the interface says, and what was decided here

The interface documents a part of the service and leaves the rest open ("not shown"). This is what the sandbox does and the source of each decision,
as its routes declare it: **documented** by [the interface](../interface.md), **observed** in what others send and show, **decided** here so that
existing clients work, or **not implemented**. What differs from the interface and is accepted nonetheless causes a [warning](../controls.md#validation). As JSON
it is in the [contract](../existing-clients.md#the-contract).
`
