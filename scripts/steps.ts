import { mkdirSync, rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { command, root } from './command.ts'
import { type Counts, readCounts } from './counts.ts'

export interface Step {
  readonly name: string
  readonly run: string | (() => Promise<string | undefined>)
  /** Time limit in seconds. */
  readonly limit?: number
  /** The JSON report of a test suite. */
  readonly report?: 'vitest.json' | 'playwright.json'
  /** Steps that must have succeeded. */
  readonly needs?: readonly string[]
  /** Starts with the step before it, or when those it needs have ended: together they use all cores until the end. */
  readonly isParallel?: true
}

const reports = resolve(root, 'test-results')

/** Hosted machines with other systems than Linux are slower, and start processes slowly. */
const slowdown = process.platform === 'linux' ? 1 : 3

/**
 * Runs the steps with these names and those they need, or all. Prints the result and time of each when it
 * ends, and all results at the end. A step counts as one, a suite as the number of its tests.
 */
export async function runSteps(
  steps: readonly Step[],
  names: readonly string[] = process.argv.slice(2),
): Promise<Counts> {
  const selected = withNeeds(names, steps)
  const started = Date.now()
  const failures = new Set<string>()
  const total: Counts = { passed: 0, failed: 0 }
  const summary: string[] = []

  const runStep = async (step: Step): Promise<void> => {
    const start = Date.now()
    console.log(`\n[${seconds(started)}] ${step.name}${typeof step.run === 'string' ? `: ${step.run}` : ''}`)
    if (step.report) rmSync(resolve(reports, step.report), { force: true })

    const missing = step.needs?.find((need) => failures.has(need))
    const { problem, ...counts } = count(step, missing ? `not run: ${missing} failed` : await attempt(step))

    if (counts.failed > 0) failures.add(step.name)
    total.passed += counts.passed
    total.failed += counts.failed

    const tests = step.report ? `, ${counts.passed} passed, ${counts.failed} failed` : ''
    const line = `${counts.failed > 0 ? '✗' : '✓'} ${step.name} (${seconds(start)}${tests})${problem ? `: ${problem}` : ''}`
    summary.push(line)
    console.log(line)
  }

  rmSync(reports, { recursive: true, force: true })
  mkdirSync(reports, { recursive: true })

  const ends = new Map<string, Promise<void>>()
  let start: Promise<unknown> = Promise.resolve()

  for (const step of steps) {
    if (selected.size > 0 && !selected.has(step.name)) continue
    if (!step.isParallel) start = Promise.all(ends.values())

    const needed = (step.needs ?? []).map((need) => ends.get(need))

    ends.set(
      step.name,
      Promise.all([start, ...needed]).then(() => runStep(step)),
    )
  }
  await Promise.all(ends.values())

  console.log(`\n${summary.join('\n')}\n\nTook ${seconds(started)}.`)
  console.log(`${total.passed} passed, ${total.failed} failed`)

  return total
}

function withNeeds(names: readonly string[], steps: readonly Step[]): Set<string> {
  const selected = new Set(names)

  for (const name of selected) {
    const step = steps.find((each) => each.name === name)

    if (!step) {
      throw new Error(`There is no step "${name}". Available: ${steps.map((each) => each.name).join(', ')}.`)
    }
    for (const need of step.needs ?? []) selected.add(need)
  }

  return selected
}

function attempt({ run, limit = 120 }: Step): Promise<string | undefined> {
  return typeof run === 'string' ? command(run, limit * slowdown) : run()
}

/** A suite counts as its tests, with at least one failure if the suite failed, wrote no report or ran no tests. */
function count({ report }: Step, problem: string | undefined): Counts & { problem: string | undefined } {
  if (!report) return { passed: problem ? 0 : 1, failed: problem ? 1 : 0, problem }

  try {
    const { passed, failed } = readCounts(resolve(reports, report))
    const reason = problem ?? (passed + failed === 0 ? 'ran no tests' : undefined)

    return { passed, failed: Math.max(failed, reason ? 1 : 0), problem: reason }
  } catch (error) {
    return { passed: 0, failed: 1, problem: problem ?? `wrote no report: ${String(error)}` }
  }
}

function seconds(since: number): string {
  return `${((Date.now() - since) / 1000).toFixed(1)} s`
}
