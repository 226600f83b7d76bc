import { closeSync, fsyncSync, openSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Log } from '../persistence/log-recorder.ts'
import type { LogEntry } from '../persistence/sandbox-log.ts'
import { LogFile } from './log-file.ts'

export interface FolderLogOptions {
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

/** A log in a folder, in whose place a shorter one is written from time to time. */
export class FolderLog implements Log {
  /** Options may be other ones at the next start. */
  readonly hasOrigin = true
  readonly #folder: string
  readonly #options: FolderLogOptions
  #generation: number
  #file: LogFile
  /** Size of the log when it was last written anew, in bytes. */
  #baseSize: number

  /** @param begin the log that is there already, or the entries to begin one with */
  constructor(folder: string, options: FolderLogOptions, begin: LogPlace | Iterable<LogEntry>) {
    this.#folder = folder
    this.#options = options
    this.#generation = 'generation' in begin ? begin.generation : 1
    this.#file =
      'generation' in begin
        ? new LogFile(logPath(folder, begin.generation), begin.size, options.isFlushed)
        : this.#writeAnew(begin)
    this.#baseSize = this.#file.size
    this.#dropOthers()
  }

  append(entry: LogEntry, everything: () => Iterable<LogEntry>): void {
    const growth = this.#file.size - this.#baseSize

    // Before the entry: the sandboxes are not yet what it says.
    if (growth > Math.max(this.#options.compactAfter, this.#baseSize)) this.#compact(everything())
    this.#file.append(entry)
  }

  /** Closes the log. Whatever happens to the sandboxes afterwards is refused. */
  end(): void {
    this.#file.flush()
    this.#file.close()
  }

  #compact(entries: Iterable<LogEntry>): void {
    const old = this.#file

    this.#generation += 1
    this.#file = this.#writeAnew(entries)
    this.#baseSize = this.#file.size
    old.close()
    this.#dropOthers()
  }

  /** Writes entries to a log of their own, which has its name only when all of it is on the disk. */
  #writeAnew(entries: Iterable<LogEntry>): LogFile {
    const path = logPath(this.#folder, this.#generation)
    const unfinished = new LogFile(`${path}.new`, 0, false)

    for (const entry of entries) unfinished.append(entry)
    unfinished.flush()
    unfinished.close()
    renameSync(unfinished.path, path)
    flushFolder(this.#folder)

    return new LogFile(path, unfinished.size, this.#options.isFlushed)
  }

  #dropOthers(): void {
    const latest = `world.${this.#generation}.log`

    for (const name of readdirSync(this.#folder)) {
      if (/^world\.\d+\.log(\.new)?$/.test(name) && name !== latest) rmSync(join(this.#folder, name))
    }
  }
}

/** A renamed file has its name for good once its folder is on the disk. Windows can't do this, nor needs it. */
function flushFolder(folder: string): void {
  if (process.platform === 'win32') return
  const descriptor = openSync(folder, 'r')

  fsyncSync(descriptor)
  closeSync(descriptor)
}
