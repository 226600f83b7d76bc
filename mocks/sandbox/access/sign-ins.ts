import { findUser, readUser, type User } from './users.ts'
import type { Data } from '../../model/tables.ts'
import type { Clock } from '../time/clock.ts'
import type { Random } from '../../model/shared/random.ts'
import type { IssuedTokens } from '../state/runtime-state.ts'

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

interface Issued {
  readonly userId: number
  /** Milliseconds since 1970. */
  readonly expires: number
}

/** Maximum number of tokens of each kind; the oldest are removed. Enough for a client that signs in for each request. */
const limit = 10_000

/** The tokens issued in a sandbox, which are valid only there. */
export class SignIns {
  readonly #clock: Clock
  readonly #random: Random
  #access: ReadonlyMap<string, Issued> = new Map()
  #refresh: ReadonlyMap<string, number> = new Map()

  constructor(clock: Clock, random: Random) {
    this.#clock = clock
    this.#random = random
  }

  issue(user: User): Tokens {
    const tokens = { access: this.#newToken(this.#access), refresh: this.#newToken(this.#refresh) }
    const now = this.#clock.now()
    const valid = [...this.#access].filter(([, { expires }]) => expires > now)
    const issued = { userId: user.id, expires: now + tokenLifetime * 1000 }

    this.#access = new Map([...valid, [tokens.access, issued] as const].slice(-limit))
    this.#refresh = new Map([...this.#refresh, [tokens.refresh, user.id] as const].slice(-limit))

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

    return Array.from(this.#access.values()).flatMap(({ userId, expires }) => (expires > now ? [userId] : []))
  }

  get saved(): IssuedTokens {
    return { access: [...this.#access], refresh: [...this.#refresh] }
  }

  /** Restores the tokens issued in an earlier run of the sandbox. */
  restore({ access, refresh }: IssuedTokens): void {
    this.#access = new Map(access)
    this.#refresh = new Map(refresh)
  }

  /** Returns a function that restores the current state. */
  savepoint(): () => void {
    const [access, refresh] = [this.#access, this.#refresh]

    return () => {
      this.#access = access
      this.#refresh = refresh
    }
  }

  /** Revokes all tokens issued here. */
  clear(): void {
    this.#access = new Map()
    this.#refresh = new Map()
  }

  /** The user of a refresh token, which becomes invalid. */
  redeem(data: Data, refreshToken: string): User | undefined {
    const userId = this.#refresh.get(refreshToken)

    this.#refresh = new Map([...this.#refresh].filter(([token]) => token !== refreshToken))

    return userId === undefined ? undefined : readUser(data, userId)
  }

  /** The user of an access token, ready-made or issued; undefined when it is unknown or has expired. */
  userOf(data: Data, token: string): User | undefined {
    const name = readyMadeToken.exec(token)?.[1]
    const issued = this.#access.get(token)

    if (name !== undefined) return findUser(data, name)
    if (!issued || issued.expires <= this.#clock.now()) return undefined

    return readUser(data, issued.userId)
  }
}
