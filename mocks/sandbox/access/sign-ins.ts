import { createStream } from '../../data/model/shared/random.ts'
import type { Data } from '../../data/model/data-tables.ts'
import { findUser, ifEnabled, readUser, type User } from '../../data/model/users/users.ts'
import type { SandboxDraft } from '../state/sandbox-draft.ts'
import { sortableTime, type RuntimeState, type Token } from '../state/sandbox-state.ts'

/** How long an issued access token is valid, in seconds. */
export const tokenLifetime = 3600

/** Ready-made tokens name their user: `sandbox-admin`. They are valid in every sandbox and never expire. */
const readyMadeToken = /^sandbox-(.+)$/

/** The ready-made token of a user. */
export function readyMadeTokenOf(userName: string): string {
  return `sandbox-${userName}`
}

/** How long a code of the page for signing in is valid, in seconds. */
const codeLifetime = 600

/** Maximum number of tokens; the oldest are removed. Enough for a client that signs in for each request. */
const limit = 20_000

/** Issues an access token and a refresh token. They are not drawn from the random source of the data. */
export function signIn(
  draft: SandboxDraft,
  user: User,
  origin?: Token['origin'],
): { access: string; refresh: string } {
  return {
    access: issue(draft, user, { expires: draft.clock.now() + tokenLifetime * 1000, origin }),
    refresh: issue(draft, user, { expires: null, origin }),
  }
}

/** Issues a code, with which tokens of the user can be got once. */
export function issueCode(
  draft: SandboxDraft,
  user: User,
  code: Pick<RequestedCode, 'redirectUri' | 'challenge'>,
): string {
  const expires = draft.clock.now() + codeLifetime * 1000

  return issue(draft, user, { expires, code: { ...code, isUsed: false } })
}

type RequestedCode = NonNullable<Token['code']>

/** Who signs in, and by which code, if by one. */
export interface SignIn {
  readonly user: User
  readonly origin?: Token['origin']
}

/** Removes expired ones, and the oldest beyond the limit. */
function issue(draft: SandboxDraft, user: User, rest: Pick<Token, 'expires' | 'code' | 'origin'>): string {
  const { tokens, sequences } = draft.runtime
  const number = sequences.next('token', (taken) => tokens.has(taken))
  const token = createStream(draft.control.seed, 'token', draft.sandboxId, user.id, number).text(43)

  tokens.put({ number, token, userId: user.id, ...rest })

  const removed = new Set<number>()

  for (const moment of tokens.values('expires')) {
    if (moment > sortableTime(draft.clock.now())) break
    for (const number of tokens.group('expires', moment).keys()) removed.add(number)
  }
  for (const number of tokens.keys()) {
    if (tokens.size - removed.size <= limit) break
    removed.add(number)
  }
  for (const number of removed) tokens.delete(number)

  return token
}

/** Whose refresh token it is, which becomes invalid. */
export function redeem(draft: SandboxDraft, refreshToken: string): SignIn | undefined {
  const { tokens } = draft.runtime
  const found = tokens.find('token', refreshToken)
  const user = ifEnabled(draft, found?.expires === null ? readUser(draft, found.userId) : undefined)

  if (!found || !user) return undefined
  tokens.delete(found.number)

  return { user, origin: found.origin }
}

/**
 * Whose code it is, which can't be used again; or a sentence that says why it is invalid. One that was used before ends the
 * tokens that follow from it, since somebody may have intercepted it (RFC 6749, 4.1.2).
 *
 * @param isPublic whether the client has shown no secret, so that it needs a challenge
 */
export function redeemCode(
  draft: SandboxDraft,
  given: string,
  request: Pick<RequestedCode, 'redirectUri' | 'challenge'>,
  isPublic: boolean,
): SignIn | string {
  const { tokens } = draft.runtime
  const found = tokens.find('token', given)
  const user = found && (found.expires ?? 0) > draft.clock.now() ? readUser(draft, found.userId) : undefined

  if (!found?.code || !user || !ifEnabled(draft, user)) return 'The code is unknown or has expired.'

  const { code } = found

  if (code.isUsed) {
    Array.from(tokens.group('code', String(found.number)).keys(), (number) => tokens.delete(number))

    return 'The code was used before. The tokens that were issued for it are no longer valid.'
  }
  if (code.redirectUri !== request.redirectUri) return 'The redirect_uri is not that of /oauth/authorize.'
  if (code.challenge !== request.challenge) return 'The code_verifier is not that of the code_challenge.'
  if (isPublic && code.challenge === null) return 'Send the client_secret, or use PKCE.'
  tokens.put({ ...found, code: { ...code, isUsed: true } })

  return { user, origin: { code: found.number, isPublic } }
}

/** The tokens of a sandbox, and its data. */
interface SignedIn {
  readonly data: Data
  readonly runtime: Pick<RuntimeState, 'tables'>
}

/** The user of an access token, ready-made or issued; undefined when it is unknown or has expired. */
export function userOfToken({ data, runtime }: SignedIn, token: string, now: number): User | undefined {
  const name = readyMadeToken.exec(token)?.[1]
  const issued = runtime.tables.tokens.find('token', token)

  // The sandbox's own, by which its console and tests act: they work whatever a user may do.
  if (name !== undefined) return findUser(data, name)
  if (!issued || issued.code || (issued.expires ?? 0) <= now) return undefined

  return ifEnabled(data, readUser(data, issued.userId))
}

/** Ids of the users with valid access tokens, one for each token. */
export function signedInUserIds({ runtime }: Pick<SignedIn, 'runtime'>, now: number): number[] {
  return Array.from(runtime.tables.tokens.all())
    .filter(({ code, expires }) => !code && (expires ?? 0) > now)
    .map(({ userId }) => userId)
}
