/** Installs the packed package in copies of the examples, as a user would, and runs their tests. */
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { command, root, runOrThrow } from './command.ts'
import { specifiers } from './package-entries.ts'
import { useInstalledBrowser } from './projects/installed-browser.ts'
import { copyExample } from './projects/project.ts'

const requested = process.argv.slice(2)
/** `npm run worker` runs this one, and compares its responses. */
const workerExample = 'workerd'
const available = readdirSync(join(root, 'examples')).filter((name) =>
  existsSync(join(root, 'examples', name, 'package.json')),
)
const unknown = requested.find((name) => !available.includes(name))

if (unknown !== undefined)
  throw new Error(`There is no example "${unknown}". Available: ${available.join(', ')}.`)

const examples = requested.length > 0 ? requested : available.filter((name) => name !== workerExample)
/** Seconds that an installation or a test may take. */
const timeLimit = 300
const folder = mkdtempSync(join(tmpdir(), 'entity-sandbox-examples-'))
const run = (line: string, cwd: string) => runOrThrow(line, timeLimit, cwd)

try {
  for (const name of examples) {
    copyExample(name, join(folder, name))
    useInstalledBrowser(join(folder, name))
  }
  // Installed together, so that packages they share are installed once.
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, workspaces: examples }))
  await run('npm install --silent --no-audit --no-fund --prefer-offline --ignore-scripts', folder)
  // Two at a time, while the compiler runs: each mostly waits for a server or a browser to start.
  const queue = examples.values()
  const [problems] = await Promise.all([
    Promise.all([runEach(queue), runEach(queue)]),
    // Only all examples together install every peer dependency.
    requested.length === 0 ? checkTypes() : undefined,
  ])

  if (problems.flat().length > 0) throw new Error(problems.flat().join('\n'))
} finally {
  rmSync(folder, { recursive: true, force: true })
}
console.log(`${examples.length} examples work with the packed package: ${examples.join(', ')}.`)

/** Checks the package's types with everything they import, and the examples in TypeScript. */
async function checkTypes(): Promise<void> {
  const typeRoots = join(root, 'node_modules', '@types')
  const settings = `--noEmit --strict --exactOptionalPropertyTypes --skipLibCheck false --target es2022 --lib esnext,dom --types node --typeRoots "${typeRoots}"`
  const files = examples
    .flatMap((name) => readdirSync(join(folder, name)).map((file) => join(name, file)))
    .filter((file) => file.endsWith('.spec.ts') || file.endsWith('original.config.ts'))

  const lines = [
    ...specifiers.map((name) => `import '${name}'`),
    // No example uses Jest without its globals.
    "import { expect as base } from '@jest/globals'",
    "import { withMatchers, type Sandbox } from 'entity-sandbox/jest'",
    'declare const sandbox: Sandbox',
    "void withMatchers(base)(sandbox).toHaveReceived('GET', '/api')",
  ]

  writeFileSync(join(folder, 'entries.ts'), lines.join('\n'))
  for (const kind of ['nodenext', 'esnext --moduleResolution bundler']) {
    await run(`tsc ${settings} --module ${kind} entries.ts ${files.join(' ')}`, folder)
  }
}

/** Runs the examples that are left in a queue, and returns the problems. */
async function runEach(queue: Iterable<string>): Promise<string[]> {
  const problems: string[] = []

  for (const name of queue) {
    const problem = await command('npm test --silent', timeLimit, join(folder, name))
    if (problem) problems.push(`The test of examples/${name} ${problem}.`)
  }

  return problems
}
