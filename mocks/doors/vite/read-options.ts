import { readFile, writeFile } from 'node:fs/promises'
import { resolve, sep } from 'node:path'
import type { ResolvedConfig } from 'vite'
import { buildSandbox, namingSources } from '../../local/build-sandbox.ts'
import { definitionsText } from '../../data/model/definitions/definitions-text.ts'
import { messageOf } from '../../data/model/shared/errors.ts'
import type { Data } from '../../data/model/data-tables.ts'
import type { SandboxOptions } from '../../local/config.ts'
import { importData } from '../../data/import/import-sources.ts'
import { summaryLines } from '../../data/import/import-summary.ts'
import type { Transport } from '../browser/browser-sandbox.ts'

/** Writes the definitions as types to the file in the options, if there is one and its content differs. */
export async function writeTypes(
  { root, logger }: ResolvedConfig,
  { types }: EntitySandboxOptions,
  dataOf: () => Promise<Data>,
): Promise<void> {
  if (types === undefined) return
  const file = resolve(root, types)

  try {
    const text = definitionsText(await dataOf())

    if ((await readFile(file, 'utf8').catch(() => '')) !== text) await writeFile(file, text)
  } catch (error) {
    logger.error(`[entity-sandbox] ${types} can't be written: ${messageOf(error)}`)
  }
}

/** The data of the options, without generated entities, which types do not need. */
export async function dataIn(config: ResolvedConfig, options: EntitySandboxOptions): Promise<Data> {
  return (await buildSandbox({ ...(await readOptions(config, options)), entities: 0 })).data
}

/** The options of a sandbox, except those that can't be written into a page. */
export interface EntitySandboxOptions extends Omit<SandboxOptions, 'scenarios' | 'commands' | 'scripts'> {
  /**
   * Where the sandbox runs: in the dev server (`server`, the default), where all programs can reach it, such as `curl`, or
   * in the page (`browser`), which also works for applications on a static file server.
   */
  readonly mode?: 'server' | 'browser'
  /** The file that exports ordinary msw `handlers`, which run before the service: `./src/mocks/handlers.ts`. */
  readonly handlers?: string
  /**
   * The file that the dev server writes the definitions to as types, as `entity-sandbox types` does:
   * `./src/entities.d.ts`. Default none.
   */
  readonly types?: string
  /** Prefix of `/api` in the application's requests: `/backend`. Default none. */
  readonly path?: string
  /** The token that the controls and the console require. Default: a generated one, if other machines can reach the dev server. */
  readonly controlToken?: string
  /**
   * Whether pages of the dev server show the panel, which says what is simulated and opens the console. Default yes, but
   * for automated browsers; `always` shows it in these too.
   */
  readonly panel?: boolean | 'always'
  /** With `mode: 'browser'`: whether a service worker or the page handles requests. Default `page`. */
  readonly transport?: Transport
  /** With `mode: 'browser'`: whether the data is stored in the browser. Default yes. */
  readonly persist?: boolean
  /** With `mode: 'browser'`: whether builds contain the sandbox and its console, too. Default no. */
  readonly build?: boolean
}

/**
 * Returns the options of the sandbox as plain data, for the page: definitions and data are read from their files.
 *
 * @throws {InvalidRequest} with the place and the reason, when a file is invalid
 */
export async function readOptions(
  config: ResolvedConfig,
  options: EntitySandboxOptions,
): Promise<SandboxOptions> {
  const { mode, handlers, types, path, controlToken, panel, transport, persist, build, ...sandboxOptions } =
    options
  const { definitions, optionLists, data, ...others } = sandboxOptions
  const from = <T>(source: T) => (typeof source === 'string' ? resolve(config.root, source) : source)

  if (filesOf(config, options).length === 0) return sandboxOptions

  const sources = { definitions: from(definitions), optionLists: from(optionLists), data: from(data) }
  const { file, summary } = await namingSources(options, () => importData(sources, others.seed))

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
