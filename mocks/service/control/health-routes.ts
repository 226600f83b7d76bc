import { z } from 'zod'
import {
  Flap,
  healthSources,
  wholeService,
  HealthLabelInput,
  healthLabels,
  labelCases,
} from '../../data/model/health/component.ts'
import { findComponent, readHealth, type ComponentHealth } from '../../data/model/health/component-health.ts'
import {
  componentNotFound,
  resetAllHealth,
  rejectSimilar,
  resetHealth,
  setHealth,
} from '../../data/model/health/health-changes.ts'
import { Timestamp } from '../../data/model/shared/json.ts'
import type { BodyCall, Call } from '../http/call.ts'
import { json, jsonList, noContent, type Reply } from '../http/replies/reply.ts'
import { text } from '../http/declare-request.ts'
import { reply, unpagedListOf, type Route } from '../http/declare-route.ts'
import { del, get, put } from './control-route.ts'

type ComponentParams = { path?: string }

const HealthInput = z.object({
  label: HealthLabelInput,
  /** Default: a message for the label. */
  message: z.string().max(1000).optional(),
  /** Prevents Yellow from recovering to Green. */
  hold: z.boolean().optional(),
  /** Alternates with another label. */
  flap: Flap.extend({ label: HealthLabelInput }).optional(),
  /** Adds the component although another one has a similar name. */
  is_new: z.boolean().optional(),
})
const LabelCaseResource = z.strictObject({ case: z.enum(labelCases) })
const label = z.string().meta({ enum: [...healthLabels] })

export const ComponentResource = z.object({
  name: z.string(),
  path: z.string(),
  label,
  message: z.string(),
  hold: z.boolean(),
  since: Timestamp,
  recovers_on: Timestamp.nullable(),
  flap: z
    .object({ label, every_ms: z.int(), switches_on: Timestamp.describe('When the label changes next.') })
    .nullable(),
  source: z.enum(healthSources).describe('What set the state.'),
  aggregated: label,
  why: z
    .object({ path: z.string(), label, message: z.string() })
    .nullable()
    .describe('The component that decides the aggregated colour; null when all are Green.'),
  get downstream() {
    return z.array(ComponentResource)
  },
})
z.globalRegistry.add(ComponentResource, { id: 'Component' })
export type ComponentResource = z.infer<typeof ComponentResource>

const HealthMomentResource = z.object({
  at: Timestamp,
  aggregated: z.string(),
  changes: z
    .array(
      z.object({
        path: z.string(),
        from: z.string().nullable().describe('Null when the component did not exist before.'),
        to: z.string().nullable().describe('Null when the component was removed.'),
        message: z.string(),
        source: z
          .enum([...healthSources, 'itself'])
          .describe('What changed the state; `itself` for a recovery or a flap.'),
      }),
    )
    .readonly(),
})
export type HealthMomentResource = z.infer<typeof HealthMomentResource>

const componentPath = text('Names from the service down: `graph/worker-2`.')

/** The health of the service and its components: what the status resources report. */
export const health: Route[] = [
  get('/__sandbox/health/:path*', readComponent, {
    description:
      'Reads the health of a component (without a path, of the service) and all components below it.',
    params: { path: componentPath },
    replies: { 200: reply('The component.', ComponentResource) },
  }),
  put('/__sandbox/health/:path*', setComponent, {
    description:
      'Sets the health of a component (without a path, of the service), adding the component if it does not exist.',
    params: { path: componentPath },
    body: HealthInput,
    replies: { 200: reply('The component.', ComponentResource) },
  }),
  del('/__sandbox/health/:path*', resetComponent, {
    description:
      'Restores a component (without a path, all of them) to its seeded state; an added one is removed.',
    params: { path: componentPath },
    replies: { 204: reply('The state was restored.') },
  }),
  get('/__sandbox/health-history', readHistory, {
    description:
      'Returns how the health changed: for each moment the aggregated colour, and the components that changed.',
    replies: { 200: reply('The moments.', unpagedListOf(HealthMomentResource)) },
  }),
  get('/__sandbox/label-case', readLabelCase, {
    description: 'Returns the letter case of colours in status resources.',
    replies: { 200: reply('The letter case.', LabelCaseResource) },
  }),
  put('/__sandbox/label-case', setLabelCase, {
    description: 'Sets the letter case of colours in status resources, to test that clients accept any.',
    body: LabelCaseResource,
    replies: { 200: reply('The letter case.', LabelCaseResource) },
  }),
]

function readComponent(call: Call<ComponentParams>): Reply {
  const { path = wholeService } = call.params
  const found = findComponent(readHealth(call.data, call.clock.now()), path)

  if (!found) throw componentNotFound(path)

  return json(resourceOf(found))
}

async function setComponent(call: BodyCall<typeof HealthInput, ComponentParams>): Promise<Reply> {
  const { is_new: isNew, ...state } = call.body
  const now = call.clock.now()

  call.change((draft) => {
    const path = call.params.path ?? wholeService

    if (!isNew) rejectSimilar(draft, path)
    setHealth(draft, path, state, { now })
  })

  return readComponent(call)
}

async function resetComponent(call: Call<ComponentParams>): Promise<Reply> {
  const { path } = call.params
  const now = call.clock.now()

  call.change((draft) => (path === undefined ? resetAllHealth(draft, now) : resetHealth(draft, path, now)))

  return noContent()
}

function readHistory(call: Call): Reply {
  const items = call.sandbox.healthLog
    .moments()
    .map(({ at, ...moment }): HealthMomentResource => ({ at: new Date(at).toISOString(), ...moment }))

  return jsonList(items)
}

function readLabelCase(call: Call): Reply {
  return json({ case: call.control.labelCase })
}

async function setLabelCase(call: BodyCall<typeof LabelCaseResource>): Promise<Reply> {
  call.change((draft) => draft.set({ labelCase: call.body.case }))

  return readLabelCase(call)
}

function resourceOf(component: ComponentHealth): ComponentResource {
  const { recoversOn, flap, lastOutage: _, why, downstream, ...health } = component

  return {
    ...health,
    recovers_on: recoversOn,
    flap: flap && { label: flap.label, every_ms: flap.every_ms, switches_on: flap.switchesOn },
    why,
    downstream: downstream.map(resourceOf),
  }
}
