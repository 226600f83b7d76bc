import { closeSync, openSync, readSync, writeSync } from 'node:fs'
import { crc32 } from '../../persistence/item-bytes.ts'

const size = 12

/**
 * Stores in a separate file how many writes to a database were acknowledged. A database drops an incomplete end of its
 * log, as after a crash; this number tells whether acknowledged writes were lost.
 */
export class WriteMark {
  readonly #descriptor: number

  /** @throws when the file can't be written */
  constructor(path: string) {
    this.#descriptor = openSync(path, 'a+')
    closeSync(this.#descriptor)
    this.#descriptor = openSync(path, 'r+')
  }

  /** The stored number; undefined if the file is empty or damaged. */
  read(): number | undefined {
    const bytes = Buffer.alloc(size)
    const read = readSync(this.#descriptor, bytes, 0, size, 0)

    if (read < size || crc32(bytes.subarray(0, 8)) !== bytes.readUInt32LE(8)) return undefined

    return bytes.readDoubleLE(0)
  }

  write(count: number): void {
    const bytes = Buffer.alloc(size)

    bytes.writeDoubleLE(count, 0)
    bytes.writeUInt32LE(crc32(bytes.subarray(0, 8)), 8)
    writeSync(this.#descriptor, bytes, 0, size, 0)
  }

  close(): void {
    closeSync(this.#descriptor)
  }
}
