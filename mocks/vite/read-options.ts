import { resolve, sep } from 'node:path'
import type { ResolvedConfig } from 'vite'
import type { SandboxOptions } from '../config.ts'
import { importData } from '../import/import.ts'
import { summaryLines } from '../import/summary.ts'
import { optionsOfSandbox, type EntitySandboxOptions } from './options.ts'

/**
 * Returns the options of the sandbox as plain data, for the page: definitions and data are read from their files.
 *
 * @throws {InvalidRequest} with the place and the reason, when a file is invalid
 */
export async function readOptions(
  config: ResolvedConfig,
  options: EntitySandboxOptions,
): Promise<SandboxOptions> {
  const sandboxOptions = optionsOfSandbox(options)
  const { definitions, optionLists, data, ...others } = sandboxOptions
  const from = <T>(source: T) => (typeof source === 'string' ? resolve(config.root, source) : source)

  if (filesOf(config, options).length === 0) return sandboxOptions

  const sources = { definitions: from(definitions), optionLists: from(optionLists), data: from(data) }
  const { file, summary } = await importData(sources, others.seed)

  for (const line of summaryLines(summary)) config.logger.info(`[entity-sandbox] ${line}`)

  return { ...others, data: file }
}

/** Paths of the definitions and data files in the options. */
export function filesOf(
  { root }: ResolvedConfig,
  { definitions, optionLists, data }: EntitySandboxOptions,
): string[] {
  return [definitions, optionLists, data].flatMap((file) =>
    typeof file === 'string' ? [resolve(root, file)] : [],
  )
}

/** Whether a path is one of the sources, or a file in one that is a folder. */
export function isInSources(path: string, sources: readonly string[]): boolean {
  const file = resolve(path)

  return sources.some((source) => file === source || file.startsWith(source + sep))
}

/** Path of the module with the application's own handlers, in the form that Vite accepts. */
export function handlersFile(
  { root }: ResolvedConfig,
  { handlers }: EntitySandboxOptions,
): string | undefined {
  return handlers === undefined ? undefined : resolve(root, handlers).replaceAll('\\', '/')
}
