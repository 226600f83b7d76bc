import { sha256 } from '@noble/hashes/sha2.js'
import { DataOptions, optionsIn, type SandboxOptions } from '../../config.ts'
import { version } from '../../model/shared/version.ts'

/**
 * What a backend is kept and shared under: tabs that start with the same options have the same backend. Another version
 * of the package may seed other data, so what was kept with it no longer fits.
 */
export function backendName(options: SandboxOptions): string {
  const sources = JSON.stringify({ ...optionsIn(DataOptions, options), scenario: options.scenario })
  const digest = sha256(new TextEncoder().encode(sources)).slice(0, 9)

  return `entity-sandbox ${version} ${btoa(String.fromCharCode(...digest))}`
}
