import { Unauthorized } from '../model/shared/errors.ts'
import type { Author } from '../model/entities/entities.ts'
import type { Data, DataDraft } from '../model/tables.ts'
import type { User } from '../sandbox/access/users.ts'
import type { JournalEntry } from '../sandbox/journal/journal-entry.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import type { Sandboxes } from '../sandbox/sandboxes.ts'
import { pointerTo, type RequestPlace, type Warn } from '../sandbox/validation.ts'
import { queryOf } from './declaration/query.ts'
import type { Links } from './replies/links.ts'
import type { ReplyCache } from './replies/reply-cache.ts'
import type { Request } from './request.ts'
import { mostWarnings, refusalOf } from './warnings.ts'

/** A request as an operation sees it; `P` are the named segments of its path, `B` is what its body is read as. */
export class Call<P = unknown, B = unknown> {
  readonly request: Request
  readonly params: P
  readonly sandbox: Sandbox
  /** All sandboxes of the server, this one among them. */
  readonly sandboxes: Sandboxes
  readonly links: Links
  readonly replies: ReplyCache
  readonly #user: User | undefined
  readonly #readBody: (request: Request, warn: Warn) => B
  readonly #queryNames: readonly string[]
  readonly #entry: JournalEntry
  #body: { readonly value: B } | undefined
  /** What the request makes its changes depend on (`If-Match`): throws when that is not so. */
  precondition: (() => void) | undefined
  #query: URLSearchParams | undefined

  constructor(parts: {
    request: Request
    params: P
    sandbox: Sandbox
    sandboxes: Sandboxes
    links: Links
    replies: ReplyCache
    user: User | undefined
    readBody: (request: Request, warn: Warn) => B
    /** Query parameters of the route. */
    queryNames: readonly string[]
    /** The request's entry in the journal. */
    entry: JournalEntry
  }) {
    this.request = parts.request
    this.params = parts.params
    this.sandbox = parts.sandbox
    this.sandboxes = parts.sandboxes
    this.links = parts.links
    this.replies = parts.replies
    this.#user = parts.user
    this.#readBody = parts.readBody
    this.#queryNames = parts.queryNames
    this.#entry = parts.entry
  }

  get data(): Data {
    return this.sandbox.data
  }

  /**
   * The body, as the route declares it.
   *
   * @throws {InvalidRequest} 400, naming every member that does not fit
   * @throws {ApiError} 415 when the body is something else by its content type
   */
  get body(): B {
    if (!this.#body) {
      this.#body = { value: this.#readBody(this.request, (place, text) => this.warn(place, text)) }
      this.enforce()
    }

    return this.#body.value
  }

  /**
   * Marks something that the request says wrongly or in vain. To be called before anything is changed, or within
   * `change()`: where the sandbox enforces, the request is refused then.
   */
  warn(place: RequestPlace, text: () => string): void {
    if (this.sandbox.choices.validation === 'off') return

    const warnings = (this.#entry.warnings ??= [])

    if (warnings.length < mostWarnings) warnings.push({ place: pointerTo(place), text: text() })
  }

  /** @throws {InvalidRequest} naming all that was warned of, where the sandbox enforces */
  enforce(): void {
    const { warnings } = this.#entry

    if (warnings && this.sandbox.choices.validation === 'enforce') throw refusalOf(warnings)
  }

  /** Query parameters. */
  get query(): URLSearchParams {
    return (this.#query ??= queryOf(this.request.search, this.#queryNames))
  }

  /**
   * Who the request comes from.
   *
   * @throws {Unauthorized} on an open route, when the request has no credentials
   */
  get user(): User {
    if (!this.#user) throw new Unauthorized('Sign in first: POST /oauth/token, or send a ready-made token.')

    return this.#user
  }

  /** Name of the user the request comes from, if it is known. */
  get userName(): string | undefined {
    return this.#user?.name
  }

  /**
   * Changes the sandbox's data in the user's name: all of what `rule` does, or nothing when it throws, or when
   * another change has come between and the precondition no longer holds.
   */
  change<R>(rule: (draft: DataDraft) => R): Promise<R> {
    return this.sandbox.change((draft) => {
      this.precondition?.()
      this.precondition = undefined

      const result = rule(draft)

      this.enforce()

      return result
    }, this.userName)
  }

  /** The culture that plain values of multi-language properties are in. */
  get culture(): string | undefined {
    return this.query.get('culture') || undefined
  }

  /** Who changes something with this request. */
  get author(): Author {
    const { clock, random } = this.sandbox

    return {
      userId: this.user.id,
      now: clock.timestamp(),
      culture: this.culture,
      newIdentifier: () => random.text(22),
    }
  }

  /** Items of a comma list in the query; undefined when the parameter is absent. */
  list(name: string): string[] | undefined {
    const values = this.query.getAll(name)

    if (values.length === 0) return undefined

    return values
      .flatMap((value) => value.split(',').map((item) => item.trim()))
      .filter((item) => item !== '')
  }
}
