import { findUser, readUser, type User } from '../../data/model/users/users.ts'
import type { Data } from '../../data/model/tables.ts'
import type { Clock } from '../time/clock.ts'
import { createStream, type RandomStream } from '../../data/model/shared/random-stream.ts'

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

/** The sandbox of the tokens. */
interface Place {
  readonly id: string
  readonly settings: { readonly seed: number }
}

/** The tokens issued in a sandbox, which are valid only there. */
export class SignIns {
  readonly #clock: Clock
  readonly #place: Place
  state = noTokens

  constructor(clock: Clock, place: Place) {
    this.#clock = clock
    this.#place = place
  }

  issue(user: User): Tokens {
    const { access, refresh } = this.state
    const stream = this.#nextStream(user)
    const tokens = { access: stream.text(43), refresh: stream.text(43) }
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
   * A stream for the next tokens, which differ by sandbox, user and the last access token (it stays until then). It is
   * not the random source of the data, so that a sign-in does not move the next identifier.
   */
  #nextStream({ id: userId }: User): RandomStream {
    const { id, settings } = this.#place
    const last = [...this.state.access.keys()].at(-1) ?? ''

    // The hash of one text alone would repeat after some ten thousand tokens.
    return createStream(settings.seed, 'token', id, userId, last.slice(0, 21), last.slice(21))
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
