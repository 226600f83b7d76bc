import type { MswHandler } from '../http/msw/msw-handler.ts'

/** The headers of the verbs' own requests: they leave no trace in the journal, and pass handlers by (msw's `bypass()`). */
const ownHeaders = {
  'X-Sandbox-Source': 'test',
  Authorization: 'Bearer sandbox-admin',
  Accept: 'application/json, msw/passthrough',
}

/** How a sandbox is reached: within the process, in the page, or over HTTP. */
export interface ClientTransport {
  /** Id of the sandbox. */
  readonly id: string
  /** What reproduces its data. */
  readonly seed: number
  /** Base URL of the interface in this sandbox. */
  readonly url: string
  /** @param path below the base URL */
  fetch(path: string, init?: RequestInit): Promise<Response>
  /** Puts handlers in front of the sandbox; none removes them. */
  use(handlers: readonly MswHandler[]): void
  /** Gives up what was taken to reach it. */
  close(): Promise<void>
}

/** The same transport, which says so when it is used after it was closed. */
export function untilClosed(transport: ClientTransport): ClientTransport {
  let closing: Promise<void> | undefined
  const check = () => {
    if (closing) throw new Error('The sandbox is closed: nothing can be asked of it any more.')
  }

  return {
    id: transport.id,
    seed: transport.seed,
    url: transport.url,
    async fetch(path, init) {
      check()

      return transport.fetch(path, init)
    },
    use(handlers) {
      check()
      transport.use(handlers)
    },
    close: () => (closing ??= transport.close()),
  }
}

/** A request of the verbs that the sandbox refused. */
export class SandboxRefusal extends Error {
  override readonly name = 'SandboxRefusal'
  readonly status: number

  constructor(request: string, status: number, answer: string) {
    super(`Failed to ${request}: the sandbox answered ${status}. ${messageIn(answer)}`)
    this.status = status
  }
}

/** Sends a request of the verbs, as an administrator and untraced. */
export async function ask(
  transport: ClientTransport,
  method: string,
  path: string,
  body?: unknown,
): Promise<Response> {
  const response = await transport.fetch(path, {
    method,
    headers: { ...ownHeaders, ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })

  if (!response.ok) throw new SandboxRefusal(`${method} ${path}`, response.status, await response.text())

  return response
}

/** What an error says, without the JSON around it. */
export function messageIn(answer: string): string {
  return answer.startsWith('{"Message":')
    ? (JSON.parse(answer) as { Message: string }).Message // the form of every error but 400
    : answer
}
