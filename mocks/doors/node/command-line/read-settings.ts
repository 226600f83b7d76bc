import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, isAbsolute, join, relative, resolve } from 'node:path'
import { SandboxConfig } from '../../../local/config.ts'
import { isLoopback } from '../../../service/http/access/hosts.ts'
import { messageOf } from '../../../data/model/shared/errors.ts'
import { isObject } from '../../../data/model/shared/json.ts'
import { readJson, readUtf8 } from '../../../data/model/shared/read-json.ts'
import { zodMessages, problemsIn } from '../../../data/model/shared/validation-messages.ts'
import { type Arguments, flagOf, option, UsageError } from './arguments.ts'

export const configNames = [
  'sandbox.config.ts',
  'sandbox.config.js',
  'sandbox.config.mjs',
  'sandbox.config.json',
]

/** Names a file of settings with another name or in another folder. */
export const configOption = option('config', {
  value: '<file>',
  isOnCommandLineOnly: true,
  help: 'the file of settings',
  defaultText: 'sandbox.config.* here',
})

/** Settings that exclude each other, and why. */
const exclusive = [
  ['json', 'quiet'],
  ['watch', 'persist', ': --watch regenerates the data, --persist stores it'],
  ['store', 'persist'],
  ['store', 'watch'],
  ['store', 'https'],
  ['store', 'cert'],
] as const satisfies readonly (readonly [keyof SandboxConfig, keyof SandboxConfig, string?])[]

/** Options that only have an effect together with another one. A file may have such settings for other starts. */
const dependent = [
  ['advertise', 'store'],
  ['sandboxLimit', 'store'],
  ['lease', 'store'],
  ['targetToken', 'target'],
  ['key', 'cert'],
] as const satisfies readonly (readonly [keyof SandboxConfig, keyof SandboxConfig])[]

export type StartSettings = Awaited<ReturnType<typeof readSettings>>

/**
 * The settings to start with. The command line overrides the environment, which overrides the file, which overrides the
 * defaults.
 *
 * @param defaults of the command, where they differ from those of the settings
 *
 * @throws {UsageError} naming the option that is unknown, invalid or without effect, and its source, or two that exclude
 *   each other
 */
export async function readSettings(
  folder: string,
  { options, givenAs }: Pick<Arguments, 'options' | 'givenAs'>,
  defaults: Partial<SandboxConfig> = {},
) {
  const { config: named, commands, scripts, ...others } = options
  const answers = Object.entries({ commands, scripts }).flatMap(([name, path]) =>
    path === undefined ? [] : [{ name, path: String(path) }],
  )
  const file = named === undefined ? configIn(folder) : resolve(folder, String(named))
  const fromFile = file === undefined ? {} : withPathsFrom(await settingsIn(file), file, folder)
  const fromOptions = validSettings(others, (name) => givenAs[name] ?? flagOf(name))
  const given: Record<string, unknown> = { ...fromFile, ...fromOptions }

  for (const { name, path } of answers) {
    Object.assign(given, validSettings({ [name]: await load(resolve(path), path, flagOf(name)) }, flagOf))
  }

  for (const [one, other, reason = ''] of exclusive) {
    if (given[one] && given[other]) {
      throw new UsageError(`--${one} and --${other} cannot be used together${reason}.`)
    }
  }

  for (const [one, other] of dependent) {
    if (givenAs[one]?.startsWith('--') && !given[other]) {
      throw new UsageError(`${flagOf(one)} has no effect without ${flagOf(other)}.`)
    }
  }

  const config = SandboxConfig.parse({ ...defaults, ...given })

  if (
    config.store !== undefined &&
    config.controlToken === undefined &&
    (config.trustProxy || !isLoopback(config.host))
  )
    throw new UsageError('--store needs --control-token here, which must be the same for all servers.')

  return {
    config,
    /** The configuration file, if there is one. */
    file,
    /** Further files that the configuration was read from: of commands and scripts. */
    furtherFiles: answers.map(({ path }) => path),
    /** Names of the settings that were given, rather than left at their defaults. */
    given: Object.keys(given),
  }
}

/**
 * The configuration file of a folder.
 *
 * @throws {UsageError} when there are several: all but one would be ignored
 */
function configIn(folder: string): string | undefined {
  const [file, other] = configNames.filter((name) => existsSync(join(folder, name)))

  if (other !== undefined) throw new UsageError(`There are ${file} and ${other}. Keep one of them.`)

  return file === undefined ? undefined : join(folder, file)
}

async function settingsIn(file: string): Promise<object> {
  const name = relative(process.cwd(), file)

  return validSettings(await load(file, name, '--config'), (each) => each, name)
}

/**
 * The validated settings.
 *
 * @param file that contains them; undefined for the command line
 */
function validSettings(settings: unknown, nameOf: (option: string) => string, file?: string): object {
  const { error } = SandboxConfig.safeParse(settings, { error: zodMessages })

  if (!error && typeof settings === 'object' && settings !== null) {
    return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined))
  }

  const lines = problemsIn(error?.issues ?? []).map(({ path, message }) => {
    const [option, ...inner] = path.map(String)
    const name = option === undefined ? 'the settings' : nameOf(option)
    const where = file === undefined ? '' : ` in ${file}`

    return `${name}${inner.length > 0 ? ` (${inner.join('.')})` : ''}${where}: ${message}`
  })

  throw new UsageError(lines.join('\n'))
}

const paths: ReadonlySet<string> = new Set<keyof SandboxConfig>([
  'definitions',
  'optionLists',
  'data',
  'replay',
  'persist',
  'cert',
  'key',
])

/** The settings of a file, their paths relative to the current folder instead of the file's. */
function withPathsFrom(settings: object, file: string, here: string): object {
  const from = relative(here, dirname(file))

  return Object.fromEntries(
    Object.entries(settings).map(([name, value]) => [
      name,
      paths.has(name) && typeof value === 'string' && !isAbsolute(value) ? join(from, value) : value,
    ]),
  )
}

/** The content with which each configuration file was first loaded. */
const loaded = new Map<string, string>()

async function load(file: string, name: string, flag: string): Promise<unknown> {
  if (!existsSync(file)) throw new UsageError(`${flag}: There is no file ${name}.`)

  try {
    const source = readUtf8(await readFile(file))

    if (file.endsWith('.json')) return readJson(source)

    // Loaded only when there is a file: jiti compiles TypeScript.
    const { createJiti } = await import('jiti')
    const first = loaded.get(file) ?? source

    loaded.set(file, first)

    const module = await createJiti(file, { fsCache: false, moduleCache: false }).evalModule(
      source,
      // Node would return the module that it loaded first.
      { filename: file, async: true, ...(source !== first && { forceTranspile: true }) },
    )

    return isObject(module) ? (module.default ?? module) : module
  } catch (error) {
    throw new UsageError(`${name} can't be read: ${messageOf(error)}`)
  }
}
