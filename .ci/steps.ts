import { mkdirSync, rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { command, root } from './command.ts'
import { type Counts, readCounts } from './counts.ts'

export interface Step {
  readonly name: string
  readonly run: string | (() => Promise<string | undefined>)
  /** Stopped after so many seconds. */
  readonly limit?: number
  /** A suite's JSON report. */
  readonly report?: 'vitest.json' | 'playwright.json'
  /** Without these steps' success it makes no sense. */
  readonly needs?: readonly string[]
  /** Begun together with the step before it, because one of them mostly waits. */
  readonly isBeside?: true
}

const reports = resolve(root, 'test-results')

/** Hosted machines with other systems than Linux are slower, and start processes slowly. */
const slowdown = process.platform === 'linux' ? 1 : 3

/**
 * Takes the steps that the command line names with those that they need, or all, and adds them up: in a line each as they end and once more at the end,
 * with the time they took. A step counts as one, a suite as the number of its tests.
 */
export async function runSteps(steps: readonly Step[]): Promise<Counts> {
  const wanted = withNeeds(process.argv.slice(2), steps)
  const started = Date.now()
  const failures = new Set<string>()
  const total: Counts = { passed: 0, failed: 0 }
  const summary: string[] = []

  const take = async (step: Step): Promise<void> => {
    const start = Date.now()
    console.log(`\n[${seconds(started)}] ${step.name}${typeof step.run === 'string' ? `: ${step.run}` : ''}`)
    if (step.report) rmSync(resolve(reports, step.report), { force: true })

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

  rmSync(reports, { recursive: true, force: true })
  mkdirSync(reports, { recursive: true })

  for (const stage of stagesOf(steps.filter(({ name }) => wanted.size === 0 || wanted.has(name)))) {
    await Promise.all(stage.map(take))
  }

  console.log(`\n${summary.join('\n')}\n\nTook ${seconds(started)}.`)
  console.log(`${total.passed} passed, ${total.failed} failed`)

  return total
}

function withNeeds(names: readonly string[], steps: readonly Step[]): Set<string> {
  const wanted = new Set(names)

  for (const name of wanted) {
    const step = steps.find((each) => each.name === name)

    if (!step) {
      throw new Error(`There is no step "${name}": give any of ${steps.map((each) => each.name).join(', ')}.`)
    }
    for (const need of step.needs ?? []) wanted.add(need)
  }

  return wanted
}

/** Steps that start together. */
function stagesOf(chosen: readonly Step[]): Step[][] {
  const stages: Step[][] = []

  for (const step of chosen) {
    const stage = step.isBeside && stages.at(-1)

    if (stage) stage.push(step)
    else stages.push([step])
  }

  return stages
}

function attempt({ run, limit = 120 }: Step): Promise<string | undefined> {
  return typeof run === 'string' ? command(run, limit * slowdown) : run()
}

/** A suite counts as its tests; where none failed but the suite did, or none was run, as one failure. */
function count({ report }: Step, problem: string | undefined): Counts {
  const step = { passed: problem ? 0 : 1, failed: problem ? 1 : 0 }
  if (!report) return step

  try {
    const counts = readCounts(resolve(reports, report))
    const isNothing = counts.passed + counts.failed === 0

    return { ...counts, failed: Math.max(counts.failed, step.failed, Number(isNothing)) }
  } catch {
    return { passed: 0, failed: 1 }
  }
}

function seconds(since: number): string {
  return `${((Date.now() - since) / 1000).toFixed(1)} s`
}
