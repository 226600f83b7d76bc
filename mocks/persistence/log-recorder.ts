import type { Moment } from '../sandbox/state/checkpoint.ts'
import type { Recorder, Slot } from '../sandbox/state/recorder.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import { KeptWorld, logOf, originName, setEntry, type KeptSandbox, type LogEntry } from './sandbox-log.ts'

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
  readonly #origin: Sandbox
  readonly #open: Map<string, Sandbox>
  /** What the log was last told of the situation in a sandbox. */
  readonly #said = new WeakMap<Sandbox, { before: Moment | undefined; text: string }>()

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
    const bases = Array.from(slotsOf(sandbox), ([base, { state }]) => ({ slot: base, state })).filter(
      (base) => base.slot !== slot,
    )
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

  situate(sandbox: Sandbox): void {
    if (!this.#isOpen(sandbox)) return
    const { before } = sandbox.scenarios
    const { situation } = sandbox
    const text = JSON.stringify(situation)
    const said = this.#said.get(sandbox)

    if (said?.before !== before) {
      if (before) this.set(sandbox, 'before', before)
      else this.drop(sandbox, 'before')
    }
    if (said?.text !== text) this.#append({ do: 'situate', sandbox: sandbox.id, ...situation })
    this.#said.set(sandbox, { before, text })
  }

  /** One that was deleted may still be written to by a request that came before. */
  #isOpen(sandbox: Sandbox): boolean {
    return this.#open.get(sandbox.id) === sandbox
  }

  #append(entry: LogEntry): void {
    this.#log.append(entry, () => wholeLog(this.#origin, [...this.#open.values()], this.#log.hasOrigin))
  }
}

/** A log that says what sandboxes are now. */
export function wholeLog(
  origin: Sandbox,
  sandboxes: readonly Sandbox[],
  hasOrigin = true,
): Iterable<LogEntry> {
  const world = new KeptWorld(keptOf(origin))

  for (const sandbox of sandboxes) world.sandboxes.set(sandbox.id, keptOf(sandbox))

  return logOf(world, hasOrigin)
}

/** A sandbox as a log has it. */
export function keptOf(sandbox: Sandbox): KeptSandbox {
  const { situation, settings } = sandbox
  const { seed } = settings

  return {
    slots: new Map(Array.from(slotsOf(sandbox), ([slot, moment]) => [slot, { ...moment, seed }])),
    situation,
  }
}

function slotsOf(sandbox: Sandbox): Map<Slot, Moment> {
  const { before } = sandbox.scenarios

  return new Map<Slot, Moment>([
    ['first', sandbox.first],
    ...(before ? [['before', before] as const] : []),
    ...sandbox.snapshots.list().map(([name, moment]): [Slot, Moment] => [`snapshot ${name}`, moment]),
    ['current', sandbox.moment()],
  ])
}
