import type { z } from 'zod'
import { checked } from '../model/shared/checked.ts'
import { Unauthorized } from '../model/shared/errors.ts'
import type { Author } from '../model/entities/entities.ts'
import type { Json } from '../model/shared/json.ts'
import type { Data, DataDraft } from '../model/tables.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import type { User } from '../sandbox/access/users.ts'
import { deepestBody, parseJson, parseObject } from './body.ts'
import type { Links } from './replies/links.ts'
import type { ReplyCache } from './replies/reply-cache.ts'
import type { Service } from './service.ts'

/** A request as a door hands it over. */
export interface Request {
  readonly method: string
  /** Scheme, host and port that the request came to: `http://127.0.0.1:4010`. */
  readonly origin: string
  /** Path as sent, still percent-encoded. */
  readonly path: string
  /** Query string without `?`. */
  readonly search: string
  /** Value of a header, by its name in lower case. */
  header(name: string): string | undefined
  /** All headers, names in lower case. */
  headers(): Iterable<readonly [name: string, value: string]>
  readonly body: Uint8Array | undefined
}

/** The named segments of a path: `Params<'/api/entities/:id'>` is `{ id: string }`. */
export type Params<Path extends string> = Path extends `${infer Head}/${infer Tail}`
  ? Params<Head> & Params<Tail>
  : Path extends `:${infer Name}${'?' | '+' | '*'}`
    ? { readonly [K in Name]?: string }
    : Path extends `:${infer Name}`
      ? { readonly [K in Name]: string }
      : unknown

/** A request as an operation sees it; `P` are the named segments of its path. */
export class Call<P = unknown> {
  readonly request: Request
  readonly params: P
  /** What answers this call, with all its routes and sandboxes. */
  readonly service: Service
  readonly sandbox: Sandbox
  readonly links: Links
  readonly replies: ReplyCache
  readonly #user: User | undefined
  /** What the request makes its changes depend on (`If-Match`): throws when that is not so. */
  precondition: (() => void) | undefined
  #query: URLSearchParams | undefined

  constructor(parts: {
    request: Request
    params: P
    service: Service
    sandbox: Sandbox
    links: Links
    replies: ReplyCache
    user: User | undefined
  }) {
    this.request = parts.request
    this.params = parts.params
    this.service = parts.service
    this.sandbox = parts.sandbox
    this.links = parts.links
    this.replies = parts.replies
    this.#user = parts.user
  }

  get data(): Data {
    return this.sandbox.data
  }

  /** Query parameters. */
  get query(): URLSearchParams {
    return (this.#query ??= new URLSearchParams(this.request.search))
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

      return rule(draft)
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

  /**
   * The JSON body in the shape of `schema`, nested at most `deepest` levels.
   *
   * @throws {InvalidRequest} 400, naming every member that does not fit
   * @throws {ApiError} 415 when the body is not JSON by its content type
   */
  json<T>(schema: z.ZodType<T>, deepest = deepestBody): T {
    return checked(schema, parseObject(this.request, deepest))
  }

  /** The same for a body that may be left out: then as if it were `{}`. */
  jsonOrNothing<T>(schema: z.ZodType<T>): T {
    return this.request.body?.length ? this.json(schema) : schema.parse({})
  }

  /** The body as any JSON; null when it is left out. */
  anyJson(): Json {
    // What JSON.parse() makes is JSON.
    return this.request.body?.length ? (parseJson(this.request, deepestBody) as Json) : null
  }
}
