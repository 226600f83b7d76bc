import { z } from 'zod'
import { HealthLabelInput, servicePath } from '../model/health/component.ts'
import { findService, readHealth, type ServiceHealth } from '../model/health/health.ts'
import { componentNotFound, releaseAllHealth, releaseHealth, setHealth } from '../model/health/changes.ts'
import type { Call } from '../http/call.ts'
import { json, noContent, type Reply } from '../http/reply.ts'
import { del, get, put, type Route } from '../http/route.ts'

type OneComponent = { path?: string }

/** The health of the service and its components: what the status resources report. */
export const health: Route[] = [
  get('/__sandbox/health/:path*', readComponent, { access: 'open' }),
  put('/__sandbox/health/:path*', setComponent, { access: 'open' }),
  del('/__sandbox/health/:path*', release, { access: 'open' }),
]

const HealthInput = z.object({
  label: HealthLabelInput,
  /** What the colour means when left out. */
  message: z.string().max(1000).optional(),
  /** Keeps Yellow from turning Green by itself. */
  hold: z.boolean().optional(),
})

function readComponent(call: Call<OneComponent>): Reply {
  const { path = servicePath } = call.params
  const found = findService(readHealth(call.data, call.sandbox.clock.now()), path)

  if (!found) throw componentNotFound(path)

  return json(resourceOf(found))
}

/** Gives a component a colour, adding it when it is new. */
async function setComponent(call: Call<OneComponent>): Promise<Reply> {
  const state = call.json(HealthInput)
  const now = call.sandbox.clock.now()

  await call.change((draft) => setHealth(draft, call.params.path ?? servicePath, state, { now }))

  return readComponent(call)
}

/** Gives a component its seeded state back or removes it; without a path, does so with all of them. */
async function release(call: Call<OneComponent>): Promise<Reply> {
  const { path } = call.params
  const now = call.sandbox.clock.now()

  await call.change((draft) =>
    path === undefined ? releaseAllHealth(draft, now) : releaseHealth(draft, path, now),
  )

  return noContent()
}

/** A component of `GET /__sandbox/health`, with all below it. */
export interface ComponentResource {
  readonly name: string
  readonly path: string
  readonly label: string
  readonly message: string
  readonly hold: boolean
  readonly since: string
  readonly recovers_on: string | null
  readonly source: string
  readonly aggregated: string
  /** The component, this one or one below it, that the aggregated colour comes from; null when all is Green. */
  readonly why: { readonly path: string; readonly label: string; readonly message: string } | null
  readonly downstream: readonly ComponentResource[]
}

function resourceOf({ recoversOn, why, downstream, ...health }: ServiceHealth): ComponentResource {
  return { ...health, recovers_on: recoversOn, why, downstream: downstream.map(resourceOf) }
}
