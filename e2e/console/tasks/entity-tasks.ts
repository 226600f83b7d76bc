import type { Page } from '@playwright/test'
import { expect } from '../console-test.ts'
import { clicks, command, copied, heading, notice, row, shows, type Task, type Person } from './person.ts'

const copyButton = (page: Page) =>
  page
    .getByRole('dialog')
    .getByRole('button', { name: /^Copy( |$)/ })
    .last()

/** Removes the type of an asset, in the form. */
const removeType = (page: Page) =>
  page.getByRole('region', { name: 'AssetTypeToAsset, parent' }).getByRole('button', { name: /^Remove/ })

const theirs = (page: Page) => page.getByRole('radio', { name: 'Theirs: Theirs' })

const saveElsewhere = ({ send }: Person) =>
  send('PUT', '/api/entities/1000', { properties: { Title: 'Theirs' } })

export const entityTasks: readonly Task[] = [
  {
    name: 'Find an entity by its title and open it',
    path: '/simulate',
    mouse: async (person) => {
      await person.click(/^Open the command palette/)
      await person.type('Photo')
      await person.click((page) => page.getByRole('option', { name: /^Photo/ }).first())
    },
    keyboard: command('Photo', /^Photo/),
    expectResult: heading('Photo'),
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
      // Its key works once the properties of the definition are known, as the button shows.
      await expect(person.named('Set a value…')).toBeVisible()
      await person.press('s', 'Tab')
      await person.typeIn(person.page.getByRole('dialog').getByRole('combobox', { name: 'Media' }), 'Vi')
      await person.tabTo(person.named('Change 365 entities'))
      await person.press('Enter')
    },
    expectResult: notice('Changed Media of 365 entities.'),
  },
  {
    name: 'Copy an entity unchanged',
    path: '/entities/1000',
    mouse: clicks('Copy…', copyButton),
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
    name: 'Delete an entity and undo it',
    path: '/entities?definition=M.Tag',
    mouse: async (person) => {
      await person.click(row, { button: 'right' })
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
    name: 'Delete three entities',
    path: '/entities?definition=M.Tag',
    mouse: async (person) => {
      await person.click((page) => page.getByRole('row').nth(2).getByRole('gridcell').first())
      await person.click((page) => page.getByRole('row').nth(4).getByRole('gridcell').first(), {
        modifiers: ['Shift'],
      })
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
    name: 'See the neighbours of an entity',
    path: '/entities/1000',
    mouse: clicks((page) => page.getByRole('tab', { name: 'Relations' })),
    keyboard: (person) => person.press('v'),
    expectResult: shows((page) =>
      page.getByRole('tabpanel').getByRole('region', { name: 'TagToAsset, parents' }),
    ),
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
    name: 'Filter the entities by a property',
    path: '/entities?definition=M.Asset',
    mouse: async (person) => {
      await person.click('Filter')
      await person.choose('Filter by', 'Media')
      await person.choose('Value', 'image')
      await person.click('Add')
    },
    keyboard: async (person) => {
      await person.press('f')
      await person.typeIn(person.page.getByRole('combobox', { name: 'Filter by' }), 'Media')
      const value = person.page.getByRole('combobox', { name: 'Value' })

      await expect(value.getByRole('option')).not.toHaveCount(1)
      await person.tabTo(value)
      await person.type('Im')
      await person.tabAndPress('Add')
    },
    expectResult: ({ page }) =>
      expect(page.getByRole('textbox', { name: 'Query' })).toHaveValue(
        "Definition.Name=='M.Asset' AND String('Media')=='image'",
      ),
  },
  {
    name: 'Copy the filter for an application',
    path: '/entities?definition=M.Asset',
    mouse: clicks('Copy the query'),
    keyboard: async (person) => {
      await person.press('/')
      await person.tabAndPress('Copy the query')
    },
    expectResult: copied("Definition.Name=='M.Asset'"),
  },
  {
    name: 'Show another column',
    path: '/entities?definition=M.Asset',
    mouse: clicks('Columns', (page) => page.getByRole('checkbox', { name: /^Size in megabytes/ })),
    keyboard: async (person) => {
      await person.command('columns', 'Choose the columns')
      await person.typeIn(person.page.getByRole('searchbox', { name: 'Find a column' }), 'megabytes')
      await person.tabTo(person.page.getByRole('checkbox', { name: /^Size in megabytes/ }))
      await person.press('Space')
    },
    expectResult: shows((page) => page.getByText('Size in megabytes').and(page.locator('button span'))),
  },
  {
    name: 'Sort the list by a property',
    path: '/entities?definition=M.Asset',
    mouse: clicks((page) => page.getByRole('columnheader', { name: 'Medium' }).getByRole('button')),
    keyboard: command('by medium', 'Sort by Medium'),
    expectResult: ({ page }) =>
      expect(page.getByRole('columnheader', { name: 'Medium' })).toHaveAttribute('aria-sort', 'ascending'),
  },
  {
    name: 'Remove a relation of an entity',
    path: '/entities/1000?tab=relations',
    mouse: clicks('Edit the relations', removeType, /^Save/),
    keyboard: async (person) => {
      await person.press('e')
      await person.tabAndPress(removeType)
      await person.press('Control+Enter')
    },
    expectResult: notice('Saved entity 1000.'),
  },
  {
    name: 'Choose a value after a conflict, and save it',
    path: '/entities/1000',
    mouse: async (person) => {
      await person.click('Edit')
      await person.typeIn(person.page.getByLabel('Title', { exact: true }), 'Mine', 'Control+a')
      await saveElsewhere(person)
      await person.click(/^Save/)
      await person.click(theirs)
      await person.click(/^Save/)
    },
    keyboard: async (person) => {
      await person.press('e')
      await person.typeIn(person.page.getByLabel('Title', { exact: true }), 'Mine', 'Control+a')
      await saveElsewhere(person)
      await person.press('Control+Enter')
      await expect(theirs(person.page)).toBeVisible()
      // The chosen one is the stop of the group.
      await person.tabTo(person.page.getByRole('radio', { checked: true }), 'Shift+Tab')
      await person.press('ArrowDown', 'Control+Enter')
    },
    expectResult: heading('Theirs'),
  },
  {
    name: 'See what a reader may do with an entity',
    path: '/entities/1000',
    mouse: clicks((page) => page.getByRole('tab', { name: 'Access' })),
    keyboard: (person) => person.press('a'),
    expectResult: shows((page) =>
      page.getByRole('list', { name: 'Permissions of reader' }).getByText('Read', { exact: true }),
    ),
  },
  {
    name: 'Copy the link to an entity',
    path: '/entities/1000',
    mouse: clicks('Copy as code…', 'Link to this page'),
    keyboard: async (person) => {
      await person.press('y')
      await expect(person.page.getByRole('menu')).toBeVisible()
      await person.press('End', 'ArrowUp', 'Enter')
    },
    expectResult: copied(/\/entities\/1000\?sandbox=/),
  },
  {
    name: 'Copy an entity without one of its values',
    path: '/entities/1000',
    mouse: async (person) => {
      await person.click('Copy…')
      await person.choose('Method of Caption', 'Remove')
      await person.click(copyButton)
    },
    keyboard: async (person) => {
      const method = person.page.getByRole('combobox', { name: 'Method of Caption' })

      await person.press('c')
      await expect(method).toBeVisible()
      await person.tabTo(method)
      await person.type('Rem')
      await person.press('Control+Enter')
    },
    expectResult: notice(/^Copied to/),
  },
]
