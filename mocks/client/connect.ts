import { RemoteConnection, type ConnectOptions } from './remote-connection.ts'
import { SandboxClient } from './sandbox-client.ts'

/**
 * Connects to a sandbox on a server, from Node or from a page: an existing sandbox, or a separate one.
 *
 * @param url the server's URL (`http://127.0.0.1:4010`), or that of a sandbox on it (`.../s/mine`)
 *
 * @example
 * await using sandbox = await connect('http://127.0.0.1:4010', { own: true })
 * const asset = await sandbox.give('M.Asset', { properties: { Title: 'Leek' } })
 */
export async function connect(url: string, options?: ConnectOptions): Promise<SandboxClient> {
  return new SandboxClient(await RemoteConnection.open(url, options))
}
