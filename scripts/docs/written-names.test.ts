import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { propertyMethods, relationMethods } from '../../mocks/data/model/copy/copy-options.ts'
import { seededComponents, wholeService } from '../../mocks/data/model/health/component.ts'
import { Effect } from '../../mocks/sandbox/faults/fault-rule.ts'
import { status } from '../../mocks/service/api/status/status-routes.ts'
import { root } from '../command.ts'
import { publicNames, releasedNames } from './public-names.ts'

describe('a name that the code adds is written down', () => {
  test('copy.md has a row for every method of properties and of relations', () => {
    expect(missingIn(rowsOf('docs/copy.md', 'Property method'), propertyMethods)).toEqual([])
    expect(missingIn(rowsOf('docs/copy.md', 'Relation method'), relationMethods)).toEqual([])
  })

  test('status.md has a row for every status resource but the two that it explains, and names every component', () => {
    const explained = ['', 'servicestatus']
    const resources = status.map(({ path }) => path.replace(/^\/api\/status\/?/, '').replace(/\/:.*$/, ''))
    const components = [...seededComponents.keys()].filter((path) => path !== wholeService)
    const text = read('docs/status.md')

    expect(
      missingIn(
        rowsOf('docs/status.md', 'Resource'),
        resources.filter((name) => !explained.includes(name)),
      ),
    ).toEqual([])
    // The workers are named as a range.
    expect(
      components.filter((path) => !text.includes(`\`${path.replace(/^.*\//, '').replace(/-2$/, '-1')}\``)),
    ).toEqual([])
  })

  test('controls.md has a row for every effect of a fault', () => {
    const kinds = Effect.options.flatMap(({ shape }) => [...shape.kind.values])

    expect(
      missingIn(
        rowsOf('docs/controls.md', 'Effect').map((cell) => cell.replace(/["}]/g, ' ')),
        kinds,
      ),
    ).toEqual([])
  })

  test('the changelog names every route, option, verb, export, copy method and component that the last release has not', () => {
    const [, unreleased = ''] = read('CHANGELOG.md').split(/^## .*$/m)
    const released = new Set(releasedNames())
    const code = Array.from(unreleased.matchAll(/`[^`]+`/g), ([span]) => span)

    expect(
      missingIn(
        code,
        publicNames().filter((name) => !released.has(name)),
      ),
    ).toEqual([])
  })
})

/** The first cells of the table whose head begins with a text. */
function rowsOf(page: string, head: string): string[] {
  const [, table = ''] = read(page).split(`\n| ${head} |`)
  const [rows = ''] = table.split('\n\n')

  return rows.split('\n').map((line) => line.split('|')[1] ?? '')
}

function missingIn(cells: readonly string[], names: readonly string[]): string[] {
  const words = cells.map((cell) => ` ${cell.replace(/[`,:(]/g, ' ')} `)

  return names.filter((name) => !words.some((cell) => cell.includes(` ${name} `)))
}

function read(page: string): string {
  return readFileSync(resolve(root, page), 'utf8')
}
