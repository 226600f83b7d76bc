import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { ApiError, messageOf } from '../../data/model/shared/errors.ts'
import type { Metrics } from './metrics.ts'
import { pathOf, toUnreadRequest } from './node-messages.ts'
import type { AccessContext } from './handle-request.ts'

/** How long a stopping server stays open after it reports not to be ready, in milliseconds: time for two checks of a proxy. */
const noticePeriod = 1500

/** Endpoints for operators: liveness, readiness and metrics. */
export class Probes {
  readonly #metrics: Metrics | undefined
  #state: 'starting' | 'ready' | 'stopping' = 'starting'

  constructor(metrics?: Metrics) {
    this.#metrics = metrics
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

    return send(response, 503, this.#state === 'starting' ? 'Starting.' : 'Stopping.')
  }
}

/** Responds to a request that an access policy denies. */
export function sendDenial(response: ServerResponse, error: unknown): true {
  return send(response, error instanceof ApiError ? error.status : 400, messageOf(error))
}

function send(response: ServerResponse, status: number, text: string): true {
  response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' })
  response.end(`${text}\n`)

  return true
}
