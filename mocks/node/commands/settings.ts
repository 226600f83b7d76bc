import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { defaultConfig, SandboxConfig } from '../../config.ts'
import type { z } from 'zod'
import type { OptionValues } from './arguments.ts'
import { UsageError } from './usage-error.ts'
import { messageOf } from '../../model/shared/errors.ts'

const PartialConfig = SandboxConfig.partial()

const configNames = ['sandbox.config.ts', 'sandbox.config.js', 'sandbox.config.mjs', 'sandbox.config.json']

/**
 * The settings to start with: the command line's options over those of the folder's `sandbox.config.*` over the
 * defaults.
 *
 * @throws {UsageError} naming the option that is unknown or does not fit, and where it comes from
 */
export async function readSettings(folder: string, options: OptionValues): Promise<SandboxConfig> {
  const file = configNames.find((name) => existsSync(join(folder, name)))
  const fromFile = file === undefined ? {} : check(await loadConfig(folder, file), file, (name) => name)
  const fromOptions = check(options, 'the command line', optionName)

  return SandboxConfig.parse({ ...defaultConfig, ...fromFile, ...fromOptions })
}

function check(settings: unknown, where: string, nameOf: (option: string) => string): Partial<SandboxConfig> {
  const checked = PartialConfig.safeParse(settings)

  if (checked.success) return given(checked.data)

  const [issue] = checked.error.issues

  if (issue?.code === 'unrecognized_keys') {
    throw new UsageError(`Unknown option ${issue.keys.map((key) => `"${key}"`).join(', ')} in ${where}.`)
  }

  const [option = 'settings', ...inner] = issue?.path.map(String) ?? []

  throw new UsageError(
    `${nameOf(option)}${inner.length > 0 ? ` (${inner.join('.')})` : ''}: ${issue?.message}`,
  )
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

/** `allowedHosts` as the command line has it: `--allowed-hosts`. */
function optionName(setting: string): string {
  return `--${setting.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
}

function given(settings: z.infer<typeof PartialConfig>): Partial<SandboxConfig> {
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined))
}
