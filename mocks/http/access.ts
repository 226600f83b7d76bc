import { Forbidden, Unauthorized } from '../model/errors.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import { defaultUserName } from '../sandbox/sign-ins.ts'
import { findUser, type User } from '../sandbox/users.ts'
import type { Request } from './call.ts'
import type { Access } from './route.ts'

/**
 * The user a request comes from, once it is known that the user may do what the route does. On an open route,
 * the user when there is one.
 *
 * @throws {Unauthorized} when credentials are wrong, or missing where they are needed
 * @throws {Forbidden} when the user may not do this
 */
export function admit(request: Request, sandbox: Sandbox, access: Access): User | undefined {
  const token = tokenOf(request)
  const user = token === undefined ? undefined : sandbox.signIns.userOf(sandbox.data, token)

  if (access === 'open') return user
  if (token !== undefined && !user) throw new Unauthorized('The access token is unknown or has expired.')
  if (access === 'administer') return requireAdministrator(user)
  if (!user && sandbox.settings.auth === 'required') {
    throw new Unauthorized('This needs an access token: POST /oauth/token, or send a ready-made one.')
  }

  const caller = user ?? findUser(sandbox.data, defaultUserName)

  if (!caller)
    throw new Unauthorized(`The default user "${defaultUserName}" does not exist: send an access token.`)
  if (access === 'write' && caller.role === 'reader') {
    throw new Forbidden(`User "${caller.name}" is a reader and may not change anything.`)
  }

  return caller
}

function requireAdministrator(user: User | undefined): User {
  if (!user) throw new Unauthorized('This needs an access token of an administrator.')
  if (user.role !== 'administrator') {
    throw new Forbidden(`User "${user.name}" is no administrator, which this resource asks for.`)
  }

  return user
}

function tokenOf(request: Request): string | undefined {
  const bearer = /^Bearer\s+(.*)$/i.exec(request.header('authorization') ?? '')?.[1]

  return bearer?.trim() ?? request.header('x-auth-token')
}
