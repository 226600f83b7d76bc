import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { ApiError, messageOf } from '../../data/model/shared/errors.ts'
import type { Metrics } from './metrics.ts'
import { pathOf, toUnreadRequest } from './node-messages.ts'
import type { AccessContext } from './handle-request.ts'

/** How many entities of a starting server have been generated. */
interface GeneratedEntities {
  readonly done: number
  readonly total: number
}

/** How long a stopping server stays open after it reports not to be ready, in milliseconds: time for two checks of a proxy. */
const noticePeriod = 1500

/** Endpoints for operators: liveness, readiness and metrics. */
export class Probes {
  readonly #metrics: Metrics | undefined
  #state: 'starting' | 'ready' | 'stopping' = 'starting'
  #entities: GeneratedEntities | undefined

  constructor(metrics?: Metrics) {
    this.#metrics = metrics
  }

  /** Reports how many entities of the starting server have been generated. */
  announceProgress(done: number, total: number): void {
    this.#entities = { done, total }
  }

  /** Reports that requests are answered from now on. */
  announceReady(): void {
    if (this.#state === 'starting') this.#state = 'ready'
  }

  /** Reports that the server is not ready any more, and waits until proxies have noticed. */
  async announceStop(): Promise<void> {
    this.#state = 'stopping'
    await wait(noticePeriod)
  }

  /** Responds to a request for one of these endpoints; returns whether it was one. */
  handle(request: IncomingMessage, response: ServerResponse, context: AccessContext): boolean {
    const path = pathOf(request)

    if (path === '/__sandbox/live') return send(response, 200, 'Alive.')
    if (path === '/__sandbox/ready') return this.#sendReadiness(response)
    if (!this.#metrics) return false
    if (path !== '/__sandbox/metrics') {
      // A request that waits for the start would count as a slow response.
      if (this.#state !== 'starting') this.#metrics.measure(request, response)

      return false
    }

    try {
      context.policy.checkControl(toUnreadRequest(request, context))
    } catch (error) {
      return sendDenial(response, error)
    }
    this.#metrics.text().then(
      (text) => send(response, 200, text),
      (error: unknown) => send(response, 500, messageOf(error)),
    )

    return true
  }

  #sendReadiness(response: ServerResponse): true {
    if (this.#state === 'ready') return send(response, 200, 'Ready.')
    if (this.#state === 'stopping') return send(response, 503, 'Stopping.')

    return send(
      response,
      503,
      JSON.stringify({ state: 'starting', entities: this.#entities }),
      'application/json',
    )
  }
}

/** Responds to a request that an access policy denies. */
export function sendDenial(response: ServerResponse, error: unknown): true {
  return send(response, error instanceof ApiError ? error.status : 400, messageOf(error))
}

function send(
  response: ServerResponse,
  status: number,
  text: string,
  type = 'text/plain; charset=utf-8',
): true {
  response.writeHead(status, { 'Content-Type': type, 'Cache-Control': 'no-store' })
  response.end(`${text}\n`)

  return true
}
