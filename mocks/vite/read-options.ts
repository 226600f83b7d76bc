import { resolve } from 'node:path'
import type { ResolvedConfig } from 'vite'
import type { SandboxOptions } from '../config.ts'
import { importData } from '../import/import.ts'
import { summaryLines } from '../import/summary.ts'
import { optionsOfSandbox, type EntitySandboxOptions } from './options.ts'

/**
 * The options as a sandbox takes them, with definitions and data read from their files, as plain data for the page.
 *
 * @throws {InvalidRequest} with the place and the reason, when such a file can't be used
 */
export async function readOptions(
  { root, logger }: ResolvedConfig,
  options: EntitySandboxOptions,
): Promise<SandboxOptions> {
  const { definitions, optionLists, data, ...others } = optionsOfSandbox(options)
  const from = <T>(source: T) => (typeof source === 'string' ? resolve(root, source) : source)

  if (![definitions, optionLists, data].some((source) => typeof source === 'string')) {
    return optionsOfSandbox(options)
  }

  const sources = { definitions: from(definitions), optionLists: from(optionLists), data: from(data) }
  const { file, summary } = await importData(sources, others.seed)

  for (const line of summaryLines(summary)) logger.info(`[entity-sandbox] ${line}`)

  return { ...others, data: file }
}

/** Paths of the files that the options name. */
export function filesOf(
  { root }: ResolvedConfig,
  { definitions, optionLists, data }: EntitySandboxOptions,
): string[] {
  return [definitions, optionLists, data].flatMap((file) =>
    typeof file === 'string' ? [resolve(root, file)] : [],
  )
}

/** Path of the module with the application's own handlers, as Vite takes it. */
export function handlersFile(
  { root }: ResolvedConfig,
  { handlers }: EntitySandboxOptions,
): string | undefined {
  return handlers === undefined ? undefined : resolve(root, handlers).replaceAll('\\', '/')
}
