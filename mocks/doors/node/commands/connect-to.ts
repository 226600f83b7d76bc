import type { Client } from '../../../client/client.ts'
import { RemoteConnection } from '../../../client/remote-connection.ts'
import { SandboxClient } from '../../../client/sandbox-client.ts'
import { clientOf, type ClientTransport } from '../../../client/transport.ts'
import { hasCode, messageOf } from '../../../data/model/shared/errors.ts'
import { type Option, option, UsageError } from '../command-line/arguments.ts'
import { sendRequest } from '../send-request.ts'

const defaultAddress = 'http://127.0.0.1:4010'

/** The options of every command that connects to a running sandbox. */
export const connectionOptions: readonly Option[] = [
  option('at', {
    value: '<URL>',
    env: 'SANDBOX_URL',
    defaultText: defaultAddress,
    help: 'the server, or a sandbox on it: .../s/blue',
  }),
  option('sandbox', { value: '<id>', defaultText: 'the default one', help: 'one of its sandboxes' }),
  option('controlToken', {
    value: '<text>',
    env: 'SANDBOX_CONTROL_TOKEN',
    help: 'its token, if it has one',
  }),
]

/** Values of the options above. */
export type Connection = Readonly<Record<string, string | number | boolean | undefined>>

/** A running sandbox that a command is connected to. */
export interface Connected {
  readonly sandbox: SandboxClient
  /** For what is no verb of the sandbox. */
  readonly client: Client
  readonly transport: ClientTransport
  readonly controlToken: string | undefined
}

/** The address that the options name, or the usual one. @throws {UsageError} when it is none */
export function addressIn({ at = defaultAddress }: Connection): string {
  const address = String(at)

  if (/^https?:\/\//.test(address) && URL.canParse(address)) return address
  throw new UsageError(
    `--at or SANDBOX_URL: Expected an address such as ${defaultAddress}, not "${address}".`,
  )
}

/**
 * Connects to the sandbox that the options name.
 *
 * @throws {UsageError} for an invalid address
 * @throws when no sandbox responds there, or its token is missing or wrong
 */
export async function connectTo(options: Connection, send = sendToServer): Promise<Connected> {
  const { sandbox, controlToken: token } = options
  const address = addressIn(options)
  const controlToken = token === undefined ? undefined : String(token)
  const transport = await RemoteConnection.open(
    address,
    { sandbox: sandbox === undefined ? undefined : String(sandbox), controlToken },
    send,
  ).catch((error: unknown) => {
    // Only who gives a command can name another server.
    if (send !== sendToServer) throw error
    throw new Error(`${messageOf(error)} Another server: --at, or SANDBOX_URL.`, { cause: error })
  })

  return { sandbox: new SandboxClient(transport), client: clientOf(transport), transport, controlToken }
}

async function sendToServer(url: string | URL, init: RequestInit): Promise<Response> {
  try {
    return await sendRequest(url, init)
  } catch (error) {
    // A server accepted the request, and then no response came.
    if (!hasCode(error, 'ECONNRESET') && !hasCode(error, 'UND_ERR_SOCKET')) throw error
    const { origin, pathname } = new URL(url)

    throw new Error(`The sandbox at ${origin} did not respond to ${init.method ?? 'GET'} ${pathname}.`, {
      cause: error,
    })
  }
}
