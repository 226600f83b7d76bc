import type { Locator, Page } from '@playwright/test'
import type { Sandbox } from 'entity-sandbox/playwright'
import { expect, tabTo, type ConsoleView } from '../console-test.ts'

/** A control, by its name or anywhere on the page. */
export type Target = string | RegExp | ((page: Page) => Locator)

/** A user of the console whose steps are counted: a click, a key, a choice, or a text typed in one go. */
export class Person {
  readonly page: Page
  readonly send: ConsoleView['send']
  /** The names of the files that were saved. */
  readonly files: string[] = []
  steps = 0

  constructor({ page, send }: ConsoleView) {
    this.page = page
    this.send = send
    page.on('download', (download) => this.files.push(download.suggestedFilename()))
  }

  async click(target: Target, options: { button?: 'right'; modifiers?: ['Shift'] } = {}): Promise<void> {
    this.steps += 1
    await this.find(target).click(options)
  }

  async choose(name: string | RegExp, option: string): Promise<void> {
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
  tabTo(target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
    return tabTo(target, 20, () => this.press(key))
  }

  /** Presses Tab until a control has the focus, then Enter. */
  async tabAndPress(target: Target): Promise<void> {
    await expect(this.find(target)).toBeVisible()
    await this.tabTo(this.find(target))
    await this.press('Enter')
  }

  find(target: Target): Locator {
    return typeof target === 'function' ? target(this.page) : this.named(target)
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

export interface Task {
  /** Its name in docs/internals/console-tasks.md. */
  readonly name: string
  /** The page on which it begins. */
  readonly path: string
  /** Prepares the sandbox. */
  readonly prepare?: (view: ConsoleView, sandbox: Sandbox) => Promise<unknown>
  readonly mouse: (person: Person) => Promise<void>
  readonly keyboard: (person: Person) => Promise<void>
  /** Expects that the page shows the result. */
  readonly expectResult: (view: ConsoleView, person: Person) => Promise<void>
}

export const clicks =
  (...targets: readonly Target[]) =>
  async (person: Person) => {
    for (const target of targets) await person.click(target)
  }
/** A command of the palette. */
export const command = (text: string, option: string | RegExp) => (person: Person) =>
  person.command(text, option)
/** Several of these in turn. */
export const inTurn =
  (...actions: readonly ((person: Person) => Promise<void>)[]) =>
  async (person: Person) => {
    for (const action of actions) await action(person)
  }
export const shows =
  (target: (page: Page) => Locator) =>
  ({ page }: ConsoleView) =>
    expect(target(page)).toBeVisible()
export const notice = (text: string | RegExp) =>
  shows((page) => page.getByLabel('Notices').getByText(text).first())
export const heading = (name: string) => shows((page) => page.getByRole('heading', { name, level: 1 }))
export const row = (page: Page) => page.getByRole('row').nth(1)
/** Expects that the clipboard has a text. */
export const copied = (text: string | RegExp) => (view: ConsoleView) =>
  expect.poll(() => view.page.evaluate(() => navigator.clipboard.readText())).toMatch(text)
