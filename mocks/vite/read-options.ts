import { resolve } from 'node:path'
import type { ResolvedConfig } from 'vite'
import type { SandboxOptions } from '../create-sandbox.ts'
import { readDefinitions } from '../node/commands/definitions-file.ts'
import type { EntitySandboxOptions } from './options.ts'

/**
 * The options as a sandbox takes them, with the definitions read from their file.
 *
 * @throws {UsageError} with the place and the reason, when that file can't be used
 */
export async function readOptions(
  { root }: ResolvedConfig,
  { seed, entities, definitions, auth }: EntitySandboxOptions,
): Promise<SandboxOptions> {
  return {
    seed,
    entities,
    auth,
    definitions:
      typeof definitions === 'string' ? await readDefinitions(resolve(root, definitions)) : definitions,
  }
}
