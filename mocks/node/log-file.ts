import { closeSync, fsyncSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs'
import { crc32 } from 'node:zlib'
import { FolderError } from './folder-error.ts'

/**
 * A file of lines that is only ever added to. A line carries its length and checksum (`<bytes> <crc32> <json>`),
 * so that one that was being written when the process or the machine stopped is told from a whole one.
 */
export class LogFile {
  readonly path: string
  readonly #descriptor: number
  readonly #isFlushed: boolean
  #size: number

  /**
   * @param size length of the whole lines in the file, in bytes; what follows them is dropped
   * @param isFlushed whether a line is on the disk before `append()` returns, not only with the operating system
   */
  constructor(path: string, size: number, isFlushed: boolean) {
    this.path = path
    this.#descriptor = openSync(path, 'a')
    this.#size = size
    this.#isFlushed = isFlushed
    ftruncateSync(this.#descriptor, size)
  }

  /** Bytes. */
  get size(): number {
    return this.#size
  }

  /**
   * Adds a line. When this returns, the operating system has it: the end of the process can't lose it.
   *
   * @throws when it can't be written; then the file is as it was
   */
  append(entry: unknown): void {
    const line = lineOf(entry)

    try {
      for (let done = 0; done < line.length;) done += writeSync(this.#descriptor, line, done)
      if (this.#isFlushed) fsyncSync(this.#descriptor)
      this.#size += line.length
    } catch (error) {
      ftruncateSync(this.#descriptor, this.#size)
      throw error
    }
  }

  flush(): void {
    fsyncSync(this.#descriptor)
  }

  close(): void {
    closeSync(this.#descriptor)
  }
}

export interface LogContent {
  readonly entries: unknown[]
  /** Length of the whole lines, in bytes. */
  readonly size: number
}

/**
 * Reads the whole lines of a log. A torn line at its end is left out.
 *
 * @throws when there is a broken line before whole ones: then the file was changed by something else
 */
export function readLog(path: string): LogContent {
  const bytes = readFileSync(path)
  const entries: unknown[] = []
  let size = 0

  while (size < bytes.length) {
    const line = readLine(bytes, size)

    if (!line) break
    entries.push(line.entry)
    size = line.end
  }
  if (hasLineAfter(bytes, size)) {
    throw new FolderError(`Failed to read ${path}: it is damaged at byte ${size}, with whole lines after it.`)
  }

  return { entries, size }
}

function lineOf(entry: unknown): Buffer {
  const json = Buffer.from(JSON.stringify(entry))
  const head = Buffer.from(`${json.length} ${crc32(json).toString(16)} `)

  return Buffer.concat([head, json, Buffer.from('\n')])
}

const headPattern = /^(\d{1,10}) ([0-9a-f]{1,8}) /
const longestHead = 20
const newline = 10

function readLine(bytes: Buffer, start: number): { entry: unknown; end: number } | undefined {
  const head = headPattern.exec(bytes.toString('latin1', start, start + longestHead))

  if (!head) return undefined

  const from = start + head[0].length
  const to = from + Number(head[1])
  const json = bytes.subarray(from, to)

  if (bytes[to] !== newline || crc32(json).toString(16) !== head[2]) return undefined

  return { entry: JSON.parse(json.toString('utf8')) as unknown, end: to + 1 }
}

function hasLineAfter(bytes: Buffer, start: number): boolean {
  for (let end = bytes.indexOf(newline, start); end !== -1; end = bytes.indexOf(newline, end + 1)) {
    if (readLine(bytes, end + 1)) return true
  }

  return false
}
