import type { z } from 'zod'
import { Unauthorized, InvalidRequest } from '../../data/model/shared/errors.ts'
import type { Author } from '../../data/model/entities/entities.ts'
import type { CommittedData } from '../../data/model/data-tables.ts'
import type { User } from '../../data/model/users/users.ts'
import type { Exchange } from '../../data/model/exchanges/exchange.ts'
import type { Sandbox } from '../../sandbox/sandbox.ts'
import type { Sandboxes } from '../../sandbox/sandboxes.ts'
import { culturesOf } from '../../data/model/definitions/cultures.ts'
import { asKnown } from '../../data/model/shared/letter-case.ts'
import { pointerTo, type Warn, type Warning } from '../../data/model/shared/warnings.ts'
import { rawQueryOf, readQuery, type QueryDeclaration, type QueryOf } from './declare-request.ts'
import type { Control, Checkpoints, SandboxOrDraft, SandboxState } from '../../sandbox/state/sandbox-state.ts'
import { validationOf } from '../../sandbox/state/sandbox-state.ts'
import type { SandboxDraft } from '../../sandbox/state/sandbox-draft.ts'
import type { Clock } from '../../sandbox/time/clock.ts'
import type { Sliced } from '../../data/model/shared/slices.ts'
import { isRead, type ServiceRequest } from './service-request.ts'
import type { Links } from './replies/links.ts'
import type { ReplyCache } from './replies/reply-cache.ts'

/** Maximum number of reported warnings, since a body may have any number of invalid parts. */
const maxWarnings = 20

/** Maximum length of the header; the journal has all warnings. */
const maxHeaderLength = 2000

/** The warnings that are not accepted as an error, if the validation level of the sandbox is `enforce`. */
export function enforcedError(
  { warnings = [] }: Exchange,
  known: SandboxOrDraft,
): InvalidRequest | undefined {
  const rejected = warnings.filter(({ isAccepted }) => !isAccepted)

  return rejected.length > 0 && validationOf(known) === 'enforce'
    ? new InvalidRequest(Object.fromEntries(rejected.map(({ place, text }) => [dottedPlace(place), text])))
    : undefined
}

/** Warnings as the value of a header, in ASCII only. */
export function inHeader(warnings: readonly Warning[]): string {
  return warnings
    .map(({ place, text }) => `${place}: ${text}`)
    .join('; ')
    .slice(0, maxHeaderLength)
    .replace(/[^\x20-\x7e]/gu, '?')
}

interface CallParts<P, B> {
  readonly params: P
  readonly sandbox: Sandbox
  readonly sandboxes: Sandboxes
  readonly links: Links
  readonly replyCache: ReplyCache
  readonly user: User | undefined
  readonly decodeBody: (request: ServiceRequest, warn: Warn) => B
  /** The route's declaration of its query parameters. */
  readonly queryDeclaration: QueryDeclaration
  /** The request, with what its warnings are added to. */
  readonly exchange: Exchange
  /** Whether it warns of nothing. */
  readonly isSilent?: boolean
  /** What has to be stored before the request is answered: what it has changed, and what it has seen. */
  readonly unstored?: Set<Promise<void>>
}

/** A request, for the operation of its route: with path parameters `P`, a body `B` and query parameters `Q`. */
export class Call<P = unknown, B = unknown, Q = object> {
  readonly request: ServiceRequest
  readonly params: P
  readonly sandbox: Sandbox
  /** All sandboxes of the server, including this one. */
  readonly sandboxes: Sandboxes
  readonly links: Links
  readonly replyCache: ReplyCache
  readonly #parts: CallParts<P, B>
  #body: { readonly value: B } | undefined
  /** Throws when a precondition fails: called before the operation, and again in its first change. Undefined if there is none. */
  preconditionCheck: (() => void) | undefined
  readonly #unstored: Set<Promise<void>>
  #rawQuery: URLSearchParams | undefined
  #query: object | undefined

  constructor(parts: CallParts<P, B>) {
    this.request = parts.exchange.request
    this.params = parts.params
    this.sandbox = parts.sandbox
    this.sandboxes = parts.sandboxes
    this.links = parts.links
    this.replyCache = parts.replyCache
    this.#parts = parts
    this.#unstored = parts.unstored ?? new Set()
  }

  /** What the request sees: the stored state; if it may write, the newest, and its reply waits until that is stored. */
  get stateForRequest(): SandboxState {
    if (isRead(this.request)) return this.sandbox.state
    this.#holdReplyUntilStored()

    return this.sandbox.newest
  }

  /** Resolves when the request may be answered; undefined if it may be now. Rejects when what it follows from is lost. */
  get whenStored(): Promise<unknown> | undefined {
    return this.#unstored.size === 0 ? undefined : Promise.all(this.#unstored)
  }

  #holdReplyUntilStored(): void {
    const { whenStored } = this.sandbox

    if (whenStored) this.#unstored.add(whenStored)
  }

  get data(): CommittedData {
    return this.stateForRequest.data.tables
  }

  get control(): Control {
    return this.stateForRequest.control
  }

  get checkpoints(): Checkpoints {
    return this.stateForRequest.checkpoints
  }

  get settings(): Sandbox['settings'] {
    return this.sandbox.settings
  }

  get clock(): Clock {
    return this.sandbox.clock.following(() => this.control.clock)
  }

  /**
   * The body, as the route declares it: decoded and validated when it is first asked for.
   *
   * @throws {InvalidRequest} 400, naming every invalid member
   * @throws {ApiError} 415 for another content type
   */
  get body(): B {
    if (!this.#body) {
      this.#body = { value: this.#parts.decodeBody(this.request, this.warn) }
      this.enforce()
    }

    return this.#body.value
  }

  /**
   * Adds a warning of something in the request that is invalid or ignored, or differs from the interface. Call it before
   * anything is changed, or within `change()`, since a sandbox whose validation level is `enforce` then rejects the
   * request, unless the severity is another.
   */
  readonly warn: Warn = (place, text, severity = 'rejected') => {
    if (this.#parts.isSilent || validationOf(this) === 'off') return

    const warnings = (this.#parts.exchange.warnings ??= [])
    const isAccepted = severity === 'accepted'

    // One that rejects the request takes the place of an accepted one.
    if (warnings.length === maxWarnings && !isAccepted) {
      const replaced = warnings.findLastIndex((warning) => warning.isAccepted)

      if (replaced >= 0) warnings.splice(replaced, 1)
    }
    if (warnings.length < maxWarnings) warnings.push({ place: pointerTo(place), text: text(), isAccepted })
  }

  /** @throws {InvalidRequest} with the warnings that are not accepted, if there are any and the sandbox enforces */
  enforce(): void {
    const error = enforcedError(this.#parts.exchange, this)

    if (error) throw error
  }

  /** The raw query parameters, under their declared names. */
  get rawQuery(): URLSearchParams {
    return (this.#rawQuery ??= rawQueryOf(this.request.search, Object.keys(this.#parts.queryDeclaration)))
  }

  /**
   * The parameters of the query, as the route declares them.
   *
   * @throws {InvalidRequest} 400, naming every invalid parameter that is no flag
   */
  get query(): Q {
    // The route's declaration has the parameters that its operation's type names.
    return (this.#query ??= readQuery(this.rawQuery, this.#parts.queryDeclaration, () => {})) as Q
  }

  /** Reads the query, and warns of unknown parameters and invalid flags. @throws {InvalidRequest} for all else that is invalid */
  checkQuery(): void {
    this.#query = readQuery(this.rawQuery, this.#parts.queryDeclaration, this.warn)
    this.enforce()
  }

  /** A call that reads the resource of this request, for a route with other query parameters. It warns of nothing. */
  withoutWarnings(queryDeclaration: QueryDeclaration): Call<P, B> {
    return new Call({ ...this.#parts, queryDeclaration, unstored: this.#unstored, isSilent: true })
  }

  /**
   * The user of the request.
   *
   * @throws {Unauthorized} on an open route, when the request has no credentials
   */
  get user(): User {
    const { user } = this.#parts

    if (!user)
      throw new Unauthorized(
        'Sign in first: POST /oauth/token, or send a token, such as "Authorization: Bearer sandbox-editor".',
      )

    return user
  }

  /** Name of the requesting user, if there is one. */
  get userName(): string | undefined {
    return this.#parts.user?.name
  }

  /**
   * Changes the sandbox in the user's name. Nothing changes if `rule` throws, or if another change came first and the
   * precondition now fails.
   */
  change<R>(rule: (draft: SandboxDraft, author: Author) => R): R {
    try {
      return this.sandbox.change((draft) => {
        this.preconditionCheck?.()
        this.preconditionCheck = undefined

        const result = rule(draft, this.#authorIn(draft))

        this.enforce()

        return result
      }, this.userName)
    } finally {
      this.#holdReplyUntilStored()
    }
  }

  /** Like `change()`, for long work. */
  changeInSlices<R>(rule: (draft: SandboxDraft, author: Author) => Sliced<R>): Promise<R> {
    return this.sandbox.changeInSlices((draft) => this.#inSlices(draft, rule), this.userName)
  }

  *#inSlices<R>(draft: SandboxDraft, rule: (draft: SandboxDraft, author: Author) => Sliced<R>): Sliced<R> {
    this.preconditionCheck?.()

    const result = yield* rule(draft, this.#authorIn(draft))

    this.enforce()

    return result
  }

  /** The culture of plain values of multi-language properties. */
  get culture(): string | undefined {
    const code = this.rawQuery.get('culture') || undefined

    return code && asKnown(code, culturesOf(this.data))
  }

  /** The user, time, culture and generator of identifiers for a change by this request. */
  #authorIn({ clock, random }: SandboxDraft): Author {
    const userOf = () => this.user

    return {
      get userId() {
        return userOf().id // not every change needs a user
      },
      now: clock.timestamp(),
      culture: this.culture,
      newIdentifier: () => random.identifier(),
    }
  }
}

/** A request to a route whose body has the schema `S`. */
export type BodyCall<S extends z.ZodType, P = unknown> = Call<P, z.infer<S>>

/** A request to a route that takes the query parameters `Q`. */
export type QueryCall<Q extends QueryDeclaration, P = unknown> = Call<P, unknown, QueryOf<Q>>

/** A JSON pointer as the dotted path that validation errors use. */
function dottedPlace(pointer: string): string {
  return pointer.replace(/^\//, '').replaceAll('/', '.').replaceAll('~1', '/').replaceAll('~0', '~')
}
