import type { Sandbox } from '../../sandbox/sandbox.ts'
import type { Collections } from './collections.ts'

/** The collections of a sandbox. Loaded apart: a server and most pages never use them. */
export async function collectionsOf(sandbox: Sandbox): Promise<Collections> {
  const { collectionsIn } = await import('./collections.ts')

  return collectionsIn(sandbox)
}
