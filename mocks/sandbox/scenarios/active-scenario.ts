import { resetHealth, setHealth } from '../../data/model/health/changes.ts'
import type { Data, DataDraft, DataTransaction } from '../../data/model/tables.ts'
import { faultPresets } from '../faults/fault-rule.ts'
import type { Faults } from '../faults/faults.ts'
import type { Checkpoint } from '../state/snapshots.ts'
import type { Clock } from '../time/clock.ts'
import { setsCondition, type Scenario, type ScenarioConditions, type ScenarioStep } from './scenario.ts'

/** The parts of a sandbox that scenarios change. */
export interface ScenarioTarget {
  readonly clock: Clock
  readonly faults: Faults
  readonly runtimeSettings: { actingUser: string | null }
  checkpoint(): Checkpoint
  changeIn(transaction: DataTransaction, rule: (draft: DataDraft) => void): Promise<void>
  restoreIn(transaction: DataTransaction, checkpoint: Checkpoint, kind: 'restore'): void
}

/** The origin of the faults of a scenario. */
export function originOf(scenario: Scenario): string {
  return `scenario ${scenario.name}`
}

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

/** Establishes the conditions of a scenario or of one of its steps. */
export async function applyConditions(
  sandbox: ScenarioTarget,
  transaction: DataTransaction,
  { data, health, faults, user, clock }: ScenarioConditions,
  scenario: Scenario,
): Promise<void> {
  if (clock && 'frozen_at' in clock) sandbox.clock.freeze(Date.parse(clock.frozen_at))
  else if (clock) sandbox.clock.run(clock.offset_ms)
  if (data || health) {
    await sandbox.changeIn(transaction, (draft) => {
      data?.(draft)
      for (const [path, state] of Object.entries(health ?? {})) {
        setHealth(draft, path, state, { now: sandbox.clock.now(), source: 'scenario' })
      }
    })
  }
  if (user !== undefined) sandbox.runtimeSettings.actingUser = user
  if (faults) {
    sandbox.faults.remove({ origin: originOf(scenario) })
    sandbox.faults.add(
      faults.flatMap((fault) => (typeof fault === 'string' ? faultPresets[fault].rules : [fault])),
      originOf(scenario),
    )
  }
}
