import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { SandboxConfig } from '../../config.ts'
import type { OptionValues } from './arguments.ts'
import { flagOf } from './option.ts'
import { UsageError } from './usage-error.ts'
import { messageOf } from '../../model/shared/errors.ts'
import { inOurWords, problemsIn } from '../../model/shared/wording.ts'

const configNames = ['sandbox.config.ts', 'sandbox.config.js', 'sandbox.config.mjs', 'sandbox.config.json']

/**
 * The settings to start with: the command line's options over those of the folder's `sandbox.config.*` over the
 * defaults.
 *
 * @throws {UsageError} naming the option that is unknown or does not fit, and where it comes from
 */
export async function readSettings(folder: string, options: OptionValues): Promise<SandboxConfig> {
  const file = configIn(folder)
  const fromFile =
    file === undefined ? {} : checked(await loadConfig(folder, file), ` in ${file}`, (name) => name)
  const fromOptions = checked(options, '', flagOf)

  return SandboxConfig.parse({ ...fromFile, ...fromOptions })
}

/**
 * The configuration file of a folder.
 *
 * @throws {UsageError} when there are several: all but one would be passed over
 */
export function configIn(folder: string): string | undefined {
  const [file, other] = configNames.filter((name) => existsSync(join(folder, name)))

  if (other !== undefined) throw new UsageError(`There are ${file} and ${other}. Keep one of them.`)

  return file
}

/** What the settings say, once it fits. */
function checked(settings: unknown, where: string, nameOf: (option: string) => string): object {
  const { error } = SandboxConfig.safeParse(settings, { error: inOurWords })

  if (!error && typeof settings === 'object' && settings !== null) {
    return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined))
  }

  const lines = problemsIn(error?.issues ?? []).map(({ path, message }) => {
    const [option, ...inner] = path.map(String)
    const name = option === undefined ? 'the settings' : nameOf(option)

    return `${name}${inner.length > 0 ? ` (${inner.join('.')})` : ''}${where}: ${message}`
  })

  throw new UsageError(lines.join('\n'))
}

async function loadConfig(folder: string, file: string): Promise<unknown> {
  // Loaded only when there is a file: jiti compiles TypeScript.
  const { createJiti } = await import('jiti')
  const path = join(folder, file)

  try {
    return await createJiti(path, { fsCache: false }).import(path, { default: true })
  } catch (error) {
    throw new UsageError(`${file} can't be read: ${messageOf(error)}`)
  }
}
