import type { SandboxOptions, SandboxServer } from 'entity-sandbox/node'

/** Serves a sandbox through the Node door. Only then are its modules loaded, which takes a moment. */
export async function serveSandbox(options: SandboxOptions): Promise<SandboxServer> {
  const { createSandbox, listen } = await import('entity-sandbox/node')

  return listen(await createSandbox(options))
}
