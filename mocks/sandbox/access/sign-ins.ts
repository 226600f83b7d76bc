import { createStream } from '../../data/model/shared/random.ts'
import type { Data } from '../../data/model/data-tables.ts'
import { findUser, readUser, type User } from '../../data/model/users/users.ts'
import type { SandboxDraft } from '../state/sandbox-draft.ts'
import { sortableTime, type RuntimeState, type Token } from '../state/sandbox-state.ts'

/** How long an issued access token is valid, in seconds. */
export const tokenLifetime = 3600

/** Ready-made tokens name their user: `sandbox-admin`. They are valid in every sandbox and never expire. */
const readyMadeToken = /^sandbox-(.+)$/

/** The ready-made token of a user. */
export function tokenOf(userName: string): string {
  return `sandbox-${userName}`
}

/** Maximum number of tokens; the oldest are removed. Enough for a client that signs in for each request. */
const limit = 20_000

/** Issues an access token and a refresh token. They are not drawn from the random source of the data. */
export function signIn(draft: SandboxDraft, user: User): { access: string; refresh: string } {
  const now = draft.clock.now()
  const { tokens, sequences } = draft.runtime
  const issue = (expires: Token['expires']) => {
    const number = sequences.next('token', (taken) => tokens.has(taken))
    const token = createStream(draft.control.seed, 'token', draft.sandboxId, user.id, number).text(43)

    tokens.put({ number, token, userId: user.id, expires })

    return token
  }
  const issued = { access: issue(now + tokenLifetime * 1000), refresh: issue(null) }
  const removed = new Set<number>()

  for (const moment of tokens.values('expires')) {
    if (moment > sortableTime(now)) break
    for (const number of tokens.group('expires', moment).keys()) removed.add(number)
  }
  for (const number of tokens.keys()) {
    if (tokens.size - removed.size <= limit) break
    removed.add(number)
  }
  for (const number of removed) tokens.delete(number)

  return issued
}

/** The user of a refresh token, which becomes invalid. */
export function redeem(draft: SandboxDraft, refreshToken: string): User | undefined {
  const { tokens } = draft.runtime
  const found = tokens.find('token', refreshToken)

  if (found?.expires !== null) return undefined
  tokens.delete(found.number)

  return readUser(draft, found.userId)
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

  if (name !== undefined) return findUser(data, name)
  if (!issued || (issued.expires ?? 0) <= now) return undefined

  return readUser(data, issued.userId)
}

/** Ids of the users with valid access tokens, one for each token. */
export function signedInUserIds({ runtime }: Pick<SignedIn, 'runtime'>, now: number): number[] {
  return Array.from(runtime.tables.tokens.all())
    .filter(({ expires }) => (expires ?? 0) > now)
    .map(({ userId }) => userId)
}
