import { useEffect, useRef } from 'react'
import { createStore, useStore } from '../lib/store.ts'

/** An action of the console, which the palette and the list of shortcuts show, and which its keys run. */
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
 * Offers commands while the component is mounted. Those registered last come first, so a page takes precedence over the
 * shell.
 */
export function useCommands(commands: readonly ConsoleCommand[]): void {
  // Callers build the commands anew in each render. What is shown of them is compared as JSON, which has no functions.
  const shape = JSON.stringify(commands)
  const latest = useRef(commands)

  useEffect(() => {
    latest.current = commands
  })

  useEffect(() => {
    const shown = JSON.parse(shape) as readonly Omit<ConsoleCommand, 'run'>[] // written above, where functions are omitted
    const mine = shown.map((command, index) => ({ ...command, run: () => latest.current[index]?.run() }))

    registered.set([...mine, ...registered.get()])

    return () => registered.set(registered.get().filter((command) => !mine.includes(command)))
  }, [shape])
}
