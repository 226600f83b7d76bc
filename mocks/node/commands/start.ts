import type { ParseArgsConfig } from 'node:util'
import { readArguments } from './arguments.ts'
import { banner } from './banner.ts'
import { openServer, type OpenServer } from './open-server.ts'
import { readSettings } from './settings.ts'

/** The options of every command that starts a server; `sandbox.config.*` may hold the same. */
export const serverOptions = {
  port: { type: 'string' },
  host: { type: 'string' },
  seed: { type: 'string' },
  entities: { type: 'string' },
  auth: { type: 'string' },
  'rate-limit': { type: 'string' },
  validate: { type: 'string' },
  definitions: { type: 'string' },
  data: { type: 'string' },
  persist: { type: 'string' },
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
  const open = await openServer(config)

  stopOnSignal(open)
  if (!config.quiet) process.stdout.write(banner(open, performance.now()))

  return undefined
}

function stopOnSignal(open: OpenServer): void {
  const stop = () => {
    void open.close().then(() => process.exit(0))
  }

  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
}
