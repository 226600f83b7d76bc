import { expect, test } from 'vitest'
import { renderHook } from '../testing/render-hook.ts'
import { type ConsoleCommand, keyOf, useAllCommands, useCommands } from './console-commands.ts'

/** A component that registers commands, and the commands of the whole page. */
function renderWithCommands(initial: readonly ConsoleCommand[]) {
  let commands = initial
  const component = renderHook(() => {
    useCommands(commands)

    return useAllCommands().map(({ label, run }) => ({ label, run }))
  })

  return {
    labels: () => component.current.map(({ label }) => label),
    run: (label: string) => component.current.find((command) => command.label === label)?.run(),
    change: (next: readonly ConsoleCommand[]) => {
      commands = next
      component.rerender()
    },
  }
}

const command = (label: string, run = () => undefined) => ({ label, run })

test('the commands of the last mounted component come first, and can be removed', () => {
  const shell = renderWithCommands([command('Go to the graph')])
  const view = renderWithCommands([command('New entity'), command('Filter')])

  expect(shell.labels()).toEqual(['New entity', 'Filter', 'Go to the graph'])
  view.change([])
  expect(shell.labels()).toEqual(['Go to the graph'])
})

test('a command runs the function of the latest render', () => {
  const runs: string[] = []
  const view = renderWithCommands([command('Save', () => void runs.push('first'))])

  view.change([command('Save', () => void runs.push('second'))])
  view.run('Save')
  expect(runs).toEqual(['second'])
})

const none = { altKey: false, ctrlKey: false, metaKey: false, shiftKey: false, getModifierState: () => false }

test.each([
  ['e', { key: 'e' }],
  ['?', { key: '?', shiftKey: true }],
  ['Mod+k', { key: 'k', metaKey: true }],
  ['Mod+Shift+z', { key: 'Z', ctrlKey: true, shiftKey: true }],
  ['Mod+Enter', { key: 'Enter', ctrlKey: true }],
  ['Alt+e', { key: 'e', altKey: true }],
  ['/', { key: '/', altKey: true, ctrlKey: true, getModifierState: () => true }],
])('a pressed key is named as in the commands: %s', (name, pressed) => {
  expect(keyOf({ ...none, ...pressed })).toBe(name)
})
