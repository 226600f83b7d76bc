import { expect, test } from 'vitest'
import { renderHook } from '../../.ci/render-hook.ts'
import { type ConsoleCommand, useAllCommands, useCommands } from './registry.ts'

/** A part of the page that offers commands, and what the whole page offers then. */
function renderOffering(first: readonly ConsoleCommand[]) {
  let offered = first
  const part = renderHook(() => {
    useCommands(offered)

    return useAllCommands().map(({ label, run }) => ({ label, run }))
  })

  return {
    labels: () => part.current.map(({ label }) => label),
    run: (label: string) => part.current.find((command) => command.label === label)?.run(),
    offer: (next: readonly ConsoleCommand[]) => {
      offered = next
      part.again()
    },
  }
}

const command = (label: string, run = () => undefined) => ({ label, run })

test('the commands of what was shown last come first, and are removed with it', () => {
  const shell = renderOffering([command('Go to the graph')])
  const view = renderOffering([command('New entity'), command('Filter')])

  expect(shell.labels()).toEqual(['New entity', 'Filter', 'Go to the graph'])
  view.offer([])
  expect(shell.labels()).toEqual(['Go to the graph'])
})

test('a command does what its view means by it now', () => {
  const done: string[] = []
  const view = renderOffering([command('Save', () => void done.push('first'))])

  view.offer([command('Save', () => void done.push('second'))])
  view.run('Save')
  expect(done).toEqual(['second'])
})
