import { useEffect, useRef } from 'react'
import { createStore, useStore } from '../lib/store.ts'

/** Something a person can do: a line of the palette and the cheat sheet, and what its keys do. */
export interface Command {
  readonly id: string
  readonly label: string
  readonly group: 'This view' | 'Go to' | 'Sandbox' | 'Appearance'
  /** `e`, `g e`, `?`, `Mod+k`. */
  readonly keys?: string | undefined
  readonly run: () => void
}

const registered = createStore<readonly Command[]>([])

export function useAllCommands(): readonly Command[] {
  return useStore(registered)
}

export function allCommands(): readonly Command[] {
  return registered.get()
}

/** Offers commands for as long as the component is there. The newest come first, so a view beats the shell. */
export function useCommands(commands: readonly Command[]): void {
  const shape = commands
    .map(({ id, label, group, keys }) => JSON.stringify({ id, label, group, keys }))
    .join('\n')
  const latest = useRef(commands)

  useEffect(() => {
    latest.current = commands
  })

  useEffect(() => {
    const run = (id: string) => latest.current.find((command) => command.id === id)?.run()
    const mine = shape
      .split('\n')
      .filter(Boolean)
      .map((line) => {
        const command = JSON.parse(line) as Omit<Command, 'run'> // written above

        return { ...command, run: () => run(command.id) }
      })

    registered.set([...mine, ...registered.get()])

    return () => registered.set(registered.get().filter((command) => !mine.includes(command)))
  }, [shape])
}
