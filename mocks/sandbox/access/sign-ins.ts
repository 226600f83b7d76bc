import { findUser, readUser, type User } from '../../data/model/users/users.ts'
import type { Data } from '../../data/model/tables.ts'
import type { Clock } from '../time/clock.ts'
import type { Random } from '../../data/model/shared/random.ts'

/** How long an issued access token is valid, in seconds. */
export const tokenLifetime = 3600

/** The user for requests without credentials, unless another one is chosen. */
export const defaultUserName = 'editor'

/** Ready-made tokens name their user: `sandbox-admin`. They are valid in every sandbox and never expire. */
const readyMadeToken = /^sandbox-(.+)$/

/** The ready-made token of a user. */
export function tokenOf(userName: string): string {
  return `sandbox-${userName}`
}

interface Tokens {
  readonly access: string
  readonly refresh: string
}

/** The issued tokens. */
export interface IssuedTokens {
  /** With their users, and when they expire: milliseconds since 1970. */
  readonly access: ReadonlyMap<string, { readonly userId: number; readonly expires: number }>
  /** With the ids of their users. They do not expire. */
  readonly refresh: ReadonlyMap<string, number>
}

export const noTokens: IssuedTokens = { access: new Map(), refresh: new Map() }

/** Maximum number of tokens of each kind; the oldest are removed. Enough for a client that signs in for each request. */
const limit = 10_000

/** The tokens issued in a sandbox, which are valid only there. */
export class SignIns {
  readonly #clock: Clock
  readonly #random: Random
  state = noTokens

  constructor(clock: Clock, random: Random) {
    this.#clock = clock
    this.#random = random
  }

  issue(user: User): Tokens {
    const { access, refresh } = this.state
    const tokens = { access: this.#newToken(access), refresh: this.#newToken(refresh) }
    const now = this.#clock.now()
    const valid = [...access].filter(([, { expires }]) => expires > now)
    const issued = { userId: user.id, expires: now + tokenLifetime * 1000 }

    this.state = {
      access: new Map([...valid, [tokens.access, issued] as const].slice(-limit)),
      refresh: new Map([...refresh, [tokens.refresh, user.id] as const].slice(-limit)),
    }

    return tokens
  }

  /**
   * The next token may already be in use, because restoring a snapshot, or an import, resets the random source but keeps
   * the tokens.
   */
  #newToken(issued: ReadonlyMap<string, unknown>): string {
    let token = this.#random.text(43)

    while (issued.has(token)) token = this.#random.text(43)

    return token
  }

  /** Ids of the users with valid access tokens, one for each token. */
  get activeUserIds(): number[] {
    const now = this.#clock.now()

    return Array.from(this.state.access.values()).flatMap(({ userId, expires }) =>
      expires > now ? [userId] : [],
    )
  }

  /** The user of a refresh token, which becomes invalid. */
  redeem(data: Data, refreshToken: string): User | undefined {
    const { access, refresh } = this.state
    const userId = refresh.get(refreshToken)

    this.state = { access, refresh: new Map([...refresh].filter(([token]) => token !== refreshToken)) }

    return userId === undefined ? undefined : readUser(data, userId)
  }

  /** The user of an access token, ready-made or issued; undefined when it is unknown or has expired. */
  userOf(data: Data, token: string): User | undefined {
    const name = readyMadeToken.exec(token)?.[1]
    const issued = this.state.access.get(token)

    if (name !== undefined) return findUser(data, name)
    if (!issued || issued.expires <= this.#clock.now()) return undefined

    return readUser(data, issued.userId)
  }
}
