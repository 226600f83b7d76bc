import * as sandboxFaults from '../../sandbox/faults/fault-set.ts'
import { z } from 'zod'
import { Timestamp } from '../../data/model/shared/json.ts'
import type { BodyCall, Call, QueryCall } from '../http/call.ts'
import { created, json, jsonList, noContent, type Reply } from '../http/replies/reply.ts'
import { oneOf, optionalBody } from '../http/declare-request.ts'
import { optional, reply, unpagedListOf, type Route } from '../http/declare-route.ts'
import { del, get, post, put } from './control-route.ts'
import { rejectMisspeltPatterns } from './misspelt-patterns.ts'
import { NotFound } from '../../data/model/shared/errors.ts'
import { Release, type HeldRequest } from '../../sandbox/faults/held-requests.ts'
import type { Fault } from '../../sandbox/faults/fault-rule.ts'
import { isActive, FaultRule, faultPresetNames, faultPresets } from '../../sandbox/faults/fault-rule.ts'

type FaultParams = { id: string }

/** A rule, or the name of a preset. */
const FaultInput = z.union(
  [
    z.strictObject({
      preset: z.enum(faultPresetNames),
      for_ms: FaultRule.shape.for_ms,
    }),
    FaultRule,
  ],
  {
    error: `Expected a rule with an "effect", or {"preset": ...} with one of ${faultPresetNames.join(', ')}.`,
  },
)

const FaultResource = FaultRule.safeExtend({
  id: z.string(),
  origin: z.string().nullable().describe('The preset or scenario that added it.'),
  enabled: z.boolean(),
  active: z.boolean(),
  seen: z.int().describe('Requests that it matched.'),
  hits: z.int().describe('Requests that it affected.'),
  expires_on: Timestamp.nullable(),
  held: z
    .array(
      z.object({
        method: z.string(),
        path: z.string(),
        user: z.string().nullable().describe('Name of the user; null for an anonymous request.'),
        time: Timestamp,
      }),
    )
    .describe('Of kinds that hold requests: those that wait for their release.')
    .optional(),
}).meta({ id: 'Fault' })
type FaultResource = z.infer<typeof FaultResource>

const FaultList = z.object({
  items: z
    .array(FaultResource)
    .refine(
      (items) => new Set(items.map(({ id }) => id)).size === items.length,
      'Two faults have the same id.',
    ),
})
const PresetResource = z.object({
  name: z.enum(faultPresetNames),
  description: z.string(),
  rules: z.array(FaultRule).readonly(),
})

const presetQuery = { preset: oneOf(faultPresetNames, 'Name of a preset.') }

/** Faults: simulated errors, delays and lost connections. @param allRoutes the routes that faults may be for */
export const faults = (allRoutes: () => readonly Route[]): Route[] => [
  get('/__sandbox/faults', listFaults, {
    description: 'Lists the faults in the order in which they are matched.',
    replies: { 200: reply('The faults.', unpagedListOf(FaultResource)) },
  }),
  post('/__sandbox/faults', (call) => addFaults(call, allRoutes()), {
    description: 'Adds a fault before all others, or a preset, replacing that preset if it is active.',
    body: FaultInput,
    replies: {
      201: reply('The faults were added.', z.union([FaultResource, unpagedListOf(FaultResource)]), {
        Location: optional('Address of the fault; a preset adds several.'),
      }),
    },
  }),
  put('/__sandbox/faults', (call) => putFaults(call, allRoutes()), {
    description:
      'Replaces all faults with a list returned by GET, in its order. A fault that still exists keeps its counts if they are larger.',
    body: FaultList,
    replies: { 200: reply('The faults.', unpagedListOf(FaultResource)) },
  }),
  del('/__sandbox/faults', clearFaults, {
    description: 'Removes all faults, or those of a preset.',
    query: presetQuery,
    replies: { 204: reply('The faults were removed.') },
  }),
  get('/__sandbox/faults/:id', (call) => json(faultResource(call, faultOf(call))), {
    description: 'Reads a fault: its rule and its counts.',
    replies: { 200: reply('The fault.', FaultResource) },
  }),
  put('/__sandbox/faults/:id', (call) => putFault(call, allRoutes()), {
    description: 'Replaces a fault in its place, or adds it with this id.',
    body: FaultRule,
    replies: { 200: reply('The fault.', FaultResource) },
  }),
  del('/__sandbox/faults/:id', removeFault, {
    description: 'Removes a fault.',
    replies: { 204: reply('The fault was removed.') },
  }),
  post('/__sandbox/faults/:id/release', releaseRequests, {
    description:
      'Releases the requests that a fault holds: unchanged, or with another status or body. Further ones are held; to remove the fault releases what it holds, too.',
    body: optionalBody(Release),
    replies: { 200: reply('The number of requests released.', z.object({ released: z.int() })) },
  }),
  get(
    '/__sandbox/fault-presets',
    () => jsonList(faultPresetNames.map((name) => ({ name, ...faultPresets[name] }))),
    {
      description: 'Lists the presets, which are groups of faults.',
      replies: { 200: reply('The presets.', unpagedListOf(PresetResource)) },
    },
  ),
]

function listFaults(call: Call): Reply {
  return jsonList(sandboxFaults.faultsIn(call.stateForRequest).map((fault) => faultResource(call, fault)))
}

async function addFaults(call: BodyCall<typeof FaultInput>, routes: readonly Route[]): Promise<Reply> {
  const input = call.body
  if ('preset' in input) {
    const { preset, ...limits } = input

    const rules = faultPresets[preset].rules.map((rule) => ({ ...rule, ...limits }))
    const added = call.change((draft) => {
      sandboxFaults.removeFaults(draft, { origin: preset })

      return sandboxFaults.addFaults(draft, rules, preset)
    })

    return jsonList(
      added.map((fault) => faultResource(call, fault)),
      201,
    )
  }

  rejectMisspeltPatterns(input, routes, call.data)

  const [fault] = call.change((draft) => sandboxFaults.addFaults(draft, [input]))

  return created(call.links.to(`/__sandbox/faults/${fault?.id}`).href, fault && faultResource(call, fault))
}

async function putFaults(call: BodyCall<typeof FaultList>, routes: readonly Route[]): Promise<Reply> {
  rejectMisspeltPatterns(call.body, routes, call.data)

  const saved = call.body.items.map((fault) => {
    const { id, origin, seen, hits, expires_on, active: _, held: __, ...rule } = fault
    const expires = expires_on === null ? undefined : Date.parse(expires_on)

    return { id, rule, origin: origin ?? undefined, expires, seen, hits }
  })

  call.change((draft) => sandboxFaults.restoreFaults(draft, saved))

  return listFaults(call)
}

async function clearFaults(call: QueryCall<typeof presetQuery>): Promise<Reply> {
  call.change((draft) => sandboxFaults.removeFaults(draft, { origin: call.query.preset }))

  return noContent()
}

async function putFault(call: Call<FaultParams, FaultRule>, routes: readonly Route[]): Promise<Reply> {
  rejectMisspeltPatterns(call.body, routes, call.data)

  const fault = call.change((draft) => sandboxFaults.putFault(draft, call.params.id, call.body))

  return json(faultResource(call, fault))
}

async function removeFault(call: Call<FaultParams>): Promise<Reply> {
  const { id } = faultOf(call)

  call.change((draft) => sandboxFaults.removeFaults(draft, { id }))

  return noContent()
}

function releaseRequests(call: Call<FaultParams, Release | undefined>): Reply {
  const { id } = faultOf(call)

  return json({ released: call.sandbox.held.release((fault) => fault === id, call.body) })
}

function faultResource(call: Call, fault: Fault): FaultResource {
  const { id, rule, origin, seen, hits, expires } = fault

  return {
    id,
    origin: origin ?? null,
    ...rule,
    enabled: rule.enabled ?? true,
    active: isActive(fault, call.clock.now()),
    seen,
    hits,
    expires_on: expires === undefined ? null : new Date(expires).toISOString(),
    ...(rule.effect.kind === 'hold' || rule.effect.kind === 'never'
      ? { held: call.sandbox.held.of(id).map(heldResource) }
      : {}),
  }
}

function heldResource({ request, time }: HeldRequest): NonNullable<FaultResource['held']>[number] {
  const { method, path, search, user = null } = request

  return {
    method,
    path: search === '' ? path : `${path}?${search}`,
    user,
    time: new Date(time).toISOString(),
  }
}

function faultOf({ stateForRequest, params: { id } }: Call<FaultParams>): Fault {
  const fault = stateForRequest.runtime.tables.faults.find('id', id)

  if (!fault) throw new NotFound(`There is no fault "${id}". GET /__sandbox/faults lists them.`)

  return fault
}
