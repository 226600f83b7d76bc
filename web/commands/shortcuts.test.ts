import { expect, test } from 'vitest'
import { keyOf } from './commands.ts'

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
