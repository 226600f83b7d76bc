import type { SandboxConfig } from '../../config.ts'
import { InvalidRequest, messageOf, NotFound } from '../../model/shared/errors.ts'
import { UsageError } from '../command-line/option.ts'
import { MissingPackage } from '../missing-package.ts'
import { FolderError } from '../persistence/folder.ts'
import { SharedStoreError } from '../replicas/shared-store-error.ts'

/** A `UsageError` for what the user can correct; other errors unchanged. */
export async function describeFailure(error: unknown, config: SandboxConfig): Promise<unknown> {
  if (error instanceof InvalidRequest) return new UsageError(await failureLines(error, config))
  if (error instanceof NotFound) return new UsageError(`--scenario: ${error.message}`)

  const isUserError = [FolderError, SharedStoreError, MissingPackage].some((kind) => error instanceof kind)

  return isUserError ? new UsageError(messageOf(error)) : error
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
