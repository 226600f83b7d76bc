import { readArguments, type Arguments } from './arguments.ts'
import { UsageError } from './usage-error.ts'
import { type Option, option } from './option.ts'
import { z } from 'zod'

const defaultUrl = 'http://127.0.0.1:4010'

/** The options of every command that speaks to a running sandbox. */
export const remoteOptions: readonly Option[] = [
  option('url', {
    value: '<base URL>',
    env: 'SANDBOX_URL',
    usual: defaultUrl,
    help: 'the running sandbox server',
  }),
  option('sandbox', { value: '<id>', usual: 'the default one', help: 'one of its sandboxes' }),
  option('token', { value: '<token>', help: 'its control token, when it listens beyond this machine' }),
]

/** How long a server has to answer, in milliseconds. */
const patience = 30_000

/** What tells a sandbox from another server that happens to listen there. */
const Overview = z.object({ name: z.literal('entity-sandbox') })
const Refusal = z.union([
  z.object({ Message: z.string() }).transform(({ Message }) => Message),
  z.record(z.string(), z.string()).transform((failures) =>
    Object.entries(failures)
      .map(([member, message]) => `${member}: ${message}`)
      .join('\n'),
  ),
])

/** A running sandbox, spoken to through its control routes. */
export class Remote {
  readonly arguments: Arguments
  readonly #url: string
  readonly #headers: Record<string, string>

  /** @param options those of every command that speaks to a sandbox, and the command's own */
  constructor(argv: readonly string[], options: readonly Option[], mostPositionals: number) {
    this.arguments = readArguments(argv, options, mostPositionals)
    const { url = defaultUrl, sandbox, token } = this.arguments.options

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
    const overview = await this.#exchange('GET', '')

    // One that asks for its control token shows no overview.
    if (overview.ok && !Overview.safeParse(overview.content).success) {
      throw new UsageError(`What answers at ${this.#url} is no sandbox. Name one with --url.`)
    }

    const { ok, status, content } = overview.ok ? await this.#exchange(method, path, body) : overview

    if (ok) return content

    const reason = Refusal.safeParse(content)

    throw new UsageError(
      reason.success
        ? `The sandbox at ${this.#url} refused (${status}): ${reason.data}`
        : `What answers at ${this.#url} (${status}) is no sandbox. Name one with --url.`,
    )
  }

  async #exchange(method: string, path: string, body?: unknown) {
    try {
      const response = await fetch(`${this.#url}/__sandbox${path}`, {
        method,
        headers: this.#headers,
        signal: AbortSignal.timeout(patience),
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })

      return { ok: response.ok, status: response.status, content: contentOf(await response.text()) }
    } catch {
      throw new UsageError(`There is no sandbox at ${this.#url}. Start one, or name it with --url.`)
    }
  }
}

/** Undefined for what is no JSON. */
function contentOf(text: string): unknown {
  try {
    return text === '' ? null : JSON.parse(text)
  } catch {
    return undefined
  }
}
