/**
 * `npm run test:deep` searches for failures for at most forty minutes on two quiet cores; `npm run test:weekly` does what
 * does not fit: servers that share Redis, projects, the site and the benchmarks. Both print their seed:
 * `SEED=5 npm run test:deep` repeats a run, `npm run test:deep -- folders` runs one part.
 *
 * A part is a command that tests more with `DEEP=1` (`isDeep` of mocks/testing/scale.ts).
 */
import { testEngines } from './engines.ts'
import { ensureChromium } from './install-chromium.ts'
import { ensureServers } from './install-servers.ts'
import { runSteps, type Step } from './steps.ts'

const minutes = 60
const unit = { report: 'vitest.json' } as const

/** What the parts need. */
const preparation: Step[] = [
  // If a package is missing, every part would fail with a different message.
  { name: 'packages', run: 'npm ls --depth 0' },
  { name: 'browser', run: ensureChromium },
  { name: 'servers', run: ensureServers },
  // Packing builds the package if its source has changed; the later parts use that build.
  { name: 'package', run: 'npm run -s package', limit: 4 * minutes },
]

const deep: Step[] = [
  {
    name: 'rules',
    // Together, so that other files are tested beside the long one of random requests.
    run: `vitest run ${[
      'mocks/testing/deep/fuzz',
      'mocks/testing/deep/graphql',
      'mocks/testing/deep/histories',
      'mocks/testing/messages',
      'mocks/service/control/contract',
      'mocks/data/import',
      'mocks/data/model',
      'mocks/doors/node/commands/command.test',
      'mocks/doors/node/upstream',
      'mocks/service/platform/graphql',
      'mocks/data/seed',
      'mocks/data/store',
      'mocks/service/upstream',
      'mocks/doors/vite/vite-door',
    ].join(' ')}`,
    limit: 14 * minutes,
    ...unit,
  },
  { name: 'memory', run: 'vitest run mocks/testing/deep/memory', limit: 10 * minutes, ...unit },
  { name: 'linear time', run: 'vitest run mocks/testing/deep/linear', limit: 6 * minutes, ...unit },
  { name: 'waiting', run: 'vitest run mocks/testing/deep/waiting', limit: 4 * minutes, ...unit },
  {
    name: 'full store',
    run: 'vitest run mocks/doors/node/replicas/full-store',
    limit: 2 * minutes,
    ...unit,
    needs: ['servers'],
  },
  { name: 'development', run: 'vitest run scripts/dev', limit: 5 * minutes, ...unit },
  // These wait a lot, for starting servers and for pages: together they use both cores.
  { name: 'folders', run: 'vitest run mocks/doors/node/persistence', limit: 24 * minutes, ...unit },
  {
    // With the tests that have the tag @deep.
    name: 'e2e in depth',
    run: 'playwright test -c e2e',
    limit: 26 * minutes,
    report: 'playwright.json',
    needs: ['browser', 'package'],
    isParallel: true,
  },
  // Knip reports what no code uses: files, exports and dependencies.
  { name: 'unused', run: 'npm run -s unused', limit: 8 * minutes, isParallel: true },
  // Redocly and Spectral check the document.
  { name: 'contract lint', run: 'npm run -s contract', limit: 8 * minutes, isParallel: true },
  {
    name: 'examples',
    run: 'npm run -s examples',
    limit: 8 * minutes,
    needs: ['browser', 'package'],
  },
  { name: 'worker', run: 'npm run -s worker', limit: 4 * minutes, needs: ['package'] },
  // Every command of the documentation, and its tutorial.
  { name: 'pages', run: 'npm run -s pages', limit: 6 * minutes, needs: ['browser', 'package'] },
  { name: 'engines', run: testEngines, needs: ['package'] },
]

const weekly: Step[] = [
  {
    name: 'replicas',
    run: 'vitest run mocks/doors/node/replicas mocks/testing/deep/replicas',
    limit: 40 * minutes,
    ...unit,
  },
  // All else runs with the version that runs this; with these the doors that need Node, at the length of `npm test`.
  ...[22, 24].map((version): Step => ({
    name: `Node ${version}`,
    run: `DEEP= npx --yes node@${version} node_modules/vitest/vitest.mjs run --project node mocks/doors/node mocks/testing`,
    limit: 20 * minutes,
    ...unit,
  })),
  // One of each kind that the documentation describes, with its code.
  { name: 'projects', run: 'npm run -s projects', limit: 15 * minutes, needs: ['browser', 'package'] },
  {
    name: 'site',
    run: 'npm run -s site && npm run -s check-site',
    limit: 8 * minutes,
    needs: ['browser'],
  },
  // A run of a few seconds, to find what is broken, not what is slow.
  { name: 'bench', run: 'tsx bench/table.ts --smoke', needs: ['package'] },
]

const isWeekly = process.argv[2] === '--weekly'
const run = `npm run test:${isWeekly ? 'weekly' : 'deep'}`
const seed = process.env['SEED'] ?? String(Date.now() % 1_000_000)

process.env['DEEP'] = '1'
process.env['SEED'] = seed
console.log(`SEED=${seed} ${run}`)

const { failed } = await runSteps(
  [...preparation, ...(isWeekly ? weekly : deep)].map((part) => ({
    ...part,
    needs: part.name === 'packages' ? [] : ['packages', ...(part.needs ?? [])],
  })),
  process.argv.slice(isWeekly ? 3 : 2),
)

console.log(failed === 0 ? 'No failures found.' : `To repeat this run: SEED=${seed} ${run}`)
process.exitCode = failed === 0 ? 0 : 1
