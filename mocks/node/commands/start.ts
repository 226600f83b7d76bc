import type { ParseArgsConfig } from 'node:util'
import type { SandboxServer } from '../serve.ts'
import { readArguments } from './arguments.ts'
import { banner } from './banner.ts'
import { openServer } from './open-server.ts'
import { readSettings } from './settings.ts'

/** The options of every command that starts a server; `sandbox.config.*` may hold the same. */
export const serverOptions = {
  port: { type: 'string' },
  host: { type: 'string' },
  seed: { type: 'string' },
  entities: { type: 'string' },
  auth: { type: 'string' },
  definitions: { type: 'string' },
  data: { type: 'string' },
  'require-sandbox': { type: 'boolean' },
  cors: { type: 'string' },
  'allowed-hosts': { type: 'string' },
  'allowed-origins': { type: 'string' },
  'control-token': { type: 'string' },
  scenario: { type: 'string' },
  quiet: { type: 'boolean' },
} as const satisfies ParseArgsConfig['options']

/** `entity-sandbox start`: serves until it is stopped. */
export async function start(argv: readonly string[]): Promise<undefined> {
  const { options } = readArguments(argv, serverOptions, 0)
  const config = await readSettings(process.cwd(), options)
  const { sandbox, server } = await openServer(config)

  stopOnSignal(server)
  if (!config.quiet) process.stdout.write(banner(sandbox, server, performance.now()))

  return undefined
}

function stopOnSignal(server: SandboxServer): void {
  const stop = () => {
    void server.close().then(() => process.exit(0))
  }

  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
}
