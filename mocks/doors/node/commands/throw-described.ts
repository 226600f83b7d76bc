import type { SandboxConfig } from '../../../local/config.ts'
import { InvalidRequest, NotFound } from '../../../data/model/shared/errors.ts'
import { UsageError } from '../command-line/option.ts'

/** Throws an error of opening sandboxes: a `UsageError` for what the user can correct, others unchanged. */
export function throwDescribed(error: unknown, config: SandboxConfig): never {
  if (error instanceof InvalidRequest) throw new UsageError(failureLines(error, config))
  if (error instanceof NotFound) throw new UsageError(`--scenario: ${error.message}`)
  throw error
}

/** One line for each failure. */
function failureLines({ failures }: InvalidRequest, config: SandboxConfig): string {
  const sources = ['definitions', 'optionLists', 'data', 'replay'] as const
  const files = sources.map((name) => config[name]).filter((file) => typeof file === 'string')
  const isUnreadable = Object.keys(failures).every((path) => sources.some((name) => name === path))

  if (isUnreadable) return Object.values(failures).join('\n')

  const lines = Object.entries(failures).map(([path, message]) => `${path}: ${message}`)

  return `${files.join(' and ') || 'the settings'}: the content is invalid.\n${lines.join('\n')}`
}
