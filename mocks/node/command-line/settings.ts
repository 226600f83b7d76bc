import { existsSync } from 'node:fs'
import { dirname, isAbsolute, join, relative, resolve } from 'node:path'
import { SandboxConfig } from '../../config.ts'
import { messageOf } from '../../model/shared/errors.ts'
import { zodMessages, problemsIn } from '../../model/shared/validation-messages.ts'
import type { Arguments } from './arguments.ts'
import { flagOf, option } from './option.ts'
import { UsageError } from './usage-error.ts'

const configNames = ['sandbox.config.ts', 'sandbox.config.js', 'sandbox.config.mjs', 'sandbox.config.json']

/** Where the settings are in a file of another name or folder. */
export const configOption = option('config', {
  value: '<file>',
  isOnCommandLineOnly: true,
  help: 'the file of settings',
  defaultText: 'sandbox.config.* here',
})

export interface StartSettings {
  readonly config: SandboxConfig
  /** The file that some of them are in. */
  readonly file: string | undefined
  /** Names of those that were given, rather than left as they usually are. */
  readonly given: readonly string[]
}

/**
 * The settings to start with: the command line's over those of the environment over those of the file over the
 * defaults.
 *
 * @param defaults of the command, where it has others
 *
 * @throws {UsageError} naming the option that is unknown or does not fit, and where it comes from
 */
export async function readSettings(
  folder: string,
  { options, givenAs }: Pick<Arguments, 'options' | 'givenAs'>,
  defaults: Partial<SandboxConfig> = {},
): Promise<StartSettings> {
  const { config: named, ...onLine } = options
  const file = named === undefined ? configIn(folder) : resolve(folder, String(named))
  const fromFile = file === undefined ? {} : fromItsFolder(await settingsIn(file), file, folder)
  const fromLine = await checked(onLine, (name) => givenAs[name] ?? flagOf(name))
  const given = { ...fromFile, ...fromLine }

  return { config: SandboxConfig.parse({ ...defaults, ...given }), file, given: Object.keys(given) }
}

/**
 * The configuration file of a folder.
 *
 * @throws {UsageError} when there are several: all but one would be passed over
 */
function configIn(folder: string): string | undefined {
  const [file, other] = configNames.filter((name) => existsSync(join(folder, name)))

  if (other !== undefined) throw new UsageError(`There are ${file} and ${other}. Keep one of them.`)

  return file === undefined ? undefined : join(folder, file)
}

async function settingsIn(file: string): Promise<object> {
  const name = relative(process.cwd(), file)

  return checked(await loadConfig(file, name), (each) => each, name)
}

/**
 * The validated settings.
 *
 * @param file they come from, unless from the command line
 */
async function checked(
  settings: unknown,
  nameOf: (option: string) => string,
  file?: string,
): Promise<object> {
  const { error } = SandboxConfig.safeParse(settings, { error: zodMessages })

  if (!error && typeof settings === 'object' && settings !== null) {
    return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined))
  }

  // Loaded only here: it brings a parser.
  const { placeIn } = await import('./place.ts')
  const lines = problemsIn(error?.issues ?? []).map(({ path, message }) => {
    const words = path.map(String)
    const [option, ...inner] = words
    const name = option === undefined ? 'the settings' : nameOf(option)
    const where = file === undefined ? '' : ` in ${placeIn(file, words)}`

    return `${name}${inner.length > 0 ? ` (${inner.join('.')})` : ''}${where}: ${message}`
  })

  throw new UsageError(lines.join('\n'))
}

const paths: ReadonlySet<string> = new Set<keyof SandboxConfig>([
  'definitions',
  'optionLists',
  'data',
  'persist',
])

/** Paths in a file start from its folder; from here they are the same when it lies here. */
function fromItsFolder(settings: object, file: string, here: string): object {
  const from = relative(here, dirname(file))

  return Object.fromEntries(
    Object.entries(settings).map(([name, value]) => [
      name,
      paths.has(name) && typeof value === 'string' && !isAbsolute(value) ? join(from, value) : value,
    ]),
  )
}

async function loadConfig(file: string, name: string): Promise<unknown> {
  if (!existsSync(file)) throw new UsageError(`--config: There is no file ${name}.`)

  // Loaded only when there is a file: jiti compiles TypeScript.
  const { createJiti } = await import('jiti')

  try {
    // It may have changed since it was read last.
    return await createJiti(file, { fsCache: false, moduleCache: false }).import(file, { default: true })
  } catch (error) {
    throw new UsageError(`${name} can't be read: ${messageOf(error)}`)
  }
}
