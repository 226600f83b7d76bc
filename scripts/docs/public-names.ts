import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { z } from 'zod'
import { propertyMethods, relationMethods } from '../../mocks/data/model/copy/copy-options.ts'
import { seededComponents, wholeService } from '../../mocks/data/model/health/component.ts'
import { commands } from '../../mocks/doors/node/commands/command.ts'
import { root } from '../command.ts'
import { exportsOf, publicEntries } from './reference.ts'

const file = resolve(import.meta.dirname, 'released-names.json')

/** The pages that list public names in tables, generated from the code. */
const pages = ['docs/reference.md', 'docs/internals/routes.md']

/**
 * What users address by name: routes, options, verbs, exports, copy methods, components.
 *
 * @returns the names as the changelog writes them: `POST /api/entities`, `--port`, `give`, `Keep`
 */
export function publicNames(): string[] {
  const listed = pages.flatMap((page) =>
    Array.from(
      readFileSync(resolve(root, page), 'utf8').matchAll(/^\| (`.+`) +\|/gm),
      ([, cell = '']) => cell,
    )
      .flatMap((cell) => cell.split('`').filter((_, index) => index % 2 === 1))
      .filter((name) => /^[\w-]/.test(name)) // Others are types.
      .map((name) => name.replace(/^(\w+)[(:].*$/, '$1').replace(/^(?:-\w, )?(--[\w-]+).*$/, '$1')),
  )
  const options = commands.flatMap((command) =>
    command.options.flatMap(({ flag, name, isInFileOnly, isOnCommandLineOnly }) => [
      ...(isInFileOnly ? [] : [flag]),
      // In a file of settings.
      ...(isOnCommandLineOnly || command.name !== 'start' ? [] : [name]),
    ]),
  )
  const types = publicEntries.flatMap((entry) => exportsOf(entry).types)
  const components = [...seededComponents.keys()].filter((path) => path !== wholeService)

  return Array.from(
    new Set([...listed, ...types, ...options, ...relationMethods, ...propertyMethods, ...components]),
  ).sort()
}

/** The names of the last release. */
export function releasedNames(): string[] {
  return z.array(z.string()).parse(JSON.parse(readFileSync(file, 'utf8')))
}

// A release records its names: `tsx scripts/docs/public-names.ts`.
if (import.meta.filename === process.argv[1]) {
  writeFileSync(file, `${JSON.stringify(publicNames(), undefined, 2)}\n`)
}
