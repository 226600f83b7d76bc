import type { SandboxOptions } from '../../mocks/config.ts'
import type { SandboxServer } from '../../mocks/node/sandbox-server.ts'

/** Serves a sandbox through the Node door. Only then are its modules loaded, which takes seconds. */
export async function serveSandbox(options: SandboxOptions): Promise<SandboxServer> {
  const { buildSandbox } = await import('../../mocks/build-sandbox.ts')
  const { listen } = await import('../../mocks/node/listen.ts')

  return listen(await buildSandbox(options))
}
