import type { IncomingMessage, ServerResponse } from 'node:http'
import type * as PromClient from 'prom-client'
import type { Sandboxes } from '../sandbox/sandboxes.ts'
import { MissingPackage } from './missing-package.ts'
import type { SharingObserver } from './replicas/sharing-observer.ts'

/** The metrics of a server, for Prometheus. */
export interface Metrics extends SharingObserver {
  /** Measures the response time of a request. */
  measure(request: IncomingMessage, response: ServerResponse): void
  /** Reports the number of sandboxes, and whether the store is reachable. */
  count(sandboxes: Sandboxes, isStoreThere?: () => boolean): void
  text(): Promise<string>
}

const seconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]

/** @throws when prom-client is missing, which is loaded only here */
export async function openMetrics(): Promise<Metrics> {
  const { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } = await loadClient()
  const registry = new Registry()
  const registers = [registry]

  collectDefaultMetrics({ register: registry })

  const requests = new Histogram({
    name: 'entity_sandbox_request_seconds',
    help: 'How long requests took, by method and status',
    labelNames: ['method', 'status'],
    buckets: seconds,
    registers,
  })
  const store = new Histogram({
    name: 'entity_sandbox_store_seconds',
    help: 'Response time of the store',
    buckets: seconds,
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
  const sizes: (() => void)[] = []

  return {
    onStoreReply: (ms) => store.observe(ms / 1000),
    onEvent(happened) {
      if ('sandbox' in happened) events.inc({ event: happened.event })
    },
    measure({ method = 'GET' }, response) {
      const stop = requests.startTimer()

      response.once('close', () => stop({ method, status: response.statusCode }))
    },
    count(sandboxes, isStoreThere) {
      sizes.push(() => inMemory.set(sandboxes.size))
      if (isStoreThere) sizes.push(() => storeUp.set(Number(isStoreThere())))
    },
    text() {
      for (const measure of sizes) measure()

      return registry.metrics()
    },
  }
}

async function loadClient(): Promise<typeof PromClient> {
  try {
    return await import('prom-client')
  } catch (error) {
    throw new MissingPackage('prom-client', '--metrics', error)
  }
}
