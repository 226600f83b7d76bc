import { createSandbox } from '../../create-sandbox.ts'
import { createService } from '../../create-service.ts'
import type { SandboxConfig } from '../../config.ts'
import type { Service } from '../../http/service.ts'
import { InvalidRequest } from '../../model/errors.ts'
import type { Sandbox } from '../../sandbox/sandbox.ts'
import { serve, type SandboxServer } from '../serve.ts'
import { readDefinitions } from './definitions-file.ts'
import { showProgress } from './progress.ts'
import { UsageError } from './usage-error.ts'

/**
 * Starts a server as the settings say.
 *
 * @throws {UsageError} when the definitions do not fit, or the port is taken
 */
export async function openServer(
  config: SandboxConfig,
): Promise<{ sandbox: Sandbox; server: SandboxServer }> {
  const definitions =
    typeof config.definitions === 'string' ? await readDefinitions(config.definitions) : config.definitions
  const sandbox = await createSandbox({
    ...config,
    definitions,
    onProgress: showProgress(process.stderr),
  }).catch((error: unknown) => {
    throw error instanceof InvalidRequest ? new UsageError(describe(error)) : error
  })

  return { sandbox, server: await listenOn(createService(sandbox), config) }
}

/** Every failure on a line of its own. */
function describe(error: InvalidRequest): string {
  const lines = Object.entries(error.failures).map(([path, message]) => `${path}: ${message}`)

  return `the definitions do not fit together.\n${lines.join('\n')}`
}

const firstPort = 4010
const portsToTry = 100

async function listenOn(service: Service, config: SandboxConfig): Promise<SandboxServer> {
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
