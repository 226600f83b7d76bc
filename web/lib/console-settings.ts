import { isObject, type JsonObject, parseJson } from './parse-json.ts'
import { createTextStorage, createStore, useStore } from './store.ts'

export const themes = ['system', 'light', 'dark'] as const

/** The console's settings in this browser. */
interface Settings {
  readonly theme: (typeof themes)[number]
  /** Whether the first steps were closed. */
  readonly welcomed: boolean
  /** Single-letter shortcuts can be switched off (WCAG 2.1.4). */
  readonly shortcuts: boolean
  /** The columns of the list of entities, in order, by definition; `''` for all definitions. */
  readonly columns: Readonly<Record<string, readonly ChosenColumn[]>>
}

export interface ChosenColumn {
  /** The name of a member, or of one of the list's own columns. */
  readonly name: string
  /** In pixels; undefined for the usual width. */
  readonly width?: number | undefined
}

const key = 'entity-sandbox.console'
const storage = createTextStorage(() => localStorage)
const defaults: Settings = { theme: 'system', welcomed: false, shortcuts: true, columns: {} }
const store = createStore<Settings>({ ...defaults, ...read() })

export function settings(): Settings {
  return store.get()
}

export function useSettings(): Settings {
  return useStore(store)
}

export function changeSettings(change: Partial<Settings>): void {
  store.set({ ...store.get(), ...change })
  storage.set(key, JSON.stringify(store.get()))
  applyTheme()
}

export function applyTheme(): void {
  const { theme } = store.get()

  // Not a style: only where a rule sets the scheme, the build sets the variables by which it replaces `light-dark()`.
  document.documentElement.className = `h-full scheme-${theme === 'system' ? 'light-dark' : theme}`
}

/** The stored settings; invalid values, which another version may have stored, are ignored. */
function read(): Partial<Settings> {
  const value = parseJson(storage.get(key) ?? '')
  const stored = isObject(value) ? value : {}
  const theme = themes.find((each) => each === stored['theme'])

  return {
    ...(theme && { theme }),
    ...(isObject(stored['columns']) && { columns: readColumns(stored['columns']) }),
    ...(stored['welcomed'] === true && { welcomed: true }),
    ...(stored['shortcuts'] === false && { shortcuts: false }),
  }
}

function readColumns(stored: JsonObject): Settings['columns'] {
  return Object.fromEntries(
    Object.entries(stored).map(([definition, columns]) => [
      definition,
      (Array.isArray(columns) ? columns : []).flatMap((column): ChosenColumn[] => {
        const { name, width } = isObject(column) ? column : {}

        return typeof name === 'string' ? [{ name, ...(typeof width === 'number' && { width }) }] : []
      }),
    ]),
  )
}
