import { LogRecorder, type Log } from './log-recorder.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import type { SavedSandbox } from '../sandbox/sandbox-parts.ts'
import { defaultSandboxId, Sandboxes, type SandboxesOptions } from '../sandbox/sandboxes.ts'
import { Snapshots } from '../sandbox/state/snapshots.ts'
import { originName, type LoggedSandbox, type LoggedWorld } from './sandbox-log.ts'

/** Sandboxes as a log has them. */
export interface RestoredSandboxes {
  readonly origin: Sandbox
  /** The default one. */
  readonly main: Sandbox
  readonly others: readonly Sandbox[]
}

/** The same for a sandbox that begins now. */
export function freshSandboxes(main: Sandbox): RestoredSandboxes {
  return { origin: main.fork(main.id), main, others: [] }
}

/**
 * Brings back the sandboxes of a log, set up as `like` is in everything that a log does not say.
 *
 * @throws when the log ends before it was complete
 */
export function restore({ sandboxes }: LoggedWorld, like: Sandbox): RestoredSandboxes {
  const restoreNamed = (name: string, id = name) => {
    const kept = sandboxes.get(name)

    if (!kept) throw new Error(`Failed to restore the sandbox "${id}": the log does not have it.`)

    return like.restore(id, savedSandbox(kept))
  }

  return {
    origin: restoreNamed(originName, defaultSandboxId),
    main: restoreNamed(defaultSandboxId),
    others: [...sandboxes.keys()]
      .filter((name) => name !== originName && name !== defaultSandboxId)
      .map((name) => restoreNamed(name)),
  }
}

/** The sandboxes of a log, which from now on holds what happens to them. */
export function recordIn(
  log: Log,
  { origin, main, others }: RestoredSandboxes,
  options: SandboxesOptions,
): Sandboxes {
  const recorder = new LogRecorder(log, { origin, sandboxes: [main, ...others] })

  return new Sandboxes(main, options, { origin, others, recorder })
}

function savedSandbox({ slots, runtimeState }: LoggedSandbox): SavedSandbox {
  const current = slots.get('current')
  const first = slots.get('first')

  if (!current || !first) throw new Error('Failed to restore a sandbox: the log ends before it was complete.')

  const snapshots = Array.from(slots).flatMap(([slot, checkpoint]) =>
    slot.startsWith('snapshot ') ? [[slot.slice('snapshot '.length), checkpoint] as const] : [],
  )

  return {
    current,
    first,
    seed: current.seed,
    snapshots: new Snapshots(new Map(snapshots)),
    runtimeState,
    before: slots.get('before'),
  }
}
