import { setTimeout as wait } from 'node:timers/promises'
import { createStream, type RandomStream } from '../../../model/shared/random-stream.ts'
import type { Deployment, Replica } from '../../deployment.ts'
import type { Gap } from './clients.ts'

const kinds = ['killed', 'paused', 'ended', 'store'] as const
type Kind = (typeof kinds)[number]

/** Something that failed on purpose. */
interface Failure {
  readonly kind: Kind
  readonly from: number
  readonly to: number
}

/** Has servers of a deployment, and its store, fail and come back. */
export class Failures {
  readonly #deployment: Deployment
  readonly #stream: RandomStream
  readonly #done: Failure[] = []

  constructor(deployment: Deployment, seed: number) {
    this.#deployment = deployment
    this.#stream = createStream(seed, 'failures')
  }

  /** Kills servers one after the other. */
  async kill(count: number): Promise<void> {
    for (let number = 0; number < count; number++) {
      const replica = this.#deployment.replicas[number % this.#deployment.replicas.length]

      if (replica) await this.#note('killed', () => this.#restart(replica, 'SIGKILL'))
    }
  }

  /** Kills, pauses and ends servers, and stops the store at every tenth. */
  async mix(count: number): Promise<void> {
    for (let number = 0; number < count; number++) {
      if (number % 10 === 5) await this.#note('store', () => this.#stopStore())

      const replica = this.#stream.pick(this.#deployment.replicas)
      const kind = this.#stream.pick(['killed', 'killed', 'paused', 'ended'] as const)

      await this.#note(kind, async () => {
        if (kind === 'paused') await pause(replica)
        else await this.#restart(replica, kind === 'ended' ? 'SIGTERM' : 'SIGKILL')
      })
      await wait(this.#stream.between(0, 500))
    }
  }

  count(kind: Kind): number {
    return this.#done.filter((each) => each.kind === kind).length
  }

  /** How long a sandbox did not answer when one server failed so, the longest first: who waited for the store waited for no server. */
  takeovers(gaps: readonly Gap[], kind: Kind): number[] {
    return gaps
      .flatMap(({ from, to }) => {
        const [failure, ...more] = this.#done.filter((each) => each.from < to && each.to > from)

        return failure?.kind === kind && more.length === 0 ? [to - from] : []
      })
      .sort((a, b) => b - a)
  }

  async #note(kind: Kind, fail: () => Promise<void>): Promise<void> {
    const from = performance.now()

    await fail()
    this.#done.push({ kind, from, to: performance.now() })
  }

  async #restart(replica: Replica, signal: NodeJS.Signals): Promise<void> {
    await replica.stop(signal)
    await replica.start()
  }

  async #stopStore(): Promise<void> {
    const { store } = this.#deployment

    await store.stop(this.#stream.chance(0.5) ? 'SIGKILL' : 'SIGTERM')
    await wait(this.#stream.between(0, 3000))
    await store.start()
    await wait(1000)
  }
}

/** For longer than a lease holds. */
async function pause(replica: Replica): Promise<void> {
  replica.signal('SIGSTOP')
  await wait(4500)
  replica.signal('SIGCONT')
}
