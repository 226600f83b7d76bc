import type { IncomingMessage, ServerResponse } from 'node:http'
import type * as PromClient from 'prom-client'
import type { Sandboxes } from '../../sandbox/sandboxes.ts'
import { loadOptional } from './load-optional.ts'
import type { Observe } from './replicas/sharing.ts'

/** The metrics of a server, for Prometheus. */
export interface Metrics {
  readonly observe: Observe
  /** Measures the response time of a request. */
  measure(request: IncomingMessage, response: ServerResponse): void
  /** Reports the number of sandboxes, and whether the store is reachable. */
  count(sandboxes: Sandboxes, isStoreUp?: () => boolean): void
  text(): Promise<string>
}

const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]

/** The successor of prom-client, with the same interface; it requires Node 22. */
const successor: string = '@prometheus-io/client'

/** @throws {UsageError} when neither prom-client nor its successor can be loaded */
export async function openMetrics(): Promise<Metrics> {
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
    observe(happened) {
      if (happened.event === 'store-replied') store.observe(happened.ms / 1000)
      if ('sandbox' in happened) events.inc({ event: happened.event })
    },
    measure({ method = 'GET' }, response) {
      const stop = requests.startTimer()

      response.once('close', () => stop({ method, status: response.statusCode }))
    },
    count(sandboxes, isStoreUp) {
      gauges.push(() => inMemory.set(sandboxes.size))
      if (isStoreUp) gauges.push(() => storeUp.set(Number(isStoreUp())))
    },
    text() {
      for (const update of gauges) update()

      return registry.metrics()
    },
  }
}
