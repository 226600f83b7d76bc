import { LogRecorder, type Log } from './log-recorder.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import type { Kept } from '../sandbox/sandbox-parts.ts'
import { defaultSandboxId, Sandboxes, type SandboxesOptions } from '../sandbox/sandboxes.ts'
import { Snapshots } from '../sandbox/state/snapshots.ts'
import { originName, type KeptSandbox, type KeptWorld } from './sandbox-log.ts'

/** Sandboxes as a log has them. */
export interface Revived {
  readonly origin: Sandbox
  /** The default one. */
  readonly main: Sandbox
  readonly others: readonly Sandbox[]
}

/** The same for a sandbox that begins now. */
export function newlyBegun(main: Sandbox): Revived {
  return { origin: main.fork(main.id), main, others: [] }
}

/**
 * Brings back the sandboxes of a log, set up as `like` is in everything that a log does not say.
 *
 * @throws when the log ends before it was complete
 */
export function revive({ sandboxes }: KeptWorld, like: Sandbox): Revived {
  const reviveNamed = (name: string, id = name) => {
    const kept = sandboxes.get(name)

    if (!kept) throw new Error(`Failed to revive the sandbox "${id}": the log does not have it.`)

    return like.revive(id, keptFrom(kept))
  }

  return {
    origin: reviveNamed(originName, defaultSandboxId),
    main: reviveNamed(defaultSandboxId),
    others: [...sandboxes.keys()]
      .filter((name) => name !== originName && name !== defaultSandboxId)
      .map((name) => reviveNamed(name)),
  }
}

/** The sandboxes of a log, which from now on holds what happens to them. */
export function recordIn(log: Log, { origin, main, others }: Revived, options: SandboxesOptions): Sandboxes {
  const recorder = new LogRecorder(log, { origin, sandboxes: [main, ...others] })

  return new Sandboxes(main, options, { origin, others, recorder })
}

function keptFrom({ slots, situation }: KeptSandbox): Kept {
  const current = slots.get('current')
  const first = slots.get('first')

  if (!current || !first) throw new Error('Failed to revive a sandbox: the log ends before it was complete.')

  const snapshots = Array.from(slots).flatMap(([slot, moment]) =>
    slot.startsWith('snapshot ') ? [[slot.slice('snapshot '.length), moment] as const] : [],
  )

  return {
    current,
    first,
    seed: current.seed,
    snapshots: new Snapshots(new Map(snapshots)),
    situation,
    before: slots.get('before'),
  }
}
