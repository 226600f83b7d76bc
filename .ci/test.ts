/**
 * `npm test`: everything that is checked, step by step, and at the end one line that adds it all up.
 *
 * A step counts as one, a suite as the number of its tests. `npm test -- lint unit` runs only those steps.
 */
import { mkdirSync, rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { command, root } from './command.ts'
import { type Counts, readCounts } from './counts.ts'
import { ensureChromium } from './install-chromium.ts'

interface Step {
  name: string
  run: string | (() => Promise<string | undefined>)
  /** Stopped after so many seconds. */
  limit?: number
  /** A suite's JSON report. */
  report?: string
  /** Without these steps' success it makes no sense. */
  needs?: string[]
  /** Begun together with the step before it, because one of them mostly waits. */
  isBeside?: true
}

const reports = resolve(root, 'test-results')

/** Hosted machines with other systems than Linux are slower, and start processes slowly. */
const patience = process.platform === 'linux' ? 1 : 3

const steps: Step[] = [
  { name: 'browser', run: ensureChromium },
  { name: 'format', run: 'oxfmt --check' },
  { name: 'lint', run: 'oxlint --type-aware' },
  { name: 'types', run: 'tsc' },
  { name: 'unused', run: 'npm run -s unused' },
  // What Redocly and Spectral say of the contract.
  { name: 'contract', run: 'npm run -s contract', isBeside: true },
  { name: 'unit', run: 'vitest run', limit: 240, report: 'vitest.json' },
  // Packing builds, as it does for whoever publishes; what follows runs that build.
  { name: 'package', run: 'npm run -s package', limit: 240 },
  {
    name: 'examples',
    run: 'npm run -s examples',
    limit: 180,
    needs: ['browser', 'package'],
  },
  { name: 'msw 3', run: 'npm run -s msw-3', needs: ['browser', 'package'], isBeside: true },
  // For breakage, not for time: a run of a few seconds.
  { name: 'bench', run: 'tsx bench/table.ts --smoke', needs: ['package'], isBeside: true },
  {
    name: 'e2e',
    run: 'playwright test -c e2e',
    limit: 600,
    report: 'playwright.json',
    needs: ['browser', 'package'],
  },
]

const wanted = process.argv.slice(2)
const started = Date.now()
const failures = new Set<string>()
const total: Counts = { passed: 0, failed: 0 }
const summary: string[] = []

rmSync(reports, { recursive: true, force: true })
mkdirSync(reports, { recursive: true })

for (const stage of stagesOf(steps.filter(({ name }) => wanted.length === 0 || wanted.includes(name)))) {
  await Promise.all(stage.map(take))
}

console.log(`\n${summary.join('\n')}\n\nTook ${seconds(started)}.`)
console.log(`${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed === 0 ? 0 : 1

/** What is begun together. */
function stagesOf(chosen: readonly Step[]): Step[][] {
  const stages: Step[][] = []

  for (const step of chosen) {
    const stage = step.isBeside && stages.at(-1)

    if (stage) stage.push(step)
    else stages.push([step])
  }

  return stages
}

async function take(step: Step): Promise<void> {
  const start = Date.now()
  console.log(`\n[${seconds(started)}] ${step.name}${typeof step.run === 'string' ? `: ${step.run}` : ''}`)

  const missing = step.needs?.find((need) => failures.has(need))
  const problem = missing ? `not run: ${missing} failed` : await attempt(step)
  const counts = count(step, problem)

  if (counts.failed > 0) failures.add(step.name)
  total.passed += counts.passed
  total.failed += counts.failed

  const tests = step.report ? `, ${counts.passed} passed, ${counts.failed} failed` : ''
  const line = `${counts.failed > 0 ? '✗' : '✓'} ${step.name} (${seconds(start)}${tests})${problem ? `: ${problem}` : ''}`
  summary.push(line)
  console.log(line)
}

function attempt({ run, limit = 120 }: Step): Promise<string | undefined> {
  return typeof run === 'string' ? command(run, limit * patience) : run()
}

/** A suite that failed without a failed test (a file that does not load, no report at all) counts as one failure. */
function count({ report }: Step, problem: string | undefined): Counts {
  const step = { passed: problem ? 0 : 1, failed: problem ? 1 : 0 }
  if (!report) return step

  try {
    const counts = readCounts(resolve(reports, report))
    return { ...counts, failed: Math.max(counts.failed, step.failed) }
  } catch {
    return { passed: 0, failed: 1 }
  }
}

function seconds(since: number): string {
  return `${((Date.now() - since) / 1000).toFixed(1)} s`
}
