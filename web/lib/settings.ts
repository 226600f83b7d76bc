import { isObject, parseJson } from './json.ts'
import { copyBases, type CopyBase } from './copy-as.ts'
import { createTextStorage } from './storage.ts'
import { createStore, useStore } from './store.ts'

export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

/** The console's settings in this browser. */
export interface Settings {
  readonly theme: Theme
  /** The persona that the console's requests come from; `anonymous` sends no token. */
  readonly persona: string
  /** Single-letter shortcuts can be switched off (WCAG 2.1.4). */
  readonly shortcuts: boolean
  /** The base of addresses in copied code. */
  readonly copyBase: CopyBase
}

const key = 'entity-sandbox.console'
const storage = createTextStorage(() => localStorage)
const defaults: Settings = { theme: 'system', persona: 'admin', shortcuts: true, copyBase: 'sandbox' }
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

  document.documentElement.style.colorScheme = theme === 'system' ? '' : theme
}

/** Settings stored by an earlier version, or by hand, may have any form. */
function read(): Partial<Settings> {
  const value = parseJson(storage.get(key) ?? '')
  const kept = isObject(value) ? value : {}
  const theme = themes.find((each) => each === kept['theme'])
  const copyBase = copyBases.find((each) => each === kept['copyBase'])

  return {
    ...(theme && { theme }),
    ...(copyBase && { copyBase }),
    ...(typeof kept['persona'] === 'string' && { persona: kept['persona'] }),
    ...(kept['shortcuts'] === false && { shortcuts: false }),
  }
}
