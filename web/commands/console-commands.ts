import { useEffect, useRef } from 'react'
import { createStore, useStore } from '../lib/store.ts'
import { hasModifier } from '../lib/format.ts'
import { settings } from '../lib/console-settings.ts'

/** An action of the console, listed in the palette and among the shortcuts, and run by its keys. */
export interface ConsoleCommand {
  readonly label: string
  /** Its group in the palette; “This page” if undefined. */
  readonly group?: 'Go to' | 'Sandbox' | undefined
  /** What it does, beside its label in the palette. */
  readonly detail?: string | undefined
  /** `e`, `g e`, `?`, `Mod+k`. */
  readonly keys?: string | undefined
  readonly run: () => void
}

const registered = createStore<readonly ConsoleCommand[]>([])

export function useAllCommands(): readonly ConsoleCommand[] {
  return useStore(registered)
}

/**
 * Registers commands while the component is mounted. The last registered come first, so a page takes precedence over
 * the shell.
 */
export function useCommands(commands: readonly ConsoleCommand[]): void {
  // Callers pass new objects in each render, so commands are compared as JSON, which omits `run`.
  const serialized = JSON.stringify(commands)
  const latest = useRef(commands)

  useEffect(() => {
    latest.current = commands
  })

  useEffect(() => {
    const parsed = JSON.parse(serialized) as readonly Omit<ConsoleCommand, 'run'>[] // written above, without `run`
    const added = parsed.map((command, index) => ({ ...command, run: () => latest.current[index]?.run() }))

    registered.set([...added, ...registered.get()])

    return () => registered.set(registered.get().filter((command) => !added.includes(command)))
  }, [serialized])
}

/** The maximum time between the keys of a sequence such as `g e`, in milliseconds. */
const sequenceTimeout = 1200

/** Keys that also work in fields and dialogs. */
const globalKeys: ReadonlySet<string> = new Set(['Mod+k', 'Mod+Enter'])

/** Elements that handle keys themselves: fields and overlays. */
const keyHandlers =
  'input, textarea, select, [contenteditable="true"], [role="dialog"], [role="alertdialog"], [role="menu"]'

/** Runs commands when their keys are pressed. Returns a function that stops this. */
export function followKeys(): () => void {
  let pending: { key: string; time: number } | undefined

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing) return
    const pressed = keyOf(event)

    // Fields have their own Undo, and keys in a dialog don't apply to the page behind it.
    if (!globalKeys.has(pressed)) {
      if (isIn(event.target, keyHandlers)) return
      if (!hasModifier(event) && !settings().shortcuts && pressed !== 'Escape') return
    }

    const sequence =
      pending && event.timeStamp - pending.time < sequenceTimeout ? `${pending.key} ${pressed}` : pressed
    const all = registered.get()
    const command = all.find(({ keys }) => keys === sequence) ?? all.find(({ keys }) => keys === pressed)

    pending = undefined
    if (command) {
      event.preventDefault()
      command.run()
    } else if (all.some(({ keys }) => keys?.startsWith(`${pressed} `))) {
      pending = { key: pressed, time: event.timeStamp }
    } else if (pressed === 'Escape') {
      // In the panel of an application, which then closes it. Says nothing, so any page may get it.
      if (parent !== window) parent.postMessage('entity-sandbox-panel:close', '*')
    }
  }

  document.addEventListener('keydown', onKeyDown)

  return () => document.removeEventListener('keydown', onKeyDown)
}

type PressedKey = Pick<
  KeyboardEvent,
  'key' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'getModifierState'
>

/** A pressed key as commands name it: `e`, `?`, `Mod+k`, `Mod+Shift+z`. */
export function keyOf(event: PressedKey): string {
  const { key } = event

  // AltGr, which types characters, is Ctrl and Alt on Windows.
  if (event.getModifierState('AltGraph')) return key
  if (event.altKey) return `Alt+${key}`
  if (!event.metaKey && !event.ctrlKey) return key
  if (key.length > 1) return `Mod+${key}`

  return `Mod+${event.shiftKey ? 'Shift+' : ''}${key.toLowerCase()}`
}

function isIn(target: EventTarget | null, selector: string): boolean {
  return target instanceof HTMLElement && target.closest(selector) !== null
}
