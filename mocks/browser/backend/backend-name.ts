import { DataOptions, optionsIn, type SandboxOptions } from '../../config.ts'
import { hash128 } from '../../http/replies/hash.ts'
import { version } from '../../model/shared/version.ts'

/**
 * The name by which a backend is stored and shared: the same for tabs with the same data options and scenario; of the
 * other options, those of the leading tab apply. It contains the version of the package, since another version may
 * generate other data.
 */
export function backendName(options: SandboxOptions): string {
  const sources = JSON.stringify({ ...optionsIn(DataOptions, options), scenario: options.scenario })
  const hash = hash128(new TextEncoder().encode(sources)).map((part) => (part >>> 0).toString(36))

  return `entity-sandbox ${version} ${hash.join('')}`
}
