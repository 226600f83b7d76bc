import { ApiError, Forbidden, Unauthorized } from '../../../data/model/shared/errors.ts'
import type { Sandbox } from '../../../sandbox/sandbox.ts'
import { suggestion } from '../../../data/model/shared/suggestion.ts'
import { builtInUsers, findUser, type User } from '../../../data/model/users/users.ts'
import { readyMadeTokenOf, userOfToken } from '../../../sandbox/access/sign-ins.ts'
import { actingUserOf } from '../../../sandbox/state/sandbox-state.ts'
import { isGraphqlPath } from '../graphql/describe-operation.ts'
import type { ServiceRequest } from '../service-request.ts'
import type { Access } from '../declare-route.ts'

const readyMadeTokens = builtInUsers.map(({ name }) => readyMadeTokenOf(name))

/**
 * The authenticated user: by the request's token or, without one, the acting user of the sandbox. Undefined only for
 * open routes.
 *
 * @throws {Unauthorized} on all others, when credentials are invalid, or missing although required
 */
export function authenticate(request: ServiceRequest, sandbox: Sandbox, access: Access): User | undefined {
  const token = tokenOf(request)
  const user = token === undefined ? undefined : userWithToken(sandbox, token)

  if (access === 'open' || user) return user
  if (token === '') {
    const header =
      graphqlToken(request) === undefined ? 'Authorization: Bearer {token}' : 'X-GQL-Token: {token}'

    throw new Unauthorized(`The request has no access token. Send "${header}".`)
  }
  if (token !== undefined) {
    const nearest = suggestion(token, readyMadeTokens)
    const hint = nearest.includes(`"${token}"`) ? 'Its user does not exist.' : nearest

    throw new Unauthorized(`The access token is unknown or has expired. ${hint}`.trimEnd())
  }
  if (access === 'administer')
    throw new Unauthorized('This resource requires the access token of an administrator.')

  return actingUser(sandbox)
}

/** The user of a request, whatever its route requires; undefined if its credentials are invalid or missing. */
export function findCaller(request: ServiceRequest, sandbox: Sandbox): User | undefined {
  const token = tokenOf(request)

  if (token !== undefined) return userWithToken(sandbox, token)

  const name = actingUserOf(sandbox)

  return name === null ? undefined : findUser(sandbox.data, name)
}

/** What a request without a token gets, where the tokens are printed. */
export function withoutToken({ auth }: { readonly auth?: string | undefined }): string {
  return auth === 'required' ? 'every request needs one' : 'without one you are the editor'
}

/** Policies restrict nothing. @throws {Forbidden} when the user's role lacks the access that a route requires */
export function checkRole(user: User | undefined, access: Access): void {
  if (access === 'administer' && user?.role !== 'administrator') {
    throw new Forbidden(`User "${user?.name}" is not an administrator, which this resource requires.`)
  }
  if (access === 'write' && user?.role === 'reader') {
    throw new Forbidden(`User "${user.name}" is a reader and may not change anything.`)
  }
}

/** @throws {ApiError} 429 when the user exceeds the sandbox's `rateLimit` */
export function checkRate({ rateLimit, settings }: Sandbox, { name }: User): void {
  const limit = settings.rateLimit
  const wait = limit === undefined ? undefined : rateLimit.count(name, limit)

  if (wait !== undefined) {
    throw new ApiError(429, `User "${name}" may send ${limit} requests per second. Try again in ${wait} s.`, {
      'Retry-After': String(wait),
    })
  }
}

function userWithToken({ data, state: { runtime }, clock }: Sandbox, token: string): User | undefined {
  return userOfToken({ data, runtime }, token, clock.now())
}

/** The user for requests without credentials. */
function actingUser(sandbox: Sandbox): User {
  const name = actingUserOf(sandbox)

  if (name === null) {
    throw new Unauthorized(
      'This requires an access token: send one, such as "Authorization: Bearer sandbox-editor", or get one from POST /oauth/token.',
    )
  }

  const user = findUser(sandbox.data, name)

  if (!user) throw new Unauthorized(`The acting user "${name}" does not exist. Send an access token.`)

  return user
}

/** The access token; undefined without credentials, empty for credentials without a token, such as another scheme. */
function tokenOf(request: ServiceRequest): string | undefined {
  const ofGraphql = graphqlToken(request)

  if (ofGraphql !== undefined) return ofGraphql

  const authorization = request.header('authorization')

  if (authorization === undefined) return request.header('x-auth-token')

  return /^Bearer\s(.*)$/i.exec(authorization)?.[1]?.trim() ?? ''
}

function graphqlToken(request: ServiceRequest): string | undefined {
  return isGraphqlPath(request.path) ? request.header('x-gql-token') : undefined
}
