import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { expect, tabTo, test, type ConsoleView } from './console-test.ts'

/** A control, by its name or anywhere on the page. */
type Target = string | RegExp | ((page: Page) => Locator)

/** A user of the console whose steps are counted: a click, a key, a choice, or a text typed in one go. */
class Person {
  readonly page: Page
  steps = 0

  constructor(page: Page) {
    this.page = page
  }

  async click(target: Target, options: { button?: 'right'; modifiers?: ['Shift'] } = {}): Promise<void> {
    this.steps += 1
    await (typeof target === 'function' ? target(this.page) : this.named(target)).click(options)
  }

  async choose(name: string, option: string): Promise<void> {
    this.steps += 1
    await this.page.getByRole('combobox', { name }).selectOption(option)
  }

  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) {
      this.steps += 1
      await this.page.keyboard.press(key)
    }
  }

  /** Presses Tab until something has the focus. */
  tabTo(target: Locator): Promise<void> {
    return tabTo(target, 20, () => this.press('Tab'))
  }

  /** Goes to the table of a page by keyboard. */
  async goToTable(): Promise<void> {
    await this.press('/')
    // From the search of the entities, an arrow key leads there.
    if (await this.page.getByRole('grid', { name: 'Entities' }).isVisible()) await this.press('ArrowDown')
    else await this.tabTo(this.page.getByRole('grid'))
  }

  /** Types a text in a field that gets the focus by itself. */
  async typeIn(field: Locator, text: string, ...keys: readonly string[]): Promise<void> {
    await expect(field).toBeFocused()
    await this.press(...keys)
    await this.type(text)
  }

  async type(text: string): Promise<void> {
    this.steps += 1
    await this.page.keyboard.type(text)
  }

  /** Chooses an option of the palette. */
  async command(text: string, option: string | RegExp): Promise<void> {
    await this.press('Control+k')
    await this.type(text)
    await expect(this.page.getByRole('option', { name: option, selected: true })).toBeVisible()
    await this.press('Enter')
  }

  /** A control with this name that can be pressed. */
  named(name: string | RegExp): Locator {
    const exact = { name, exact: true }

    return this.page
      .getByRole('button', exact)
      .or(this.page.getByRole('link', exact))
      .or(this.page.getByRole('menuitem', exact))
      .first()
  }
}

interface Task {
  /** Its name in docs/internals/console-tasks.md. */
  readonly name: string
  /** The page on which it begins. */
  readonly path: string
  /** Prepares the sandbox. */
  readonly prepare?: (view: ConsoleView) => Promise<unknown>
  readonly mouse: (person: Person) => Promise<void>
  readonly keyboard: (person: Person) => Promise<void>
  /** Expects that the page shows the result. */
  readonly expectResult: (view: ConsoleView) => Promise<void>
}

const clicks =
  (...targets: readonly Target[]) =>
  async (person: Person) => {
    for (const target of targets) await person.click(target)
  }
const notice = (text: string | RegExp) => (view: ConsoleView) =>
  expect(view.page.getByLabel('Notices').getByText(text)).toBeVisible()
const heading = (name: string) => (view: ConsoleView) =>
  expect(view.page.getByRole('heading', { name, level: 1 })).toBeVisible()

const tasks: readonly Task[] = [
  {
    name: 'Find an entity by its title and open it',
    path: '/simulate',
    mouse: async (person) => {
      await person.click(/^Open the command palette/)
      await person.type('Photo')
      await person.click((page) => page.getByRole('option', { name: /^Photo/ }).first())
    },
    keyboard: (person) => person.command('Photo', /^Photo/),
    expectResult: heading('Photo'),
  },
  {
    name: 'Delete an entity and undo it',
    path: '/entities?definition=M.Tag',
    mouse: async (person) => {
      await person.click((page) => page.getByRole('row').nth(1), { button: 'right' })
      await person.click(/^Delete/)
      await person.click('Undo')
    },
    keyboard: async (person) => {
      await person.goToTable()
      await person.press('ArrowDown', 'Delete')
      await expect(person.page.getByText(/^Deleted entity/)).toBeVisible()
      await person.press('Control+z')
    },
    expectResult: notice(/^Restored entity|^Undid the last change\.$/),
  },
  {
    name: 'Change a title and save it',
    path: '/entities/1000',
    mouse: async (person) => {
      await person.click('Edit')
      await person.typeIn(person.page.getByLabel('Title', { exact: true }), 'Nets at dawn', 'Control+a')
      await person.click(/^Save/)
    },
    keyboard: async (person) => {
      await person.press('e')
      await person.typeIn(person.page.getByLabel('Title', { exact: true }), 'Nets at dawn', 'Control+a')
      await person.press('Control+Enter')
    },
    expectResult: heading('Nets at dawn'),
  },
  {
    name: 'Copy an entity unchanged',
    path: '/entities/1000',
    mouse: clicks('Copy…', (page) =>
      page
        .getByRole('dialog')
        .getByRole('button', { name: /^Copy( |$)/ })
        .last(),
    ),
    keyboard: async (person) => {
      await person.press('c')
      await expect(
        person.page
          .getByRole('dialog')
          .getByText(/^Creates/)
          .first(),
      ).toBeVisible()
      await person.press('Control+Enter')
    },
    expectResult: notice(/^Copied to/),
  },
  {
    name: 'See the neighbours of an entity',
    path: '/entities/1000',
    mouse: clicks((page) => page.getByRole('tab', { name: 'Relations' })),
    keyboard: (person) => person.press('v'),
    expectResult: ({ page }) =>
      expect(page.getByRole('tabpanel').getByRole('region', { name: 'TagToAsset, parents' })).toBeVisible(),
  },
  {
    name: 'Copy an entity’s request as curl',
    path: '/entities/1000',
    mouse: clicks('Copy as code…', /^curl/),
    keyboard: async (person) => {
      await person.press('y')
      await expect(person.page.getByRole('menu')).toBeVisible()
      await person.press('Enter')
    },
    expectResult: notice(/^Copied/),
  },
  {
    name: 'Make the storage fail',
    path: '/entities',
    mouse: clicks('Simulate', 'Storage down'),
    keyboard: (person) => person.command('storage down', 'Health: storage down'),
    expectResult: notice(/data_storage is (now )?Red\./),
  },
  {
    name: 'Make the network slow',
    path: '/entities',
    mouse: clicks('Simulate', 'Enter slow-3g'),
    keyboard: (person) => person.command('slow-3g', 'Scenario: enter slow-3g'),
    expectResult: notice('Entered the scenario slow-3g.'),
  },
  {
    name: 'Enter a scenario',
    path: '/entities',
    mouse: clicks('Simulate', 'Enter search-degraded'),
    keyboard: (person) => person.command('search-degraded', 'Scenario: enter search-degraded'),
    expectResult: ({ page }) => expect(page.getByRole('banner')).toContainText('Scenario: search-degraded'),
  },
  {
    name: 'Be another user',
    path: '/entities',
    mouse: (person) => person.choose('Your application is', 'reader'),
    keyboard: (person) => person.command('as reader', 'Your application: act as reader'),
    expectResult: ({ page }) => expect(page.getByLabel('Your application is')).toHaveValue('reader'),
  },
  {
    name: 'Send a request again',
    path: '/requests',
    prepare: ({ send }) => send('GET', '/api/entities/1000'),
    mouse: clicks((page) => page.getByRole('row').nth(1), 'Replay'),
    keyboard: async (person) => {
      await person.goToTable()
      await person.press('ArrowDown', 'Enter')
      await expect(person.named('Replay')).toBeVisible()
      await person.press('r')
    },
    expectResult: notice('GET /api/entities/1000 → 200'),
  },
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
    name: 'Create an entity of the definition that the list shows',
    path: '/entities?definition=M.Tag',
    mouse: async (person) => {
      await person.click('New entity')
      await person.typeIn(person.page.getByLabel(/^TagName/).first(), 'nets')
      await person.click(/^Create entity/)
    },
    keyboard: async (person) => {
      await person.press('n')
      await person.typeIn(person.page.getByLabel(/^TagName/).first(), 'nets')
      await person.press('Control+Enter')
    },
    expectResult: notice(/^Created entity/),
  },
  {
    name: 'Delete three entities',
    path: '/entities?definition=M.Tag',
    mouse: async (person) => {
      await person.click((page) => page.getByRole('row').nth(1).getByRole('gridcell').first())
      await person.click((page) => page.getByRole('row').nth(3), { modifiers: ['Shift'] })
      await person.click('Delete 3')
      await person.click('Delete')
    },
    keyboard: async (person) => {
      await person.goToTable()
      await person.press('ArrowDown', 'Space', 'Shift+ArrowDown', 'Shift+ArrowDown', 'Delete')
      await person.tabTo(person.named('Delete'))
      await person.press('Enter')
    },
    expectResult: notice('Deleted 3 entities.'),
  },
  {
    name: 'Edit a value in the list',
    path: '/entities?definition=M.Asset&sort=id',
    mouse: async (person) => {
      await person.page
        .getByRole('row', { name: /^1000 / })
        .getByRole('gridcell')
        .nth(3)
        .hover()
      await person.click((page) => page.getByRole('row', { name: /^1000 / }).getByTitle(/^Edit Media/))
      await person.choose('Media', 'video')
      await person.press('Enter')
    },
    keyboard: async (person) => {
      await person.goToTable()
      await person.press('F2')
      await person.typeIn(person.page.getByRole('combobox', { name: 'Media' }), 'Vi')
      await person.press('Enter')
    },
    expectResult: notice('Changed Media of entity 1000.'),
  },
  {
    name: 'Set a value of all entities of a definition',
    path: '/entities?definition=M.Asset',
    mouse: async (person) => {
      await person.click((page) => page.getByLabel('Select all'))
      await person.click('Set a value…')
      await person.choose('Media', 'video')
      await person.click('Change 365 entities')
    },
    keyboard: async (person) => {
      await person.goToTable()
      await person.press('Control+a')
      await expect(person.page.getByText('365 selected')).toBeVisible()
      await person.press('s', 'Tab')
      await person.typeIn(person.page.getByRole('dialog').getByRole('combobox', { name: 'Media' }), 'Vi')
      await person.tabTo(person.named('Change 365 entities'))
      await person.press('Enter')
    },
    expectResult: notice('Changed Media of 365 entities.'),
  },
]

/** The numbers of steps in docs/internals/console-tasks.md. */
const documented = new Map(
  Array.from(
    readFileSync(resolve(import.meta.dirname, '../../docs/internals/console-tasks.md'), 'utf8').matchAll(
      /^\| (.+?) \| (\d+) \| (\d+) \|$/gm,
    ),
    ([, name, mouse, keyboard]) => [name, { mouse: Number(mouse), keyboard: Number(keyboard) }] as const,
  ),
)

for (const { name, path, prepare, expectResult, ...actions } of tasks) {
  for (const device of ['mouse', 'keyboard'] as const) {
    test(`${name}: by ${device}, in the documented number of steps @deep`, async ({ view, context }) => {
      const person = new Person(view.page)

      await context.grantPermissions(['clipboard-read', 'clipboard-write'])
      await prepare?.(view)
      await view.open(path)
      await expect(view.page.getByRole('main').getByRole('heading').first()).toBeVisible()
      await expect(view.page.locator('.skeleton')).toHaveCount(0)
      await actions[device](person)
      await expectResult(view)

      expect(person.steps).toBe(documented.get(name)?.[device])
    })
  }
}

test('the documentation lists the steps of these tasks and no others @deep', () => {
  expect([...documented.keys()]).toEqual(tasks.map(({ name }) => name))
})
