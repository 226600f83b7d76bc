import { resolve } from 'node:path'
import type { ResolvedConfig } from 'vite'
import type { SandboxOptions } from '../create-sandbox.ts'
import type { DataFileInput } from '../model/data-file/data-file.ts'
import { readDefinitions } from '../node/commands/definitions-file.ts'
import { readJson } from '../node/commands/json-file.ts'
import type { EntitySandboxOptions } from './options.ts'

/**
 * The options as a sandbox takes them, with definitions and data read from their files.
 *
 * @throws {UsageError} with the place and the reason, when such a file can't be used
 */
export async function readOptions(
  { root }: ResolvedConfig,
  { seed, entities, definitions, optionLists, data, auth, scenario, rateLimit }: EntitySandboxOptions,
): Promise<SandboxOptions> {
  return {
    seed,
    entities,
    optionLists,
    auth,
    scenario,
    rateLimit,
    definitions:
      typeof definitions === 'string' ? await readDefinitions(resolve(root, definitions)) : definitions,
    // What a data file holds is checked by the sandbox, whatever it is.
    data: typeof data === 'string' ? ((await readJson(resolve(root, data))) as DataFileInput) : data,
  }
}

/** Paths of the files that the options name. */
export function filesOf({ root }: ResolvedConfig, { definitions, data }: EntitySandboxOptions): string[] {
  return [definitions, data].flatMap((file) => (typeof file === 'string' ? [resolve(root, file)] : []))
}

/** Path of the module with the application's own handlers, as Vite takes it. */
export function handlersFile(
  { root }: ResolvedConfig,
  { handlers }: EntitySandboxOptions,
): string | undefined {
  return handlers === undefined ? undefined : resolve(root, handlers).replaceAll('\\', '/')
}
