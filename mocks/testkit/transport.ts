import type { MswHandler } from '../http/msw/msw-handler.ts'

/** The header that a test's own requests carry: they leave no trace in the journal. */
export const testSource = { 'X-Sandbox-Source': 'test' }

/** How a test reaches its sandbox: within the process, or over HTTP. */
export interface Transport {
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
}

/** A request of the test itself that the sandbox refused. */
export class SandboxRefusal extends Error {
  override readonly name = 'SandboxRefusal'
  readonly status: number

  constructor(request: string, status: number, answer: string) {
    super(`Failed to ${request}: the sandbox answered ${status}. ${messageIn(answer)}`)
    this.status = status
  }
}

/** Sends a test's own request, as an administrator and untraced. */
export async function ask(
  transport: Transport,
  method: string,
  path: string,
  body?: unknown,
): Promise<Response> {
  const response = await transport.fetch(path, {
    method,
    headers: {
      ...testSource,
      Authorization: 'Bearer sandbox-admin',
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })

  if (!response.ok) throw new SandboxRefusal(`${method} ${path}`, response.status, await response.text())

  return response
}

/** What an error says, without the JSON around it. */
function messageIn(answer: string): string {
  return answer.startsWith('{"Message":')
    ? (JSON.parse(answer) as { Message: string }).Message // the form of every error but 400
    : answer
}
