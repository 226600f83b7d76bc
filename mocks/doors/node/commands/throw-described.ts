import type { SandboxConfig } from '../../../local/config.ts'
import { InvalidRequest, NotFound } from '../../../data/model/shared/errors.ts'
import { UsageError } from '../command-line/option.ts'

/** Throws an error of opening sandboxes: a `UsageError` for what the user can correct, others unchanged. */
export async function throwDescribed(error: unknown, config: SandboxConfig): Promise<never> {
  if (error instanceof InvalidRequest) throw new UsageError(await failureLines(error, config))
  if (error instanceof NotFound) throw new UsageError(`--scenario: ${error.message}`)
  throw error
}

/** One line for each failure, with its position if there is only one file. */
async function failureLines({ failures }: InvalidRequest, config: SandboxConfig): Promise<string> {
  const sources = ['definitions', 'optionLists', 'data', 'replay'] as const
  const files = sources.map((name) => config[name]).filter((file) => typeof file === 'string')
  const isUnreadable = Object.keys(failures).every((path) => sources.some((name) => name === path))

  if (isUnreadable) return Object.values(failures).join('\n')

  // Loaded only when needed: it imports a YAML parser.
  const { placeIn } = await import('../command-line/place.ts')
  const [file, other] = files
  const lines = Object.entries(failures).map(([path, message]) => {
    const place = file === undefined || other !== undefined ? file : placeIn(file, path.split('.'))

    return `${path}${place === file ? '' : ` (${place})`}: ${message}`
  })

  return `${files.join(' and ') || 'the settings'}: the content is invalid.\n${lines.join('\n')}`
}
