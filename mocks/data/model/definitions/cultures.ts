import { settingNamed } from '../entities/properties.ts'
import type { Data } from '../data-tables.ts'

/** The culture of a sandbox without the setting. */
const fallback = 'en-US'

/**
 * The cultures of the sandbox, the default one first: the value of the `M.Setting` entity named `Cultures`, an
 * array or its JSON text.
 */
export function culturesOf(data: Data): [string, ...string[]] {
  const value = settingNamed(data, 'Cultures')?.properties['M.Setting.Value']
  const [first = fallback, ...others] = codesIn(value)

  return [first, ...others]
}

function codesIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.filter((code) => typeof code === 'string')
  if (typeof value !== 'string') return []

  try {
    return codesIn(JSON.parse(value))
  } catch {
    return value
      .split(',')
      .map((code) => code.trim())
      .filter((code) => code !== '')
  }
}
