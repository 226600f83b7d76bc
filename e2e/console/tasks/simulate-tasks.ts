import { expect } from '../console-test.ts'
import { clicks, command, inTurn, notice, shows, type Task } from './person.ts'

export const simulateTasks: readonly Task[] = [
  {
    name: 'Make the storage fail',
    path: '/entities',
    mouse: clicks('Simulate', 'Storage down'),
    keyboard: command('storage down', 'Health: storage down'),
    expectResult: notice(/data_storage is (now )?Red\./),
  },
  {
    name: 'Make the network slow',
    path: '/entities',
    mouse: clicks('Simulate', 'Enter slow-3g'),
    keyboard: command('slow-3g', 'Scenario: enter slow-3g'),
    expectResult: notice('Entered the scenario slow-3g.'),
  },
  {
    name: 'Enter a scenario',
    path: '/entities',
    mouse: clicks('Simulate', 'Enter search-degraded'),
    keyboard: command('search-degraded', 'Scenario: enter search-degraded'),
    expectResult: ({ page }) => expect(page.getByRole('banner')).toContainText('Scenario: search-degraded'),
  },
  {
    name: 'Be another user',
    path: '/entities',
    mouse: (person) => person.choose('Your application is', 'reader'),
    keyboard: command('as reader', 'Your application: act as reader'),
    expectResult: ({ page }) => expect(page.getByLabel('Your application is')).toHaveValue('reader'),
  },
  {
    name: 'Turn a component red, and restore it',
    path: '/entities',
    mouse: async (person) => {
      await person.click('Simulate')
      await person.choose('State of search', 'Red')
      await person.click('Reset search')
    },
    keyboard: inTurn(command('search red', 'Health: search Red'), command('all green', 'Health: all green')),
    expectResult: notice(/^Reset /),
  },
  {
    name: 'Let a component flap',
    path: '/entities',
    mouse: async (person) => {
      await person.click('Simulate')
      await person.choose('State of search', 'Red')
      await person.choose('Flapping of search', 'Green')
    },
    keyboard: command('search flap', 'Health: let search flap'),
    expectResult: ({ read }) =>
      expect.poll(() => read('/__sandbox/health/search')).toMatchObject({ flap: { label: 'Green' } }),
  },
  {
    name: 'Leave a scenario',
    path: '/entities',
    prepare: ({ send }) => send('PUT', '/__sandbox/scenario', { name: 'search-degraded' }),
    mouse: clicks('Simulate', 'Leave search-degraded'),
    keyboard: command('leave', 'Scenario: leave search-degraded'),
    expectResult: notice('Left the scenario search-degraded.'),
  },
  {
    name: 'Release a request that waits',
    path: '/entities',
    prepare: async ({ send, read }) => {
      await send('POST', '/__sandbox/faults', { name: 'held', effect: { kind: 'hold' } })
      void send('GET', '/api/entities/1000')
      await expect
        .poll(() => read('/__sandbox/faults'))
        .toMatchObject({ items: [{ held: [{ path: '/api/entities/1000' }] }] })
    },
    mouse: clicks('Simulate', 'Release'),
    keyboard: command('release', 'Faults: release what held holds'),
    expectResult: notice('Released the waiting requests.'),
  },
  {
    name: 'Send a notification',
    path: '/entities',
    mouse: clicks('Simulate', 'Send a test notification', 'Send'),
    keyboard: async (person) => {
      await person.press('g', 'n')
      await person.tabAndPress('Send a test notification')
      await expect(person.page.getByRole('combobox', { name: 'Type' })).toBeFocused()
      await person.press('Enter')
    },
    expectResult: notice('Sent SearchChanged.'),
  },
  {
    name: 'Freeze the clock, and advance it by a day',
    path: '/entities',
    mouse: clicks('Simulate', 'Freeze', '1 day'),
    keyboard: inTurn(
      command('freeze', 'Freeze the clock at its current time'),
      command('1 day', 'Advance the clock by 1 day'),
    ),
    expectResult: async (view) => {
      await notice('Advanced the clock by 1 day.')(view)
      await shows((page) => page.getByRole('link', { name: 'Clock frozen' }))(view)
    },
  },
  {
    name: 'See how busy the queues are',
    path: '/entities',
    mouse: clicks('Simulate'),
    keyboard: (person) => person.press('g', 'm'),
    expectResult: shows((page) => page.getByRole('img', { name: /^Messages received: / }).first()),
  },
]
