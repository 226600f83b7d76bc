import { createSandbox } from '../create-sandbox.ts'
import { createService } from '../create-service.ts'
import type { Service } from '../http/service.ts'
import { InvalidRequest } from '../model/errors.ts'
import { version } from '../version.ts'
import type { SandboxConfig } from '../config.ts'
import { readArguments, usage } from './arguments.ts'
import { banner } from './banner.ts'
import { readDefinitions } from './definitions-file.ts'
import { showProgress } from './progress.ts'
import { serve, type SandboxServer } from './serve.ts'
import { readSettings } from './settings.ts'
import { UsageError } from './usage-error.ts'

/**
 * The `entity-sandbox` command.
 *
 * @returns the exit code, or undefined while the server runs
 */
export async function command(argv: readonly string[]): Promise<number | undefined> {
  try {
    const { wants, settings } = readArguments(argv)

    if (wants === 'help') return print(usage)
    if (wants === 'version') return print(`${version}\n`)
    await start(await readSettings(process.cwd(), settings))

    return undefined
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    process.stderr.write(`entity-sandbox: ${error.message}\n`)

    return 2
  }
}

async function start(config: SandboxConfig): Promise<void> {
  const definitions =
    typeof config.definitions === 'string' ? await readDefinitions(config.definitions) : config.definitions
  const sandbox = await createSandbox({
    ...config,
    definitions,
    onProgress: showProgress(process.stderr),
  }).catch((error: unknown) => {
    throw error instanceof InvalidRequest ? new UsageError(describe(error)) : error
  })
  const server = await open(createService(sandbox), config)

  stopOnSignal(server)
  if (!config.quiet) process.stdout.write(banner(sandbox, server, performance.now()))
}

/** Every failure on a line of its own. */
function describe(error: InvalidRequest): string {
  const lines = Object.entries(error.failures).map(([path, message]) => `${path}: ${message}`)

  return `the definitions do not fit together.\n${lines.join('\n')}`
}

const firstPort = 4010
const portsToTry = 100

async function open(service: Service, config: SandboxConfig): Promise<SandboxServer> {
  const { port, host } = config

  for (let next = port === 'auto' ? firstPort : port; ; next++) {
    try {
      return await serve(service, [], { ...config, port: next, console: 'built' })
    } catch (error) {
      const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'

      if (isTaken && port === 'auto' && next < firstPort + portsToTry) continue
      if (!isTaken) throw new UsageError(`${host}:${next} can't be listened on: ${String(error)}.`)

      throw new UsageError(
        `Port ${next} is taken. Stop what uses it, or choose another: --port ${next + 1}, or --port auto.`,
      )
    }
  }
}

function stopOnSignal(server: SandboxServer): void {
  const stop = () => {
    void server.close().then(() => process.exit(0))
  }

  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
}

function print(text: string): number {
  process.stdout.write(text)

  return 0
}
