import { closeSync, fsyncSync, openSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Moment } from '../sandbox/moment.ts'
import type { Recorder, Slot } from '../sandbox/recorder.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import { KeptWorld, logOf, originName, setEntry, type LogEntry } from '../sandbox/world-log.ts'
import { LogFile } from './log-file.ts'

export interface RecorderOptions {
  readonly isFlushed: boolean
  /** Bytes. */
  readonly compactAfter: number
}

/** Which of the logs in a folder is meant: each one that is written anew has the next number. */
export interface LogPlace {
  readonly generation: number
  /** Length of the whole lines in it, in bytes. */
  readonly size: number
}

const logName = /^world\.(\d+)\.log$/

export function logPath(folder: string, generation: number): string {
  return join(folder, `world.${generation}.log`)
}

/** The number of the latest log in a folder. A log has its name once all of it is on the disk. */
export function latestGeneration(folder: string): number | undefined {
  const generations = readdirSync(folder).flatMap((name) => logName.exec(name)?.[1] ?? [])

  return generations.length > 0 ? Math.max(...generations.map(Number)) : undefined
}

/** Writes what happens to sandboxes to a log in a folder, and from time to time a shorter one in its place. */
export class FolderRecorder implements Recorder {
  readonly #folder: string
  readonly #options: RecorderOptions
  readonly #origin: Sandbox
  readonly #open: Map<string, Sandbox>
  #generation: number
  #log: LogFile
  /** Size of the log when it was last written anew, in bytes. */
  #baseSize: number

  /** @param place left out to start a log with what the sandboxes are now */
  constructor(
    folder: string,
    world: { origin: Sandbox; sandboxes: readonly Sandbox[] },
    options: RecorderOptions,
    place?: LogPlace,
  ) {
    this.#folder = folder
    this.#options = options
    this.#origin = world.origin
    this.#open = new Map(world.sandboxes.map((sandbox) => [sandbox.id, sandbox]))
    this.#generation = place?.generation ?? 1
    this.#log = place
      ? new LogFile(logPath(folder, place.generation), place.size, options.isFlushed)
      : this.#writeAnew()
    this.#baseSize = this.#log.size
    this.#dropOthers()
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
    const bases = [...slotsOf(sandbox)].map(([base, { state }]) => ({ slot: base, state }))
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

  /** Closes the log. Whatever happens to the sandboxes afterwards is refused. */
  end(): void {
    this.#log.flush()
    this.#log.close()
  }

  /** One that was deleted may still be written to by a request that came before. */
  #isOpen(sandbox: Sandbox): boolean {
    return this.#open.get(sandbox.id) === sandbox
  }

  #append(entry: LogEntry): void {
    const growth = this.#log.size - this.#baseSize

    // Before the entry: the sandboxes are not yet what it says.
    if (growth > Math.max(this.#options.compactAfter, this.#baseSize)) this.#compact()
    this.#log.append(entry)
  }

  #compact(): void {
    const old = this.#log

    this.#generation += 1
    this.#log = this.#writeAnew()
    this.#baseSize = this.#log.size
    old.close()
    this.#dropOthers()
  }

  /** Writes all there is to a log of its own, which has its name only when all of it is on the disk. */
  #writeAnew(): LogFile {
    const path = logPath(this.#folder, this.#generation)
    const unfinished = new LogFile(`${path}.new`, 0, false)

    for (const entry of logOf(this.#world())) unfinished.append(entry)
    unfinished.flush()
    unfinished.close()
    renameSync(unfinished.path, path)
    flushFolder(this.#folder)

    return new LogFile(path, unfinished.size, this.#options.isFlushed)
  }

  #world(): KeptWorld {
    const world = new KeptWorld()

    for (const [name, sandbox] of [[originName, this.#origin] as const, ...this.#open]) {
      const { seed } = sandbox.settings

      world.sandboxes.set(name, {
        slots: new Map(Array.from(slotsOf(sandbox), ([slot, moment]) => [slot, { ...moment, seed }])),
      })
    }

    return world
  }

  #dropOthers(): void {
    const latest = `world.${this.#generation}.log`

    for (const name of readdirSync(this.#folder)) {
      if (/^world\.\d+\.log(\.new)?$/.test(name) && name !== latest) rmSync(join(this.#folder, name))
    }
  }
}

function slotsOf(sandbox: Sandbox): Map<Slot, Moment> {
  return new Map<Slot, Moment>([
    ['first', sandbox.first],
    ...sandbox.snapshots.list().map(([name, moment]): [Slot, Moment] => [`snapshot ${name}`, moment]),
    ['current', sandbox.moment()],
  ])
}

/** A renamed file has its name for good once its folder is on the disk. Windows can't do this, nor needs it. */
function flushFolder(folder: string): void {
  if (process.platform === 'win32') return
  const descriptor = openSync(folder, 'r')

  fsyncSync(descriptor)
  closeSync(descriptor)
}
