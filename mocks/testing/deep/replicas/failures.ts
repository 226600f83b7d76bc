import { setTimeout as wait } from 'node:timers/promises'
import { createStream, type RandomStream } from '../../../data/model/shared/random.ts'
import type { Deployment, Replica } from '../../deployment.ts'
import type { Clients } from './clients.ts'

export const kinds = ['killed', 'paused', 'stopped', 'store'] as const
type Kind = (typeof kinds)[number]

/** Makes the servers of a deployment, and its store, fail and recover. */
export class Failures {
  readonly counts: Record<Kind, number> = { killed: 0, paused: 0, stopped: 0, store: 0 }
  readonly #deployment: Deployment
  readonly #clients: Clients
  readonly #stream: RandomStream

  constructor(deployment: Deployment, clients: Clients, seed: number) {
    this.#deployment = deployment
    this.#clients = clients
    this.#stream = createStream(seed, 'failures')
  }

  /** Kills and restarts servers, one after the other. */
  async kill(count: number): Promise<void> {
    const { replicas } = this.#deployment

    for (let number = 0; number < count; number++) {
      const replica = replicas[number % replicas.length]

      if (replica) await this.#fail(replica, 'killed')
    }
  }

  /** Kills, pauses and stops servers, and once in ten failures stops the store. */
  async mix(count: number): Promise<void> {
    for (let number = 0; number < count; number++) {
      if (number % 10 === 5) await this.#stopStore()
      await this.#fail(
        this.#stream.pick(this.#deployment.replicas),
        this.#stream.pick(['killed', 'killed', 'paused', 'stopped'] as const),
      )
      await wait(this.#stream.between(0, 500))
    }
  }

  async #fail(replica: Replica, kind: Exclude<Kind, 'store'>): Promise<void> {
    this.counts[kind] += 1
    this.#clients.measureRecovery(replica.owned, kind)

    if (kind === 'paused') {
      replica.signal('SIGSTOP')
      await wait(4500) // longer than a lease lasts
      replica.signal('SIGCONT')
    } else {
      await replica.stop(kind === 'stopped' ? 'SIGTERM' : 'SIGKILL')
      await replica.start()
    }
  }

  async #stopStore(): Promise<void> {
    const { store } = this.#deployment

    this.counts.store += 1
    await store.stop(this.#stream.next() < 0.5 ? 'SIGKILL' : 'SIGTERM')
    await wait(this.#stream.between(0, 3000))
    await store.start()
    await wait(1000)
    this.#clients.stopMeasuring()
  }
}
