import { resetHealth, setHealth } from '../../model/health/changes.ts'
import type { Data, DataDraft } from '../../model/tables.ts'
import type { Checkpoint } from '../state/snapshots.ts'
import { setsCondition, type Scenario, type ScenarioStep } from './scenario.ts'

/** The active scenario, and the state before it. */
export interface ActiveScenario {
  readonly scenario: Scenario
  readonly before: { readonly checkpoint: Checkpoint; readonly user: string | null }
  /** The remaining steps. */
  readonly steps: readonly ScenarioStep[]
  /** Requests counted for the next step. */
  readonly seen: number
}

/** A checkpoint without what the active scenario has changed. */
export function checkpointWithout({ scenario, before }: ActiveScenario, checkpoint: Checkpoint): Checkpoint {
  const clock = setsCondition(scenario, 'clock') ? before.checkpoint.clock : checkpoint.clock

  if (setsCondition(scenario, 'data')) return { ...before.checkpoint, clock }
  if (!setsCondition(scenario, 'health')) return { ...checkpoint, clock }

  const { components } = before.checkpoint.state.tables

  return {
    ...checkpoint,
    clock,
    state: { ...checkpoint.state, tables: { ...checkpoint.state.tables, components } },
  }
}

/** Gives the components that a scenario has set the labels that they had before it. */
export function restoreHealth(draft: DataDraft, before: Data['components'], now: number): void {
  const paths = Array.from(draft.components.all())
    .filter(({ source }) => source === 'scenario')
    .map(({ path }) => path)

  for (const path of paths) {
    const earlier = before.get(path)

    if (earlier?.source === 'you') setHealth(draft, path, earlier, { now })
    else if (draft.components.has(path)) resetHealth(draft, path, now)
  }
}
