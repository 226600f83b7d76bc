/**
 * An error with the HTTP status and body of its response. Interface 7.3 does not define error responses; these have
 * the statuses and bodies that existing clients expect: path -> message for 400, `{ Message }` otherwise.
 */
export class ApiError extends Error {
  override readonly name: string = 'ApiError'
  readonly status: number
  readonly headers: Readonly<Record<string, string>>

  constructor(status: number, message: string, headers: Record<string, string> = {}) {
    super(message)
    this.status = status
    this.headers = headers
  }

  get body(): unknown {
    return { Message: this.message }
  }
}

/** The validation errors of a request: messages by the dotted JSON path of the member. */
type Failures = Record<string, string>

/** 400: the request has invalid values or references. Lists every failure found. */
export class InvalidRequest extends ApiError {
  override readonly name = 'InvalidRequest'
  readonly failures: Failures

  constructor(failures: Failures, message = Object.values(failures).join(' ')) {
    super(400, message)
    this.failures = failures
  }

  override get body(): unknown {
    return this.failures
  }
}

export class NotFound extends ApiError {
  override readonly name = 'NotFound'

  constructor(message: string) {
    super(404, message)
  }
}

/** 401: the caller is not authenticated. */
export class Unauthorized extends ApiError {
  override readonly name = 'Unauthorized'

  constructor(message: string) {
    super(401, message, { 'WWW-Authenticate': 'Bearer realm="entity-sandbox"' })
  }
}

/** 403: the caller is authenticated but lacks the permission. */
export class Forbidden extends ApiError {
  override readonly name = 'Forbidden'

  constructor(message: string) {
    super(403, message)
  }
}

/** Further failures get no hint, since hints are slow and a body may have any number of failures. */
const maxHints = 20

/** Further failures are only counted. */
const maxListed = 1_000

/** Collects the failures of a request: up to a thousand of them, and the number of further ones. */
export class FailureList {
  readonly #failures = new Map<string, string>()
  #furtherCount = 0

  get isEmpty(): boolean {
    return this.#failures.size === 0
  }

  entries(): MapIterator<[path: string, message: string]> {
    return this.#failures.entries()
  }

  /**
   * Adds a failure, unless its path has one already.
   *
   * @param hint computes what is appended, such as a suggestion; called for the first failures only, since it takes time
   */
  add(path: string, message: string, hint?: () => string): void {
    if (this.#failures.has(path)) return
    if (this.#failures.size === maxListed) {
      this.#furtherCount += 1

      return
    }

    const suffix = this.#failures.size < maxHints && hint ? ` ${hint()}`.trimEnd() : ''

    this.#failures.set(path, message + suffix)
  }

  /** @throws {InvalidRequest} when there are failures */
  throwIfAny(): void {
    if (this.isEmpty) return
    const further = this.#furtherCount === 0 ? {} : { '...': `${this.#furtherCount} more are not listed.` }

    throw new InvalidRequest({ ...Object.fromEntries(this.#failures), ...further })
  }
}

/** Where a rule reports failures. A rule that calls another one may prefix the paths. */
export type FailureSink = Pick<FailureList, 'add'>

/** The message of a caught value, which need not be an `Error`. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** Whether an error or one of its causes has a code such as `ENOENT`. */
export function hasCode(error: unknown, code: string): boolean {
  if (!(error instanceof Error)) return false

  return ('code' in error && error.code === code) || hasCode(error.cause, code)
}
