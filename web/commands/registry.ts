import { useEffect, useRef } from 'react'
import { createStore, useStore } from '../lib/store.ts'

/** An action of the console, listed in the palette and among the shortcuts, and run by its keys. */
export interface ConsoleCommand {
  readonly label: string
  /** Its group in the palette; “This page” if undefined. */
  readonly group?: 'Go to' | 'Sandbox' | 'Appearance' | undefined
  /** `e`, `g e`, `?`, `Mod+k`. */
  readonly keys?: string | undefined
  readonly run: () => void
}

const registered = createStore<readonly ConsoleCommand[]>([])

export function useAllCommands(): readonly ConsoleCommand[] {
  return useStore(registered)
}

export function allCommands(): readonly ConsoleCommand[] {
  return registered.get()
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
