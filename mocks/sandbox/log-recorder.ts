import type { Moment } from './moment.ts'
import type { Recorder, Slot } from './recorder.ts'
import type { Sandbox } from './sandbox.ts'
import { KeptWorld, logOf, originName, setEntry, type KeptSandbox, type LogEntry } from './world-log.ts'

/** Where a log is kept. */
export interface Log {
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
  readonly #origin: Sandbox
  readonly #open: Map<string, Sandbox>

  constructor(log: Log, { origin, sandboxes }: { origin: Sandbox; sandboxes: readonly Sandbox[] }) {
    this.#log = log
    this.#origin = origin
    this.#open = new Map(sandboxes.map((sandbox) => [sandbox.id, sandbox]))
  }

  open(sandbox: Sandbox, from: Sandbox | undefined): void {
    this.#append({ do: 'open', sandbox: sandbox.id, from: from?.id ?? originName })
    this.#open.set(sandbox.id, sandbox)
  }

  close(sandbox: Sandbox): void {
    if (!this.#isOpen(sandbox)) return
    this.#append({ do: 'close', sandbox: sandbox.id })
    this.#open.delete(sandbox.id)
  }

  set(sandbox: Sandbox, slot: Slot, moment: Moment): void {
    if (!this.#isOpen(sandbox)) return
    const bases = Array.from(slotsOf(sandbox), ([base, { state }]) => ({ slot: base, state }))
    // A reset or a restore goes back to what the log has already.
    const base = bases.find(({ state }) => state === moment.state) ?? {
      slot: 'current' as const,
      state: sandbox.store.state,
    }

    this.#append(setEntry({ sandbox: sandbox.id, slot, seed: sandbox.settings.seed }, moment, base))
  }

  drop(sandbox: Sandbox, slot: Slot): void {
    if (this.#isOpen(sandbox)) this.#append({ do: 'drop', sandbox: sandbox.id, slot })
  }

  /** One that was deleted may still be written to by a request that came before. */
  #isOpen(sandbox: Sandbox): boolean {
    return this.#open.get(sandbox.id) === sandbox
  }

  #append(entry: LogEntry): void {
    this.#log.append(entry, () => wholeLog(this.#origin, [...this.#open.values()]))
  }
}

/** A log that says what sandboxes are now. */
export function wholeLog(origin: Sandbox, sandboxes: readonly Sandbox[]): Iterable<LogEntry> {
  const world = new KeptWorld()

  world.sandboxes.set(originName, keptOf(origin))
  for (const sandbox of sandboxes) world.sandboxes.set(sandbox.id, keptOf(sandbox))

  return logOf(world)
}

function keptOf(sandbox: Sandbox): KeptSandbox {
  const { seed } = sandbox.settings

  return { slots: new Map(Array.from(slotsOf(sandbox), ([slot, moment]) => [slot, { ...moment, seed }])) }
}

function slotsOf(sandbox: Sandbox): Map<Slot, Moment> {
  return new Map<Slot, Moment>([
    ['first', sandbox.first],
    ...sandbox.snapshots.list().map(([name, moment]): [Slot, Moment] => [`snapshot ${name}`, moment]),
    ['current', sandbox.moment()],
  ])
}
