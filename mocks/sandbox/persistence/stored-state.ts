import { noTokens } from '../access/sign-ins.ts'
import type { RecordedSandbox, Slot } from '../state/recorder.ts'
import type { Checkpoint } from '../state/snapshots.ts'
import type { RuntimeState } from '../state/runtime-state.ts'

/** Everything that is stored of a sandbox, at one moment. Immutable. */
export interface StoredState {
  readonly seed: number
  readonly slots: ReadonlyMap<Slot, Checkpoint>
  readonly runtimeState: RuntimeState
}

export function storedStateOf(sandbox: RecordedSandbox, current = sandbox.checkpoint()): StoredState {
  const { settings, runtimeSettings, signIns, faults, scenarios } = sandbox

  return {
    seed: settings.seed,
    slots: slotsOf(sandbox, current),
    runtimeState: {
      ...runtimeSettings.state,
      signIns: signIns.state,
      faults: faults.saved,
      scenario: scenarios.saved,
      defined: scenarios.state.defined,
    },
  }
}

/** The initial state of new sandboxes: a stored state without its sign-ins. */
export function initialStateOf(state: StoredState): StoredState {
  const { runtimeState } = state

  return { ...state, runtimeState: { ...runtimeState, signIns: noTokens } }
}

/** Snapshots in their order, the current checkpoint last. Each is written as its difference from an earlier one. */
function slotsOf(sandbox: RecordedSandbox, current: Checkpoint): Map<Slot, Checkpoint> {
  const { before } = sandbox.scenarios

  return new Map<Slot, Checkpoint>([
    ['first', sandbox.baseline],
    ...(before ? [['before', before] as const] : []),
    ...sandbox.snapshots
      .list()
      .map(([name, checkpoint]): [Slot, Checkpoint] => [`snapshot ${name}`, checkpoint]),
    ['current', current],
  ])
}
