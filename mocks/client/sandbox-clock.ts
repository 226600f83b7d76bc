import type { Client, RequestOf } from './client.ts'

/** Another clock that follows the sandbox's, such as the browser's. */
export interface ClockFollower {
  freeze(at: Date): Promise<void>
  advance(ms: number, to: Date, isFrozen: boolean): Promise<void>
  run(from: Date): Promise<void>
}

/** The clock of a test's sandbox, which the browser's clock follows. */
export class SandboxClock {
  readonly #client: Client
  readonly #followers = new Set<ClockFollower>()
  /** Whether this clock has set the followers', which otherwise run with the machine's. */
  #isControlling = false

  constructor(client: Client) {
    this.#client = client
  }

  /** @internal Adds a clock that follows this one. */
  async addFollower(follower: ClockFollower): Promise<void> {
    this.#followers.add(follower)
    await this.updateFollowers()
  }

  /** @internal */
  removeFollower(follower: ClockFollower): void {
    this.#followers.delete(follower)
  }

  /** @internal Updates the followers after something other than the test has set the clock. */
  async updateFollowers(): Promise<void> {
    if (this.#followers.size === 0) return

    const { mode, offset_ms, now } = (await this.#client.GET('/__sandbox/clock')).data
    const isMachineTime = mode === 'real' && offset_ms === 0

    // Pages keep their real timers as long as the time is the machine's.
    if (isMachineTime && !this.#isControlling) return

    await this.#forEachFollower((follower) =>
      mode === 'frozen' ? follower.freeze(new Date(now)) : follower.run(new Date(now)),
    )
    this.#isControlling = !isMachineTime
  }

  /** The current time in the sandbox. */
  async now(): Promise<Date> {
    return new Date((await this.#client.GET('/__sandbox/clock')).data.now)
  }

  /** Freezes the clock at a given time, or at the current one. Timers of pages continue. */
  async freeze(at?: Date | string): Promise<Date> {
    const now = await this.#set({ mode: 'frozen', ...(at === undefined ? {} : { at: timeOf(at) }) })

    await this.#forEachFollower((follower) => follower.freeze(now))

    return now
  }

  /** Advances the clock by `ms` milliseconds, frozen or not. Timers of pages that are due by then fire once. */
  async advance(ms: number): Promise<Date> {
    const { now, mode } = (await this.#client.POST('/__sandbox/clock/advance', { body: { ms } })).data

    await this.#forEachFollower((follower) => follower.advance(ms, new Date(now), mode === 'frozen'))

    return new Date(now)
  }

  /** Runs the clock with the machine's, `ahead` milliseconds ahead of it. */
  async run(ahead = 0): Promise<Date> {
    const now = await this.#set({ mode: 'real', offset_ms: ahead })

    await this.#forEachFollower((follower) => follower.run(now))

    return now
  }

  async #forEachFollower(action: (follower: ClockFollower) => Promise<void>): Promise<void> {
    this.#isControlling = true
    await Promise.all([...this.#followers].map(action))
  }

  async #set(body: RequestOf<'PUT', '/__sandbox/clock'>['body']): Promise<Date> {
    return new Date((await this.#client.PUT('/__sandbox/clock', { body })).data.now)
  }
}

/** @throws when `at` is not a valid time */
function timeOf(at: Date | string): string {
  const time = new Date(at)

  if (!Number.isNaN(time.getTime())) return time.toISOString()

  throw new Error(
    `Failed to freeze the clock: expected a time such as "2026-01-31T12:00:00Z", not ${at instanceof Date ? 'an invalid Date' : JSON.stringify(at)}.`,
  )
}
