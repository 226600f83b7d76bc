import type { Checkpoint } from '../sandbox/state/checkpoint.ts'
import type { RecordedSandbox, Recorder, Slot } from '../sandbox/state/recorder.ts'
import { LoggedWorld, logOf, originName, setEntry, type LoggedSandbox, type LogEntry } from './sandbox-log.ts'

/** Where a log is kept. */
export interface Log {
  /** Whether it says how sandboxes begin; otherwise whoever reads it knows. */
  readonly hasOrigin: boolean
  /**
   * Adds an entry.
   *
   * @param everything what a log would hold that was written anew, without this entry as long as this call lasts
   *
   * @throws to refuse what the entry is about
   */
  append(entry: LogEntry, everything: () => Iterable<LogEntry>): void
}

/** Writes what happens to sandboxes to a log. */
export class LogRecorder implements Recorder {
  readonly #log: Log
  readonly #origin: RecordedSandbox
  readonly #open: Map<string, RecordedSandbox>
  /** What the log was last told of the runtime state of a sandbox. */
  readonly #said = new WeakMap<RecordedSandbox, { before: Checkpoint | undefined; text: string }>()

  constructor(
    log: Log,
    { origin, sandboxes }: { origin: RecordedSandbox; sandboxes: readonly RecordedSandbox[] },
  ) {
    this.#log = log
    this.#origin = origin
    this.#open = new Map(sandboxes.map((sandbox) => [sandbox.id, sandbox]))
  }

  open(sandbox: RecordedSandbox, from: RecordedSandbox | undefined): void {
    this.#append({ do: 'open', sandbox: sandbox.id, from: from?.id ?? originName })
    this.#open.set(sandbox.id, sandbox)
  }

  close(sandbox: RecordedSandbox): void {
    if (!this.#isOpen(sandbox)) return
    this.#append({ do: 'close', sandbox: sandbox.id })
    this.#open.delete(sandbox.id)
  }

  set(sandbox: RecordedSandbox, slot: Slot, checkpoint: Checkpoint): void {
    if (!this.#isOpen(sandbox)) return
    const bases = Array.from(slotsOf(sandbox), ([base, { state }]) => ({ slot: base, state })).filter(
      (base) => base.slot !== slot,
    )
    // A reset or a restore goes back to what the log has already.
    const base = bases.find(({ state }) => state === checkpoint.state) ?? {
      slot: 'current' as const,
      state: sandbox.checkpoint().state,
    }

    this.#append(setEntry({ sandbox: sandbox.id, slot, seed: sandbox.settings.seed }, checkpoint, base))
  }

  drop(sandbox: RecordedSandbox, slot: Slot): void {
    if (this.#isOpen(sandbox)) this.#append({ do: 'drop', sandbox: sandbox.id, slot })
  }

  recordRuntime(sandbox: RecordedSandbox): void {
    if (!this.#isOpen(sandbox)) return
    const { before } = sandbox.scenarios
    const { runtimeState } = sandbox
    const text = JSON.stringify(runtimeState)
    const said = this.#said.get(sandbox)

    if (said?.before !== before) {
      if (before) this.set(sandbox, 'before', before)
      else this.drop(sandbox, 'before')
    }
    if (said?.text !== text) this.#append({ do: 'runtime', sandbox: sandbox.id, ...runtimeState })
    this.#said.set(sandbox, { before, text })
  }

  /** One that was deleted may still be written to by a request that came before. */
  #isOpen(sandbox: RecordedSandbox): boolean {
    return this.#open.get(sandbox.id) === sandbox
  }

  #append(entry: LogEntry): void {
    this.#log.append(entry, () => wholeLog(this.#origin, [...this.#open.values()], this.#log.hasOrigin))
  }
}

/** A log that says what sandboxes are now. */
export function wholeLog(
  origin: RecordedSandbox,
  sandboxes: readonly RecordedSandbox[],
  hasOrigin = true,
): Iterable<LogEntry> {
  const world = new LoggedWorld(loggedSandbox(origin))

  for (const sandbox of sandboxes) world.sandboxes.set(sandbox.id, loggedSandbox(sandbox))

  return logOf(world, hasOrigin)
}

/** A sandbox as a log has it. */
export function loggedSandbox(sandbox: RecordedSandbox): LoggedSandbox {
  const { runtimeState, settings } = sandbox
  const { seed } = settings

  return {
    slots: new Map(Array.from(slotsOf(sandbox), ([slot, checkpoint]) => [slot, { ...checkpoint, seed }])),
    runtimeState,
  }
}

function slotsOf(sandbox: RecordedSandbox): Map<Slot, Checkpoint> {
  const { before } = sandbox.scenarios

  return new Map<Slot, Checkpoint>([
    ['first', sandbox.first],
    ...(before ? [['before', before] as const] : []),
    ...sandbox.snapshots
      .list()
      .map(([name, checkpoint]): [Slot, Checkpoint] => [`snapshot ${name}`, checkpoint]),
    ['current', sandbox.checkpoint()],
  ])
}
