import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { createStream } from '../data/model/shared/random.ts'
import type { Replica } from './deployment.ts'

const clientCount = 8

export interface CrashRounds {
  readonly rounds: number
  readonly seed: number
  /** Sandboxes that are written to. */
  readonly sandboxes: readonly string[]
  /** How many random characters each change writes besides: with many, LevelDB writes and merges tables all the time. */
  readonly padding?: number
}

/**
 * Ends a server again and again while eight clients write to it: by `kill -9`, SIGTERM and Ctrl-C in turn.
 *
 * @returns the number of acknowledged changes; each was there after the next start
 *
 * @throws when one is missing, or the server does not start
 */
export async function endWhileWriting(
  server: Replica,
  { rounds, seed, sandboxes, padding = 0 }: CrashRounds,
): Promise<number> {
  const stream = createStream(seed, 'crashes')
  const writers = Array.from(
    { length: clientCount },
    (_, client) => new Writer(server.url, sandboxes[client % sandboxes.length] ?? '', client, padding),
  )
  const count = () => writers.reduce((sum, { acknowledgedCount }) => sum + acknowledgedCount, 0)

  try {
    for (let round = 0; ; round++) {
      await server.start()
      for (const writer of writers) await writer.check()
      if (round === rounds) return count()

      const enough = count() + stream.between(10, 80)
      const writing = Promise.all(writers.map((writer) => writer.write()))

      while (count() < enough) await Promise.race([writing.then(throwEndedEarly), wait(5)])
      await server.stop((['SIGKILL', 'SIGTERM', 'SIGINT'] as const)[round % 3])
      await writing
    }
  } finally {
    await server.stop()
  }
}

function throwEndedEarly(): never {
  throw new Error('The server has ended, or rejected a change of each client.')
}

/** Changes an entity of its own until the server ends. */
class Writer {
  acknowledgedCount = 0
  readonly #api: string
  readonly #identifier: string
  /** Numbers of the last change that was acknowledged, and of the last one that was sent. */
  #acknowledged = 0
  #sent = 0

  readonly #padding: number

  constructor(url: string, sandbox: string, client: number, padding: number) {
    this.#padding = padding
    this.#api = `${url}/s/${sandbox}/api`
    this.#identifier = `client-${client}`
  }

  #paddingText(): string {
    return randomBytes(this.#padding / 2).toString('hex')
  }

  async write(): Promise<void> {
    try {
      for (;;) {
        this.#sent += 1
        const response = await fetch(`${this.#api}/entities`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify({
            identifier: this.#identifier,
            entitydefinition: { href: `${this.#api}/entitydefinitions/M.Asset` },
            properties: { Title: textOf(this.#sent), Description: { 'en-US': this.#paddingText() } },
          }),
        })

        await response.arrayBuffer()
        if (response.status !== 201) return
        this.#acknowledged = this.#sent
        this.acknowledgedCount += 1
      }
    } catch {
      // The server has ended.
    }
  }

  /** Expects the last acknowledged change, or the one after it, whose response did not arrive. */
  async check(): Promise<void> {
    const response = await fetch(`${this.#api}/entities/identifier/${this.#identifier}`)
    const text = response.ok ? ((await response.json()) as Entity).properties.Title : textOf(0)
    const found = Number.parseInt(text, 10)

    if (found < this.#acknowledged || found > this.#sent || text !== textOf(found)) {
      throw new Error(
        `${this.#api}, ${this.#identifier}: change ${this.#acknowledged} was acknowledged, ${this.#sent} was sent, but "${text.slice(0, 20)}" is stored.`,
      )
    }
    this.#acknowledged = this.#sent = found
  }
}

/** See the interface. */
interface Entity {
  readonly properties: { readonly Title: string }
}

/** Long enough to make LevelDB begin several tables a second. */
function textOf(number: number): string {
  return `${number} ${'x'.repeat(60_000)}`
}
