import { readArguments } from '../command-line/arguments.ts'
import type { CliCommand } from './command-declaration.ts'
import { openServer } from './open-server.ts'
import { Remote, remoteOptions } from './remote.ts'
import { readSettings } from '../command-line/settings.ts'

export const mcp: CliCommand = {
  name: 'mcp',
  forms: { 'mcp [options]': 'let a coding assistant use a sandbox (MCP over stdin and stdout)' },
  options: remoteOptions,
  async run(argv) {
    const { options } = readArguments(argv, remoteOptions, 0)
    const own = options['url'] === undefined ? await openOwn() : undefined
    const remote = new Remote(own ? [...argv, '--url', own.server.url] : argv, remoteOptions, 0)

    // Loaded only when needed: it imports the SDK of the protocol.
    const { serveAssistant } = await import('../assistant/serve-assistant.ts')

    await serveAssistant(remote)
    await own?.close()

    return 0
  },
}

/** Starts a server with the settings of the current folder, when no other is named. */
async function openOwn() {
  const { config } = await readSettings(process.cwd(), { options: {}, givenAs: {} }, { port: 'auto' })

  return openServer({ ...config, json: false, quiet: true })
}
