import { DataOptions, optionsIn, type SandboxOptions } from '../../config.ts'
import { hash128 } from '../../http/replies/hash.ts'
import { version } from '../../model/shared/version.ts'

/**
 * What a backend is kept and shared under: tabs that start with the same options have the same backend. Another version
 * of the package may seed other data, so what was kept with it no longer fits.
 */
export function backendName(options: SandboxOptions): string {
  const sources = JSON.stringify({ ...optionsIn(DataOptions, options), scenario: options.scenario })
  const hash = hash128(new TextEncoder().encode(sources)).map((part) => (part >>> 0).toString(36))

  return `entity-sandbox ${version} ${hash.join('')}`
}
