import type { Page } from '@playwright/test'
import { expect } from '../console-test.ts'
import { clicks, command, copied, heading, inTurn, notice, type Task } from './person.ts'

/** Not the one in the first steps. */
const copyUrl = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Copy the base URL' })

export const sandboxTasks: readonly Task[] = [
  {
    name: 'Reset to the initial data',
    path: '/entities',
    mouse: clicks('Sandbox', 'Reset to seed', 'Reset'),
    keyboard: async (person) => {
      await person.command('reset', 'Reset the sandbox')
      await person.tabTo(person.named('Reset'))
      await person.press('Enter')
    },
    expectResult: notice('Reset the sandbox.'),
  },
  {
    name: 'Copy the base URL, then a token',
    path: '/entities',
    mouse: clicks('Sandbox', copyUrl, 'Copy the token of reader'),
    keyboard: async (person) => {
      await person.press('g', 's')
      await person.tabAndPress(copyUrl)
      await person.tabAndPress('Copy the token of reader')
    },
    expectResult: copied('sandbox-reader'),
  },
  {
    name: 'Take a snapshot, and restore it',
    path: '/entities',
    mouse: clicks('Sandbox', 'Take a snapshot', /^Restore /),
    keyboard: inTurn(
      command('take a snapshot', 'Take a snapshot'),
      command('restore the snapshot', /^Restore the snapshot/),
    ),
    expectResult: notice(/^Restored the snapshot /),
  },
  {
    name: 'Save the data to a file',
    path: '/entities',
    mouse: clicks('Sandbox', 'Export'),
    keyboard: command('export the data', 'Export the data'),
    expectResult: (_, { files }) => expect.poll(() => files).toEqual([expect.stringMatching(/\.json$/)]),
  },
  {
    name: 'Undo what an application did',
    path: '/entities',
    prepare: ({ send }) => send('PUT', '/api/entities/1000', { properties: { Title: 'Nets at dawn' } }),
    mouse: async (person) => {
      await person.click('Sandbox')
      await expect(person.page.getByText('Changed Nets at dawn')).toBeVisible()
      await person.click('Undo')
    },
    keyboard: (person) => person.press('Control+z'),
    expectResult: notice('Undid the last change.'),
  },
  {
    name: 'Reject invalid requests',
    path: '/entities',
    mouse: async (person) => {
      await person.click('Sandbox')
      await person.choose('Unknown members and values of the wrong type', 'Reject (400)')
    },
    keyboard: command('invalid reject', 'Invalid requests: Reject (400)'),
    expectResult: notice('Changed the validation.'),
  },
  {
    name: 'Open a copy of the sandbox',
    path: '/sandbox',
    mouse: clicks((page) => page.getByRole('button', { name: /^Fork / }).first(), 'Open'),
    keyboard: async (person) => {
      await person.command('fork', 'Fork this sandbox')
      await expect(person.named('Open')).toBeVisible()
      await person.tabTo(person.named('Open'), 'Shift+Tab')
      await person.press('Enter')
    },
    expectResult: heading('Entities'),
  },
]
