import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { ApiError, messageOf } from '../../data/model/shared/errors.ts'
import { pathOf, toUnreadRequest } from './node-messages.ts'
import type { AccessContext } from './handle-request.ts'
import type * as PromClient from 'prom-client'
import type { Sandboxes } from '../../sandbox/sandboxes.ts'
import { loadOptional } from './load-optional.ts'
import type { Observe } from './replicas/sharing.ts'

/** How long a stopping server stays open after it reports not to be ready, in milliseconds: time for two checks of a proxy. */
const noticePeriod = 1500

const readiness = { starting: 'Starting.', ready: 'Ready.', stopping: 'Stopping.' }

/** Endpoints for operators: liveness, readiness and metrics. */
export class Probes {
  readonly #metrics: Metrics | undefined
  #state: keyof typeof readiness = 'starting'

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
    if (path === '/__sandbox/ready')
      return send(response, this.#state === 'ready' ? 200 : 503, readiness[this.#state])
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

/** The metrics of a server, for Prometheus. */
type Metrics = Awaited<ReturnType<typeof openMetrics>>

const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]

/** The successor of prom-client, with the same interface; it requires Node 22. */
const successor: string = '@prometheus-io/client'

/** @throws {UsageError} when neither prom-client nor its successor can be loaded */
export async function openMetrics() {
  const { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } = await loadOptional(
    'prom-client',
    '--metrics',
    () =>
      import(successor).then(
        (module: typeof PromClient) => module,
        () => import('prom-client'),
      ),
  )
  const registry = new Registry()
  const registers = [registry]

  collectDefaultMetrics({ register: registry })

  const requests = new Histogram({
    name: 'entity_sandbox_request_seconds',
    help: 'Duration of requests, by method and status',
    labelNames: ['method', 'status'],
    buckets,
    registers,
  })
  const store = new Histogram({
    name: 'entity_sandbox_store_seconds',
    help: 'Response time of the store',
    buckets,
    registers,
  })
  const events = new Counter({
    name: 'entity_sandbox_ownership_total',
    help: 'Ownership events of sandboxes: acquired, lost, released, forwarded, rejected',
    labelNames: ['event'],
    registers,
  })

  const inMemory = new Gauge({
    name: 'entity_sandbox_sandboxes',
    help: 'Sandboxes that this server has in memory',
    registers,
  })
  const storeUp = new Gauge({
    name: 'entity_sandbox_store_up',
    help: 'Whether the store is reachable',
    registers,
  })
  const gauges: (() => void)[] = []

  return {
    observe(happened: Parameters<Observe>[0]) {
      if (happened.event === 'store-replied') store.observe(happened.ms / 1000)
      if ('sandbox' in happened) events.inc({ event: happened.event })
    },
    measure({ method = 'GET' }: IncomingMessage, response: ServerResponse) {
      const stop = requests.startTimer()

      response.once('close', () => stop({ method, status: response.statusCode }))
    },
    /** Reports the number of sandboxes, and whether the store is reachable. */
    count(sandboxes: Sandboxes, isStoreUp?: () => boolean) {
      gauges.push(() => inMemory.set(sandboxes.size))
      if (isStoreUp) gauges.push(() => storeUp.set(Number(isStoreUp())))
    },
    text() {
      for (const update of gauges) update()

      return registry.metrics()
    },
  }
}
