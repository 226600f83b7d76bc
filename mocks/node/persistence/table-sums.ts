import { createReadStream } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { hasCode } from '../../model/shared/errors.ts'

const Sums = z.record(z.string(), z.number())
type Sums = z.infer<typeof Sums>

const tableFile = /\.ldb$/

/**
 * Checksums of a database's tables, which never change once they are written. LevelDB detects most damage, but some
 * crashes the process.
 */
export class TableSums {
  readonly #database: string
  readonly #path: string

  constructor(database: string) {
    this.#database = database
    this.#path = join(database, 'tables.json')
  }

  /** Names of the tables that don't match their checksums. */
  async damaged(): Promise<string[]> {
    const [known, names] = await Promise.all([this.#read(), this.#tables()])
    const damaged: string[] = []

    for (const name of names) {
      const sum = known[name]

      if (sum === undefined) continue
      // The file may just have been deleted by another process that has the database open.
      const actual = await sumOf(join(this.#database, name)).catch(unlessMissing)

      if (actual !== undefined && actual !== sum) damaged.push(name)
    }

    return damaged
  }

  /** Adds the sums of new tables, and removes those of deleted ones. */
  async update(): Promise<void> {
    const [known, names] = await Promise.all([this.#read(), this.#tables()])
    const sums: Sums = {}

    for (const name of names) {
      // LevelDB removes a table once it is merged into another one.
      const sum = known[name] ?? (await sumOf(join(this.#database, name)).catch(unlessMissing))

      if (sum !== undefined) sums[name] = sum
    }
    await writeFile(this.#path, JSON.stringify(sums))
  }

  async #tables(): Promise<string[]> {
    const names = await readdir(this.#database).catch(() => []) // the database does not exist yet

    return names.filter((name) => tableFile.test(name))
  }

  /** The stored checksums; none if the file is missing, or was not written completely. */
  async #read(): Promise<Sums> {
    try {
      return Sums.parse(JSON.parse(await readFile(this.#path, 'utf8')))
    } catch {
      return {}
    }
  }
}

async function sumOf(path: string): Promise<number> {
  const { crc32 } = process.getBuiltinModule('node:zlib')
  let sum = 0

  const chunks: AsyncIterable<Buffer> = createReadStream(path, { highWaterMark: 1024 * 1024 })

  for await (const chunk of chunks) sum = crc32(chunk, sum)

  return sum
}

function unlessMissing(error: unknown): undefined {
  if (!hasCode(error, 'ENOENT')) throw error
}
