import type { Page } from '@playwright/test'
import type { Sandbox } from 'entity-sandbox/playwright'
import { expect, type ConsoleView } from '../console-test.ts'
import { clicks, command, notice, row, shows, type Task } from './person.ts'

const operations = (page: Page) => page.getByRole('searchbox', { name: 'Filter operations' })

const response = (text: string) =>
  shows((page) => page.getByRole('region', { name: 'Response' }).getByText(text).first())

const sendAll =
  (...paths: readonly string[]) =>
  async ({ send }: ConsoleView) => {
    for (const path of paths) await send('GET', path)
  }

/** Sends a message to a receiver, at an address where nothing listens. */
async function sendMessage({ send }: ConsoleView, sandbox: Sandbox): Promise<void> {
  const action = await sandbox.give('M.Action', {
    properties: { 'Action.Settings': { url: 'http://127.0.0.1:9/hook' } },
  })

  await sandbox.give('M.Trigger', {
    properties: { 'Trigger.IsEnabled': true, 'Trigger.Conditions': { events: ['EntityUpdated'] } },
    relations: { TriggerToAction: { children: [action.id] } },
  })
  await send('PUT', '/__sandbox/receivers', { hosts: ['127.0.0.1:9'] })
  await send('PUT', '/api/entities/1000', { properties: { Title: 'Nets at dawn' } })
}

export const requestTasks: readonly Task[] = [
  {
    name: 'Send a request again',
    path: '/requests',
    prepare: ({ send }) => send('GET', '/api/entities/1000'),
    mouse: clicks(row, 'Replay'),
    keyboard: async (person) => {
      await person.goToTable()
      await person.press('ArrowDown', 'Enter')
      await expect(person.named('Replay')).toBeVisible()
      await person.press('r')
    },
    expectResult: notice('GET /api/entities/1000 → 200'),
  },
  {
    name: 'Find the requests that failed',
    path: '/requests',
    prepare: sendAll('/api/entities/1000', '/api/entities/999999999'),
    mouse: async (person) => {
      await person.click((page) => page.getByRole('searchbox', { name: 'Filter requests' }))
      await person.type('status:4xx')
    },
    keyboard: async (person) => {
      await person.press('/')
      await person.type('status:4xx')
    },
    expectResult: ({ page }) => expect(page.getByRole('row', { name: /^GET/ })).toHaveCount(1),
  },
  {
    name: 'Count the requests by route',
    path: '/requests',
    prepare: sendAll('/api/entities/1000', '/api/entities/1001'),
    mouse: clicks('By route'),
    keyboard: command('route', 'Group by route'),
    expectResult: shows((page) => page.getByRole('row', { name: 'GET /api/entities/:id, 2 requests' })),
  },
  {
    name: 'Compare two requests',
    path: '/requests',
    prepare: sendAll('/api/entities/1000', '/api/entities/1001'),
    mouse: clicks(row, 'Compare', (page) => page.getByRole('row').nth(2)),
    keyboard: async (person) => {
      await person.goToTable()
      await person.press('Enter')
      await expect(person.named('Compare')).toBeVisible()
      await person.press('c', 'ArrowDown', 'Enter')
    },
    expectResult: shows((page) => page.getByRole('list', { name: 'Differences' })),
  },
  {
    name: 'Send a request again as another user',
    path: '/requests',
    prepare: ({ send }) => send('PUT', '/api/entities/1000', { properties: {} }),
    mouse: async (person) => {
      await person.click(row)
      await person.choose(/^as$/, 'reader')
      await person.click('Replay')
    },
    keyboard: async (person) => {
      await person.goToTable()
      await person.press('Enter')
      await expect(person.named('Replay')).toBeVisible()
      await person.tabTo(person.page.getByRole('combobox', { name: /^as$/ }))
      await person.type('reader')
      await person.press('Shift+Tab', 'Enter')
    },
    expectResult: notice('PUT /api/entities/1000 → 403'),
  },
  {
    name: 'Make a request fail',
    path: '/requests',
    prepare: sendAll('/api/entities/1000'),
    mouse: clicks(row, 'Add a fault for this', 'Add fault'),
    keyboard: async (person) => {
      await person.goToTable()
      await person.press('Enter')
      await person.tabAndPress('Add a fault for this')
      await expect(person.page.getByRole('textbox', { name: 'Name' })).toBeFocused()
      await person.press('Enter')
    },
    expectResult: shows((page) => page.getByText('GET /api/entities/:id fail with 500, hit 0 of 0')),
  },
  {
    name: 'Send a request of the contract',
    path: '/requests',
    mouse: async (person) => {
      await person.click('New request')
      await person.click(operations)
      await person.type('reads an entity')
      await person.click(/^GET Reads an entity \/api\/entities\/\{id\}$/)
      await person.click('Send')
    },
    keyboard: async (person) => {
      await person.press('g', 'x')
      await person.tabTo(operations(person.page))
      await person.type('reads an entity')
      await person.tabAndPress(/^GET Reads an entity \/api\/entities\/\{id\}$/)
      await person.press('Control+Enter')
    },
    expectResult: response('"id": 1000'),
  },
  {
    name: 'Send a GraphQL query as a reader',
    path: '/requests',
    mouse: async (person) => {
      await person.click('New request')
      await person.click(operations)
      await person.type('graphql/v1')
      await person.click(/^POST .*graphql\/v1/)
      await person.choose(/^as$/, 'reader')
      await person.click('Send')
    },
    keyboard: async (person) => {
      await person.press('g', 'q')
      await person.tabTo(person.page.getByRole('combobox', { name: /^as$/ }))
      await person.type('reader')
      await person.press('Control+Enter')
    },
    expectResult: response('"allM_Asset"'),
  },
  {
    name: 'Send a message to a receiver again',
    path: '/requests?q=outgoing:yes',
    prepare: sendMessage,
    mouse: clicks(row, 'Send again'),
    keyboard: async (person) => {
      await person.goToTable()
      await person.press('Enter')
      await expect(person.named('Send again')).toBeVisible()
      await person.press('r')
    },
    expectResult: notice(/^Message \d+ is sent again\.$/),
  },
]
