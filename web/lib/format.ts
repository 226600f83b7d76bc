import { isObject, type Json } from './parse-json.ts'

type Modifiers = Readonly<Record<'altKey' | 'ctrlKey' | 'metaKey', boolean>>

/** Whether Alt, Ctrl or Command is pressed. Most such shortcuts are the browser's: Alt+Left goes back. */
export function hasModifier({ altKey, ctrlKey, metaKey }: Modifiers): boolean {
  return altKey || ctrlKey || metaKey
}

const numbers = new Intl.NumberFormat('en-US')
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto', style: 'short' })

export function formatCount(value: number): string {
  return numbers.format(value)
}

/** `1 entity`, `1,000 entities`. */
export function counted(value: number, singular: string, plural = `${singular}s`): string {
  return `${formatCount(value)} ${value === 1 ? singular : plural}`
}

/** The name of a table as words: `option lists` for `optionLists`. */
export function tableWords(table: string): string {
  return table.replaceAll(/(?=[A-Z])/g, ' ').toLowerCase()
}

/** A number of records: `2 option lists`. */
export function countedRecords(table: string, value: number): string {
  const plural = tableWords(table)

  return counted(value, plural.replace(/ies$/, 'y').replace(/s$/, ''), plural)
}

const units: readonly (readonly [Intl.RelativeTimeFormatUnit, seconds: number])[] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
]

/** `3 min. ago` */
export function ago(time: string | number, now: number): string {
  const seconds = (new Date(time).getTime() - now) / 1000
  const [unit, size] = units.find(([, size]) => Math.abs(seconds) >= size) ?? ['second', 1]

  return relative.format(Math.trunc(seconds / size), unit)
}

const clockTimes = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' })

/** The time of day where the browser is: `14:02:11` */
export function localTime(time: string | number): string {
  return clockTimes.format(new Date(time))
}

/** The part of a time of day that `localTime()` omits: `.120` */
export function fractionOfSecond(time: string | number): string {
  return new Date(time).toISOString().slice(19, 23)
}

export function formatDuration(value: number): string {
  if (value < 0.05) return '< 0.1 ms'
  if (value >= 999.5) return `${(value / 1000).toFixed(2)} s`

  return value >= 9.95 ? `${Math.round(value)} ms` : `${value.toFixed(1)} ms`
}

export function formatBytes(value: number): string {
  if (value < 1024) return `${value} B`

  return value < 1023.95 * 1024 ? `${(value / 1024).toFixed(1)} kB` : `${(value / 1024 / 1024).toFixed(1)} MB`
}

/** A label in English, or in its first culture if it has no English one. */
export function labelOf(labels: Readonly<Record<string, string>> | undefined, fallback: string): string {
  return labels?.['en-US'] || Object.values(labels ?? {})[0] || fallback
}

/** A value as readable text in one line: an option as its label, a text by culture in English or its first culture. */
export function brief(value: Json | undefined): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return value.map(brief).join(', ')
  if (!isObject(value)) return String(value)

  const { identifier, labels } = value

  if (typeof identifier === 'string') {
    return isObject(labels) ? brief(labels['en-US'] ?? Object.values(labels)[0]) || identifier : identifier
  }

  const isByCulture = Object.keys(value).every((key) => /^[a-z]{2,3}(-[A-Za-z0-9]+)*$/.test(key))

  return isByCulture ? brief(value['en-US'] ?? Object.values(value)[0]) : JSON.stringify(value)
}

/** A text unchanged, any other value as JSON in one line. */
export function textOrJson(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}

/** Keys as this machine's keyboard labels them: `Ctrl+K` for `Mod+k`. */
export function keyNames(keys: string): string {
  const modifier = /Mac|iP(hone|ad|od)/.test(navigator.platform) ? '⌘' : 'Ctrl'

  return keys.replace(
    /Mod\+(Shift\+)?(\w)/,
    (_, shift = '', key = '') => `${modifier}+${shift}${String(key).toUpperCase()}`,
  )
}
