import { ask, type Transport } from './transport.ts'

/** What else moves with a sandbox's clock: the browser's, say. */
export interface ClockFollower {
  freeze(at: Date): Promise<void>
  advance(ms: number, to: Date, isFrozen: boolean): Promise<void>
  run(from: Date): Promise<void>
}

interface Standing {
  readonly mode: 'real' | 'frozen'
  readonly now: string
}

/** The clock of a test's sandbox, and with it the browser's. */
export class TestClock {
  readonly #transport: Transport
  readonly #follower: ClockFollower | undefined

  constructor(transport: Transport, follower?: ClockFollower) {
    this.#transport = transport
    this.#follower = follower
  }

  async now(): Promise<Date> {
    return new Date((await this.#ask('GET', '/__sandbox/clock')).now)
  }

  /** Stops the clock at a moment, or where it is. Timers of pages go on. */
  async freeze(at?: Date | string): Promise<Date> {
    const input = at === undefined ? {} : { at: new Date(at).toISOString() }
    const now = new Date((await this.#ask('PUT', '/__sandbox/clock', { mode: 'frozen', ...input })).now)

    await this.#follower?.freeze(now)

    return now
  }

  /** Moves on by so many milliseconds, frozen or not. Timers of pages that are due by then fire once. */
  async advance(ms: number): Promise<Date> {
    const { now, mode } = await this.#ask('POST', '/__sandbox/clock/advance', { ms })

    await this.#follower?.advance(ms, new Date(now), mode === 'frozen')

    return new Date(now)
  }

  /** Lets the clock go on with the machine's, so many milliseconds ahead of it. */
  async run(ahead = 0): Promise<Date> {
    const { now } = await this.#ask('PUT', '/__sandbox/clock', { mode: 'real', offset_ms: ahead })

    await this.#follower?.run(new Date(now))

    return new Date(now)
  }

  async #ask(method: string, path: string, body?: unknown): Promise<Standing> {
    return (await (await ask(this.#transport, method, path, body)).json()) as Standing // the clock resource
  }
}
