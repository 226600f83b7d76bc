import type { SandboxOptions } from '../../mocks/local/config.ts'
import type { SandboxServer } from '../../mocks/doors/node/sandbox-server.ts'

/** Serves a sandbox through the Node door. Only then are its modules loaded, which takes seconds. */
export async function serveSandbox(options: SandboxOptions): Promise<SandboxServer> {
  const { buildSandbox } = await import('../../mocks/local/build-sandbox.ts')
  const { listen } = await import('../../mocks/doors/node/listen.ts')

  return listen(await buildSandbox(options))
}
