import { sha256 } from '@noble/hashes/sha2.js'
import type { SandboxOptions } from '../../create-sandbox.ts'
import { version } from '../../model/shared/version.ts'

/**
 * What a world is kept and shared under: tabs that start with the same options have the same world. Another version
 * of the package may seed other data, so what was kept with it no longer fits.
 */
export function worldName({
  seed,
  entities,
  definitions,
  optionLists,
  data,
  scenario,
}: SandboxOptions): string {
  const options = JSON.stringify({ seed, entities, definitions, optionLists, data, scenario })
  const digest = sha256(new TextEncoder().encode(options)).slice(0, 9)

  return `entity-sandbox ${version} ${btoa(String.fromCharCode(...digest))}`
}
