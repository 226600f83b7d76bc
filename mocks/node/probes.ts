import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import type { AccessPolicy } from '../http/access/access-policy.ts'
import { ApiError } from '../model/shared/errors.ts'
import type { Metrics } from './metrics.ts'
import { pathOf, toRequestHead } from './exchange.ts'

/** How long a proxy takes to see that a server leaves, in milliseconds: it looks twice, every half second. */
const notice = 1500

/** Endpoints for operators: liveness, readiness and metrics. */
export class Probes {
  readonly #metrics: Metrics | undefined
  #isLeaving = false

  constructor(metrics?: Metrics) {
    this.#metrics = metrics
  }

  /** Says that it is to get no more requests, until whoever looks for that has seen it. */
  async leave(): Promise<void> {
    this.#isLeaving = true
    await wait(notice)
  }

  /** Responds to a request that is one of these; returns whether it was. */
  handle(request: IncomingMessage, response: ServerResponse, policy: AccessPolicy): boolean {
    const path = pathOf(request)

    if (path === '/__sandbox/live') return say(response, 200, 'It lives.')
    if (path === '/__sandbox/ready') {
      return this.#isLeaving ? say(response, 503, 'It leaves.') : say(response, 200, 'It accepts requests.')
    }
    if (!this.#metrics) return false
    if (path !== '/__sandbox/metrics') {
      this.#metrics.measure(request, response)

      return false
    }

    try {
      policy.checkControl(toRequestHead(request))
    } catch (error) {
      return say(response, error instanceof ApiError ? error.status : 400, String(error))
    }
    this.#metrics.text().then(
      (text) => say(response, 200, text),
      (error: unknown) => say(response, 500, String(error)),
    )

    return true
  }
}

function say(response: ServerResponse, status: number, text: string): true {
  response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' })
  response.end(`${text}\n`)

  return true
}
