import { readArguments, type OptionValues, type CliCommand } from '../command-line/arguments.ts'
import { openServer, type OpenServer } from './open-server.ts'
import { connectionOptions } from './connect-to.ts'
import { readSettings } from '../command-line/read-settings.ts'

export const mcp: CliCommand = {
  name: 'mcp',
  forms: { 'mcp [options]': 'let a coding assistant use a sandbox (MCP over stdin and stdout)' },
  options: connectionOptions,
  async run(argv) {
    const given = readArguments(argv, connectionOptions, 0).options
    const own = given['at'] === undefined ? await openOwn(given) : undefined

    // Loaded only when needed: it imports the SDK of the protocol.
    const { serveAssistant } = await import('../assistant/assistant.ts')

    await serveAssistant({ at: own?.server.url, controlToken: own?.server.controlToken, ...given })
    await own?.close()

    return 0
  },
}

/** Starts a server with the settings of the current folder, when no other is named. */
async function openOwn({ controlToken: given }: OptionValues): Promise<OpenServer> {
  const { config } = await readSettings(process.cwd(), { options: {}, givenAs: {} }, { port: 'auto' })
  const controlToken = given === undefined ? config.controlToken : String(given)

  return openServer({ ...config, controlToken, json: false, quiet: true })
}
