import { readArguments, type Arguments } from './arguments.ts'
import { UsageError } from './usage-error.ts'
import type { ParseArgsConfig } from 'node:util'

/** The options of every command that speaks to a running sandbox. */
const remoteOptions = {
  url: { type: 'string' },
  sandbox: { type: 'string' },
  token: { type: 'string' },
} as const satisfies ParseArgsConfig['options']

const defaultUrl = 'http://127.0.0.1:4010'

/** A running sandbox, spoken to through its control routes. */
export class Remote {
  readonly arguments: Arguments
  readonly #url: string
  readonly #headers: Record<string, string>

  /** @param more options of the command's own */
  constructor(
    argv: readonly string[],
    more: NonNullable<ParseArgsConfig['options']>,
    mostPositionals: number,
  ) {
    this.arguments = readArguments(argv, { ...remoteOptions, ...more }, mostPositionals)
    const { url = process.env.SANDBOX_URL ?? defaultUrl, sandbox, token } = this.arguments.options

    this.#url = String(url).replace(/\/$/, '')
    this.#headers = {
      'Content-Type': 'application/json',
      ...(sandbox === undefined ? {} : { 'X-Sandbox': String(sandbox) }),
      ...(token === undefined ? {} : { 'X-Sandbox-Control': String(token) }),
    }
  }

  /**
   * The JSON that a control route answers; null when it answers none.
   *
   * @throws {UsageError} when no sandbox answers, or when it refuses
   */
  async send(method: string, path: string, body?: unknown): Promise<unknown> {
    const response = await fetch(`${this.#url}/__sandbox${path}`, {
      method,
      headers: this.#headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }).catch(() => {
      throw new UsageError(`There is no sandbox at ${this.#url}. Start one, or name it with --url.`)
    })
    const text = await response.text()

    if (!response.ok)
      throw new UsageError(`The sandbox at ${this.#url} refused (${response.status}): ${text}`)

    return text === '' ? null : JSON.parse(text)
  }
}
