import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { readArguments, type CliCommand, UsageError } from '../command-line/arguments.ts'
import { writeOutputFile } from '../command-line/output.ts'
import { configNames } from '../command-line/read-settings.ts'

const file = 'sandbox.config.ts'
const settings = `// For the command line; the Vite plugin and fixtures have options of their own.
import { defineSandbox } from 'entity-sandbox'

export default defineSandbox({
  port: 4010,
  seed: 1,
  entities: 1000,
  // definitions: './definitions.json',
  // persist: './.sandbox',
})
`

/** What to add, by a package that the project has; the first one for every project. */
const additions: Readonly<Record<string, string>> = {
  'entity-sandbox':
    'package.json, in "scripts":  "sandbox": "entity-sandbox"\nthe base URL of your application:  http://127.0.0.1:4010',
  vite: "or, in vite.config:  import { entitySandbox } from 'entity-sandbox/vite', and entitySandbox({ seed: 1 }) in plugins",
  '@playwright/test': "in tests of Playwright:  import { test, expect } from 'entity-sandbox/playwright'",
  vitest: 'around tests:  "test": "entity-sandbox exec -- vitest run"',
}

export const init: CliCommand = {
  name: 'init',
  forms: { init: `write a ${file}, and say what to add to the project` },
  options: [],
  async run(argv) {
    readArguments(argv, [], 0)

    const existing = configNames.find((name) => existsSync(name))

    if (existing !== undefined) throw new UsageError(`There is ${existing} already.`)

    const project = existsSync('package.json') ? await readFile('package.json', 'utf8') : ''
    const lines = Object.entries(additions).flatMap(([name, text]) =>
      name === 'entity-sandbox' || project.includes(`"${name}"`) ? [text] : [],
    )

    await writeOutputFile(file, [settings])
    process.stdout.write(`Wrote ${file}. Add to\n${lines.join('\n')}\n`.replace(/\n(?=.)/g, '\n  '))

    return 0
  },
}
