import { actingAs, actingUserOf } from '../../sandbox/state/sandbox-state.ts'
import { z } from 'zod'
import type { BodyCall, Call } from '../http/call.ts'
import { json, jsonList, type Reply } from '../http/replies/reply.ts'
import { reply, unpagedListOf, type Route } from '../http/declare-route.ts'
import { get, put } from './control-route.ts'
import { InvalidRequest } from '../../data/model/shared/errors.ts'
import { builtInUsers, allUsers, findUser, userRoles, type User } from '../../data/model/users/users.ts'
import type { Sandbox } from '../../sandbox/sandbox.ts'
import { suggestionOrList } from '../../data/model/shared/suggestion.ts'
import { readyMadeTokenOf } from '../../sandbox/access/sign-ins.ts'

const ActingUser = z.strictObject({
  /** Null to reject requests without credentials. */
  name: z.string().min(1).nullable(),
})

export const PersonaResource = z
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

export function builtInPersonas(sandbox: Sandbox) {
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
    token: readyMadeTokenOf(user.name),
    is_acting: user.name === actingUserOf(sandbox),
  }
}
