import { settingNamed } from '../entities/properties.ts'
import type { Data } from '../data-tables.ts'

/**
 * The cultures of the sandbox, the default one first: the value of the `M.Setting` entity named `Cultures`, an
 * array, its JSON text or a list with commas; without it, en-US.
 */
export function culturesOf(data: Data): [string, ...string[]] {
  const value = settingNamed(data, 'Cultures')?.properties['M.Setting.Value']
  const text = typeof value === 'string' ? value : JSON.stringify(value ?? [])
  const [first = 'en-US', ...others] = text.match(/[\w-]+/g) ?? []

  return [first, ...others]
}
