import { parseErrorBody } from '../../../client/client.ts'
import type { OptionValues } from '../command-line/arguments.ts'
import { sendRequest } from '../send-request.ts'
import { UsageError, type Option, option } from '../command-line/option.ts'
import { z } from 'zod'
import { hasCode, messageOf } from '../../../data/model/shared/errors.ts'
import { isBytes } from '../../../data/model/shared/bytes.ts'

const defaultUrl = 'http://127.0.0.1:4010'

/** The options of every command that connects to a running sandbox. */
export const remoteOptions: readonly Option[] = [
  option('url', {
    value: '<base URL>',
    env: 'SANDBOX_URL',
    defaultText: defaultUrl,
    help: 'the running sandbox server',
  }),
  option('sandbox', { value: '<id>', defaultText: 'the default one', help: 'one of its sandboxes' }),
  option('controlToken', {
    value: '<text>',
    env: 'SANDBOX_CONTROL_TOKEN',
    help: 'its token, when other machines can reach it',
  }),
]

/** Timeout of a request, in milliseconds; long enough to import large data. */
const requestTimeout = 10 * 60_000

/** Distinguishes a sandbox from any other server at that address. */
const Overview = z.object({ name: z.literal('entity-sandbox') })

/** A running sandbox that a command connects to. */
export class Remote {
  readonly url: string
  /** The id given with `--sandbox`. */
  readonly sandbox: string | undefined
  readonly #headers: Record<string, string>

  /** @param options the values of `remoteOptions` */
  constructor({ url = defaultUrl, sandbox, controlToken }: OptionValues) {
    this.sandbox = sandbox === undefined ? undefined : String(sandbox)
    this.url = String(url).replace(/\/$/, '')
    if (!/^https?:$/.test(URL.canParse(this.url) ? new URL(this.url).protocol : '')) {
      throw new UsageError(
        `--url or SANDBOX_URL: Expected an address such as ${defaultUrl}, not "${this.url}".`,
      )
    }
    this.#headers = {
      'Content-Type': 'application/json',
      ...(this.sandbox === undefined ? {} : { 'X-Sandbox': this.sandbox }),
      ...(controlToken === undefined ? {} : { 'X-Sandbox-Control': String(controlToken) }),
    }
  }

  /**
   * The JSON that a control route returns; null when it returns none.
   *
   * @throws {UsageError} when there is no sandbox, or it rejects the request
   */
  async sendControl(
    method: string,
    pathBelowControl: string,
    body?: object,
    to: RequestTarget = {},
  ): Promise<unknown> {
    return contentOf(await (await this.fetchControl(method, pathBelowControl, body, to)).text())
  }

  /** The status and body of the response, also when it is an error. */
  async request(method: string, path: string, { body, ...to }: RequestTarget & { body?: unknown }) {
    const response = await this.#exchange(method, path, JSON.stringify(body), to)
    const text = await response.text()

    return { status: response.status, body: contentOf(text) ?? text }
  }

  /**
   * Sends a request to a control route.
   *
   * @param body bytes unchanged, anything else as JSON
   * @throws {UsageError} when there is no sandbox, or it rejects the request
   */
  async fetchControl(
    method: string,
    pathBelowControl: string,
    body?: object,
    to: RequestTarget = {},
  ): Promise<Response> {
    const overview = await this.#exchange('GET', '/__sandbox')

    // A server that requires its control token returns 401 instead of the overview.
    if (overview.ok && !Overview.safeParse(contentOf(await overview.text())).success) {
      throw new UsageError(`The server at ${this.url} is not a sandbox. Name one with --url.`)
    }

    const response = overview.ok
      ? await this.#exchange(method, `/__sandbox${pathBelowControl}`, body && encodedBody(body), to)
      : overview

    if (response.ok) return response

    if (response.status === 401) {
      throw new UsageError(
        `The sandbox at ${this.url} ${'X-Sandbox-Control' in this.#headers ? 'has another control token' : 'requires its control token'}: name it with --control-token, or in the variable SANDBOX_CONTROL_TOKEN. The server printed it at startup, or got it in the same way.`,
      )
    }

    const { lines } = parseErrorBody(await response.text())

    throw new UsageError(
      lines.length > 0
        ? `The sandbox at ${this.url} returned ${response.status}: ${lines.join('\n')}`
        : `The server at ${this.url} (${response.status}) is not a sandbox. Name one with --url.`,
    )
  }

  async #exchange(
    method: string,
    path: string,
    body?: string | Uint8Array<ArrayBuffer>,
    to: RequestTarget = {},
  ): Promise<Response> {
    try {
      return await sendRequest(`${this.url}${path}`, {
        method,
        headers: { ...this.#headers, ...headersTo(to) },
        signal: AbortSignal.timeout(requestTimeout),
        ...(body === undefined ? {} : { body }),
      })
    } catch (error) {
      if (error instanceof UsageError) throw error

      throw new UsageError(
        wasInterrupted(error)
          ? `The sandbox at ${this.url} did not respond to ${method} ${path}: ${messageOf(error)}.`
          : `There is no sandbox at ${this.url}. Start one, or name it with --url.`,
      )
    }
  }
}

/** Whether a server accepted the request, and then no response came. */
function wasInterrupted(error: unknown): boolean {
  const isTimeout = error instanceof Error && error.name === 'TimeoutError'

  return isTimeout || hasCode(error, 'ECONNRESET') || hasCode(error, 'UND_ERR_SOCKET')
}

/** The sandbox and the user of a request. */
interface RequestTarget {
  /** Overrides `--sandbox`. */
  readonly sandbox?: string | undefined
  /** Name of a persona. */
  readonly as?: string | undefined
  /** Whether it is sent as from a test: exempt from faults, and not journaled. */
  readonly isFromTest?: boolean
}

function headersTo({ sandbox, as, isFromTest = false }: RequestTarget): Record<string, string> {
  return {
    ...(sandbox === undefined ? {} : { 'X-Sandbox': sandbox }),
    ...(as === undefined ? {} : { 'X-Auth-Token': `sandbox-${as}` }),
    ...(isFromTest ? { 'X-Sandbox-Source': 'test' } : {}),
  }
}

function encodedBody(body: object): string | Uint8Array<ArrayBuffer> {
  // Bytes come from a file or a zip, never from a SharedArrayBuffer.
  return isBytes(body) ? (body as Uint8Array<ArrayBuffer>) : JSON.stringify(body)
}

/** The parsed JSON: null for an empty text, undefined if it is not JSON. */
function contentOf(text: string): unknown {
  try {
    return text === '' ? null : JSON.parse(text)
  } catch {
    return undefined
  }
}
