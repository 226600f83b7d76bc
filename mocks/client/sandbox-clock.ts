import type { Client, RequestOf } from './client.ts'

/** Another clock that follows the sandbox's: the browser's, say. */
export interface ClockFollower {
  freeze(at: Date): Promise<void>
  advance(ms: number, to: Date, isFrozen: boolean): Promise<void>
  run(from: Date): Promise<void>
}

/** The clock of a test's sandbox, and with it the browser's. */
export class SandboxClock {
  readonly #client: Client
  readonly #followers = new Set<ClockFollower>()
  /** Whether followers have another time than the machine's. */
  #isLeading = false

  constructor(client: Client) {
    this.#client = client
  }

  /** @internal Has something else move with the clock from now on. */
  async lead(follower: ClockFollower): Promise<void> {
    this.#followers.add(follower)
    if (this.#isLeading) await this.catchUp()
  }

  /** @internal Leaves it to itself again. */
  leave(follower: ClockFollower): void {
    this.#followers.delete(follower)
  }

  /** @internal Has what follows the clock go along after something else than the test has set it. */
  async catchUp(): Promise<void> {
    if (this.#followers.size === 0) return

    const { mode, offset_ms, now } = (await this.#client.GET('/__sandbox/clock')).data
    const isMachines = mode === 'real' && offset_ms === 0

    // Left alone while there is nothing to follow: in a page whose clock is led, timers are made up.
    if (isMachines && !this.#isLeading) return

    await this.#tell((follower) =>
      mode === 'frozen' ? follower.freeze(new Date(now)) : follower.run(new Date(now)),
    )
    this.#isLeading = !isMachines
  }

  /** The current time in the sandbox. */
  async now(): Promise<Date> {
    return new Date((await this.#client.GET('/__sandbox/clock')).data.now)
  }

  /** Freezes the clock at a given time, or at the current one. Timers of pages continue. */
  async freeze(at?: Date | string): Promise<Date> {
    const now = await this.#set({ mode: 'frozen', ...(at === undefined ? {} : { at: timeOf(at) }) })

    await this.#tell((follower) => follower.freeze(now))

    return now
  }

  /** Advances the clock by so many milliseconds, frozen or not. Timers of pages that are due by then fire once. */
  async advance(ms: number): Promise<Date> {
    const { now, mode } = (await this.#client.POST('/__sandbox/clock/advance', { body: { ms } })).data

    await this.#tell((follower) => follower.advance(ms, new Date(now), mode === 'frozen'))

    return new Date(now)
  }

  /** Lets the clock run with the machine's, ahead of it by `ahead` milliseconds. */
  async run(ahead = 0): Promise<Date> {
    const now = await this.#set({ mode: 'real', offset_ms: ahead })

    await this.#tell((follower) => follower.run(now))

    return now
  }

  async #tell(what: (follower: ClockFollower) => Promise<void>): Promise<void> {
    this.#isLeading = true
    await Promise.all([...this.#followers].map(what))
  }

  async #set(body: RequestOf<'PUT', '/__sandbox/clock'>['body']): Promise<Date> {
    return new Date((await this.#client.PUT('/__sandbox/clock', { body })).data.now)
  }
}

/** @throws when it is not a time */
function timeOf(at: Date | string): string {
  const time = new Date(at)

  if (!Number.isNaN(time.getTime())) return time.toISOString()

  throw new Error(
    `Failed to freeze the clock: expected a time such as "2026-01-31T12:00:00Z", not ${at instanceof Date ? 'an invalid Date' : JSON.stringify(at)}.`,
  )
}
