import { readArguments, type Arguments } from '../command-line/arguments.ts'
import type { CliCommand } from '../command-line/option.ts'
import type { SandboxServer } from '../sandbox-server.ts'
import { openServer, type OpenServer } from './open-server.ts'
import { Remote, remoteOptions } from './remote.ts'
import { readSettings } from '../command-line/settings.ts'

export const mcp: CliCommand = {
  name: 'mcp',
  forms: { 'mcp [options]': 'let a coding assistant use a sandbox (MCP over stdin and stdout)' },
  options: remoteOptions,
  async run(argv) {
    const { url, token } = readArguments(argv, remoteOptions, 0).options
    const own = url === undefined ? await openOwn(token) : undefined
    const remote = new Remote([...argv, ...(own ? optionsFor(own.server, token) : [])], remoteOptions, 0)

    // Loaded only when needed: it imports the SDK of the protocol.
    const { serveAssistant } = await import('../assistant/serve-assistant.ts')

    await serveAssistant(remote)
    await own?.close()

    return 0
  },
}

type Token = Arguments['options'][string] | undefined

/** Starts a server with the settings of the current folder, when no other is named. */
async function openOwn(token: Token): Promise<OpenServer> {
  const { config } = await readSettings(process.cwd(), { options: {}, givenAs: {} }, { port: 'auto' })
  const controlToken = token === undefined ? config.controlToken : String(token)

  return openServer({ ...config, controlToken, json: false, quiet: true })
}

/** The options that name a server, with its control token unless that was given. */
function optionsFor({ url, controlToken }: SandboxServer, token: Token): string[] {
  const isGiven = token !== undefined || controlToken === undefined

  return ['--url', url, ...(isGiven ? [] : [`--token=${controlToken}`])]
}
