import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { isDeep } from '../../mocks/testing/scale.ts'
import { expect, test, type Console } from './open.ts'

test.skip(!isDeep, 'A part of the deep run.')

/** A user of the console whose steps are counted: a click, a key, a choice, or a text typed in one go. */
class Person {
  readonly page: Page
  steps = 0

  constructor(page: Page) {
    this.page = page
  }

  async click(
    name: string | RegExp | Locator,
    options: { button?: 'right'; modifiers?: ['Shift'] } = {},
  ): Promise<void> {
    this.steps += 1
    await (typeof name === 'string' || name instanceof RegExp ? this.named(name) : name).click(options)
  }

  async choose(name: string, option: string): Promise<void> {
    this.steps += 1
    await this.page.getByLabel(name).selectOption(option)
  }

  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) {
      this.steps += 1
      await this.page.keyboard.press(key)
    }
  }

  /** Presses Tab until something has the focus. */
  async tabTo(target: Locator): Promise<void> {
    for (let presses = 0; presses < 20; presses++) {
      if (await target.evaluate((element) => element === document.activeElement)) return
      await this.press('Tab')
    }

    await expect(target).toBeFocused()
  }

  async type(text: string): Promise<void> {
    this.steps += 1
    await this.page.keyboard.type(text)
  }

  /** Does by the palette what it calls so. */
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
  /** As docs/console.md names it. */
  readonly name: string
  readonly at: string
  /** What there has to be first. */
  readonly given?: (console: Console) => Promise<unknown>
  readonly mouse: (person: Person) => Promise<void>
  readonly keyboard: (person: Person) => Promise<void>
  /** How it shows that it was done. */
  readonly done: (console: Console) => Promise<void>
}

const says = (text: string | RegExp) => (view: Console) =>
  expect(view.page.getByLabel('Notices').getByText(text)).toBeVisible()
const heading = (name: string) => (view: Console) =>
  expect(view.page.getByRole('heading', { name, level: 1 })).toBeVisible()

const tasks: readonly Task[] = [
  {
    name: 'Find an entity by its title and open it',
    at: '/health',
    mouse: async (person) => {
      await person.click(/^Open the command palette/)
      await person.type('Photo')
      await person.click(person.page.getByRole('option', { name: /^Photo/ }).first())
    },
    keyboard: (person) => person.command('Photo', /^Photo/),
    done: heading('Photo'),
  },
  {
    name: 'Delete an entity and undo it',
    at: '/entities?definition=M.Tag',
    mouse: async (person) => {
      await person.click(person.page.getByRole('row').nth(1), { button: 'right' })
      await person.click(/^Delete/)
      await person.click('Undo')
    },
    keyboard: async (person) => {
      await person.press('/')
      await person.tabTo(person.page.getByRole('grid'))
      await person.press('ArrowDown', 'Delete')
      await expect(person.page.getByText(/^Deleted entity/)).toBeVisible()
      await person.press('Control+z')
    },
    done: says(/^Restored entity|^Undid the last change\.$/),
  },
  {
    name: 'Change a title and save it',
    at: '/entities/1000',
    mouse: async (person) => {
      await person.click('Edit')
      await expect(person.page.getByLabel('Title', { exact: true })).toBeFocused()
      await person.press('Control+a')
      await person.type('Nets at dawn')
      await person.click(/^Save/)
    },
    keyboard: async (person) => {
      await person.press('e')
      await expect(person.page.getByLabel('Title', { exact: true })).toBeFocused()
      await person.press('Control+a')
      await person.type('Nets at dawn')
      await person.press('Control+Enter')
    },
    done: heading('Nets at dawn'),
  },
  {
    name: 'Copy an entity unchanged',
    at: '/entities/1000',
    mouse: async (person) => {
      await person.click('Copy…')
      await person.click(
        person.page
          .getByRole('dialog')
          .getByRole('button', { name: /^Copy( |$)/ })
          .last(),
      )
    },
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
    done: says(/^Copied to/),
  },
  {
    name: 'See the neighbours of an entity',
    at: '/entities/1000',
    mouse: (person) => person.click('Show in the graph'),
    keyboard: (person) => person.press('v'),
    done: heading('Graph'),
  },
  {
    name: 'Copy an entity’s request as curl',
    at: '/entities/1000',
    mouse: async (person) => {
      await person.click('Copy as')
      await person.click(/^curl/)
    },
    keyboard: async (person) => {
      await person.press('y')
      await expect(person.page.getByRole('menu')).toBeVisible()
      await person.press('c', 'Enter')
    },
    done: says(/^Copied/),
  },
  {
    name: 'Make the storage fail',
    at: '/entities',
    mouse: async (person) => {
      await person.click('Health')
      await person.click('Storage down')
    },
    keyboard: (person) => person.command('storage down', 'Health: storage down'),
    done: says(/data_storage is (now )?Red\./),
  },
  {
    name: 'Make the network slow',
    at: '/entities',
    mouse: async (person) => {
      await person.click('Faults')
      await person.click('Trigger slow-3g')
    },
    keyboard: (person) => person.command('slow-3g', 'Faults: trigger slow-3g'),
    done: says('Triggered slow-3g.'),
  },
  {
    name: 'Enter a scenario',
    at: '/entities',
    mouse: async (person) => {
      await person.click('Faults')
      await person.click(person.page.getByRole('main').getByText('search-degraded', { exact: true }))
      await person.click('Enter search-degraded')
    },
    keyboard: (person) => person.command('search-degraded', 'Scenario: enter search-degraded'),
    done: ({ page }) => expect(page.getByRole('banner')).toContainText('Scenario: search-degraded'),
  },
  {
    name: 'Act as another user',
    at: '/entities',
    mouse: (person) => person.choose('Act as', 'reader'),
    keyboard: (person) => person.command('act as reader', 'Act as reader'),
    done: ({ page }) => expect(page.getByLabel('Act as')).toHaveValue('reader'),
  },
  {
    name: 'Send a request again',
    at: '/requests',
    given: ({ send }) => send('GET', '/api/entities/1000'),
    mouse: async (person) => {
      await person.click(person.page.getByRole('row').nth(1))
      await person.click('Replay')
    },
    keyboard: async (person) => {
      await person.press('/')
      await person.tabTo(person.page.getByRole('grid'))
      await person.press('ArrowDown', 'Enter')
      await expect(person.named('Replay')).toBeVisible()
      await person.press('r')
    },
    done: says('GET /api/entities/1000 → 200'),
  },
  {
    name: 'Reset to the initial data',
    at: '/entities',
    mouse: async (person) => {
      await person.click('Sandbox')
      await person.click('Reset to seed')
      await person.click('Reset')
    },
    keyboard: async (person) => {
      await person.command('reset', 'Reset to seed')
      await person.tabTo(person.named('Reset'))
      await person.press('Enter')
    },
    done: says('Reset to seed 1.'),
  },
  {
    name: 'Create an entity of the definition that the list shows',
    at: '/entities?definition=M.Tag',
    mouse: async (person) => {
      await person.click('New entity')
      await expect(person.page.getByLabel(/^TagName/).first()).toBeFocused()
      await person.type('nets')
      await person.click(/^Create entity/)
    },
    keyboard: async (person) => {
      await person.press('n')
      await expect(person.page.getByLabel(/^TagName/).first()).toBeFocused()
      await person.type('nets')
      await person.press('Control+Enter')
    },
    done: says(/^Created entity/),
  },
  {
    name: 'Delete three entities',
    at: '/entities?definition=M.Tag',
    mouse: async (person) => {
      await person.click(person.page.getByRole('row').nth(1).getByRole('gridcell').first())
      await person.click(person.page.getByRole('row').nth(3), { modifiers: ['Shift'] })
      await person.click('Delete 3')
      await person.click('Delete')
    },
    keyboard: async (person) => {
      await person.press('/')
      await person.tabTo(person.page.getByRole('grid'))
      await person.press('ArrowDown', 'Space', 'Shift+ArrowDown', 'Shift+ArrowDown', 'Delete')
      await person.tabTo(person.named('Delete'))
      await person.press('Enter')
    },
    done: says('Deleted 3 entities.'),
  },
]

/** The steps that docs/console.md says a task takes. */
const documented = new Map(
  Array.from(
    readFileSync(resolve(import.meta.dirname, '../../docs/console.md'), 'utf8').matchAll(
      /^\| (.+?) \| (\d+) \| (\d+) \|$/gm,
    ),
    ([, name, mouse, keyboard]) => [name, { mouse: Number(mouse), keyboard: Number(keyboard) }] as const,
  ),
)

for (const { name, at, given, done, ...ways } of tasks) {
  for (const way of ['mouse', 'keyboard'] as const) {
    test(`${name}: by ${way} in the steps that the documentation says`, async ({
      console: view,
      context,
    }) => {
      const person = new Person(view.page)

      await context.grantPermissions(['clipboard-read', 'clipboard-write'])
      await given?.(view)
      await view.open(at)
      await expect(view.page.getByRole('main').getByRole('heading').first()).toBeVisible()
      await expect(view.page.locator('.skeleton')).toHaveCount(0)
      await ways[way](person)
      await done(view)

      expect(person.steps).toBe(documented.get(name)?.[way])
    })
  }
}

test('the documentation lists the steps of these tasks and no others', () => {
  expect([...documented.keys()]).toEqual(tasks.map(({ name }) => name))
})
