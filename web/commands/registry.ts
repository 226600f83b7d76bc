import { useEffect, useRef } from 'react'
import { createStore, useStore } from '../lib/store.ts'

/** Something a person can do: a line of the palette and the cheat sheet, and what its keys do. */
export interface ConsoleCommand {
  readonly label: string
  /** Where it stands in the palette; with what belongs to the view if nothing is said. */
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

/** Offers commands for as long as the component is there. The newest come first, so a view beats the shell. */
export function useCommands(commands: readonly ConsoleCommand[]): void {
  const shape = JSON.stringify(commands)
  const latest = useRef(commands)

  useEffect(() => {
    latest.current = commands
  })

  useEffect(() => {
    const shown = JSON.parse(shape) as readonly Omit<ConsoleCommand, 'run'>[] // written above, where functions are left out
    const mine = shown.map((command, index) => ({ ...command, run: () => latest.current[index]?.run() }))

    registered.set([...mine, ...registered.get()])

    return () => registered.set(registered.get().filter((command) => !mine.includes(command)))
  }, [shape])
}
