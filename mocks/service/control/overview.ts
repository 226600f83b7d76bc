import { isActive } from '../../sandbox/faults/fault-rule.ts'
import { faultsIn } from '../../sandbox/faults/fault-set.ts'
import { activeScenario } from '../../sandbox/scenarios/sandbox-scenarios.ts'
import { actingUserOf, validationOf, actingAs } from '../../sandbox/state/sandbox-state.ts'
import { z } from 'zod'
import { readHealth } from '../../data/model/health/component-health.ts'
import { healthLabels, labelCases } from '../../data/model/health/component.ts'
import { ClockResource, clockResource } from './clock-routes.ts'
import type { Call, BodyCall } from '../http/call.ts'
import { json, type Reply, jsonList } from '../http/replies/reply.ts'
import { reply, type Route, unpagedListOf } from '../http/declare-route.ts'
import { get, put } from './control-route.ts'
import { validationLevels } from '../../sandbox/sandbox-settings.ts'
import { version } from '../../data/model/shared/version.ts'
import { InvalidRequest } from '../../data/model/shared/errors.ts'
import { builtInUsers, allUsers, findUser, userRoles, type User } from '../../data/model/users/users.ts'
import type { Sandbox } from '../../sandbox/sandbox.ts'
import { suggestionOrList } from '../../data/model/shared/suggestion.ts'
import { tokenOf } from '../../sandbox/access/sign-ins.ts'

const ActingUser = z.strictObject({
  /** Null to reject requests without credentials. */
  name: z.string().min(1).nullable(),
})

const PersonaResource = z
  .object({
    name: z.string(),
    user_id: z.int(),
    role: z.enum(userRoles),
    password: z.string().optional().describe('Omitted if it was changed.'),
    token: z.string().describe('A token that needs no sign-in.'),
    is_acting: z.boolean(),
  })
  .meta({ id: 'Persona' })
type PersonaResource = z.infer<typeof PersonaResource>

const ActingUserResource = z.object({ name: z.string().nullable(), role: z.enum(userRoles).nullable() })

/** The users who can sign in, and the user for requests without credentials. */
export const personaList: Route[] = [
  get('/__sandbox/personas', readPersonas, {
    description: 'Lists the users who can sign in.',
    replies: { 200: reply('The users, the built-in ones first.', unpagedListOf(PersonaResource)) },
  }),
  get('/__sandbox/user', readActingUser, {
    description: 'Returns the acting user: the user for requests without credentials.',
    replies: { 200: reply('The acting user.', ActingUserResource) },
  }),
  put('/__sandbox/user', setActingUser, {
    description: 'Sets the acting user.',
    body: ActingUser,
    replies: { 200: reply('The acting user.', ActingUserResource) },
  }),
]

function builtInPersonas(sandbox: Sandbox) {
  return builtInUsers
    .map(({ name }) => findUser(sandbox.data, name))
    .filter((user) => user !== undefined)
    .map((user) => personaResource(user, sandbox))
}

function readPersonas(call: Call): Reply {
  return jsonList(allUsers(call.data).map((user) => personaResource(user, call.sandbox)))
}

function readActingUser(call: Call): Reply {
  const name = actingUserOf(call)
  const user = name === null ? undefined : findUser(call.data, name)

  return json({ name, role: user?.role ?? null })
}

async function setActingUser(call: BodyCall<typeof ActingUser>): Promise<Reply> {
  const { name } = call.body

  if (name !== null && !findUser(call.data, name)) {
    const names = allUsers(call.data).map((user) => user.name)

    throw new InvalidRequest({
      name: `There is no user "${name}". ${suggestionOrList(name, names) || 'GET /__sandbox/personas lists them.'}`,
    })
  }
  call.change((draft) => draft.set(actingAs(name, draft)))

  return readActingUser(call)
}

function personaResource(user: User, sandbox: Sandbox) {
  return {
    name: user.name,
    user_id: user.id,
    role: user.role,
    /** Initially, a password is the user's name. */
    ...(sandbox.data.passwords.has(user.id) ? {} : { password: user.name }),
    token: tokenOf(user.name),
    is_acting: user.name === actingUserOf(sandbox),
  }
}

/** As whom applications send requests, and what is simulated. */
const Simulation = z.object({
  acting_user: z.string().nullable(),
  scenario: z.string().nullable(),
  active_faults: z.int(),
})

export function simulationOf(call: Call): z.infer<typeof Simulation> {
  const now = call.clock.now()

  return {
    acting_user: actingUserOf(call),
    scenario: activeScenario(call)?.scenario.name ?? null,
    active_faults: faultsIn(call.visibleState).filter((fault) => isActive(fault, now)).length,
  }
}

const Overview = z
  .object({
    name: z.literal('entity-sandbox'),
    version: z.string(),
    runtime: z.enum(['node', 'browser']),
    sandbox: z.string(),
    seed: z.int(),
    auth: z.enum(['default', 'required']),
    clock: ClockResource,
    ...Simulation.shape,
    upstream: z
      .object({
        name: z.string(),
        passthrough: z.array(z.string()).readonly(),
        replays: z.boolean().describe('Whether it is a recording.'),
        strict: z.boolean().describe('Whether only the recording answers.'),
      })
      .optional()
      .describe('What answers the requests that are passed on, and which those are besides those of faults.'),
    health: z.enum(healthLabels),
    label_case: z.enum(labelCases),
    validation: z.enum(validationLevels),
    counts: z.record(z.string(), z.int()).describe('Records, by table.'),
    journal: z.object({ last_sequence: z.int(), dropped: z.int() }),
    personas: z.array(PersonaResource).describe('The built-in ones. All: GET /__sandbox/personas.'),
  })
  .meta({ id: 'Overview' })
export type Overview = z.infer<typeof Overview>

export const overview: Route[] = [
  get('/__sandbox', readOverview, {
    description: 'Returns an overview of the sandbox.',
    replies: { 200: reply('The overview.', Overview) },
  }),
]

function readOverview(call: Call): Reply {
  const { upstream } = call.sandboxes
  const { id, journal } = call.sandbox
  const { settings, control, clock, data } = call

  return json({
    name: 'entity-sandbox',
    version,
    runtime: runtime(),
    sandbox: id,
    seed: control.seed,
    auth: settings.auth,
    clock: clockResource(clock),
    ...simulationOf(call),
    ...(upstream
      ? {
          upstream: {
            name: upstream.name,
            passthrough: settings.passthrough,
            replays: upstream === settings.recording,
            strict: settings.strict,
          },
        }
      : {}),
    health: readHealth(data, clock.now()).aggregated,
    label_case: control.labelCase,
    validation: validationOf(call),
    counts: Object.fromEntries(Object.entries(data).map(([table, { size }]) => [table, size])),
    journal: { last_sequence: journal.last, dropped: journal.evictedSince() },
    personas: builtInPersonas(call.sandbox),
  })
}

/** Bundlers may add a `process` to a page, but one without versions. */
function runtime(): 'node' | 'browser' {
  return globalThis.process?.versions?.node === undefined ? 'browser' : 'node'
}
