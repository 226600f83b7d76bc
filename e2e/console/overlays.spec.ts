import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { expect, test, type ConsoleView } from './console-test.ts'

declare global {
  /** The elements that had the focus, in order. */
  var focused: Element[]
}

/** Focuses a control, and then presses a key. */
const focusing = (control: (page: Page) => Locator, key: string) => async (page: Page) => {
  await control(page).first().focus()
  await page.keyboard.press(key)
}

const press = (name: string) => focusing((page) => page.getByRole('button', { name }), 'Enter')
const onFirstRow =
  (...keys: readonly string[]) =>
  async (page: Page) => {
    await page.getByRole('grid').focus()
    for (const key of ['ArrowDown', ...keys]) await page.keyboard.press(key)
  }

const leaveForm = async (page: Page) => {
  await page.getByLabel('Title', { exact: true }).fill('Nets')
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Simulate' }).focus()
  await page.keyboard.press('Enter')
}

const link = (name: string) => (page: Page) => page.getByRole('link', { name })

/** The dialogs, menus and lists of suggestions that open over a page, by the file of the console that opens them. */
const overlays: readonly [
  file: string,
  role: 'dialog' | 'alertdialog' | 'menu' | 'listbox',
  name: string | RegExp,
  path: string,
  /** Opens it by keyboard from the control that is focused then. */
  open: (page: Page) => Promise<void>,
  /** Prepares the sandbox. */
  prepare?: (view: ConsoleView) => Promise<unknown>,
][] = [
  ['shell/palette.tsx', 'dialog', 'Command palette', '/entities', press('Open the command palette')],
  ['shell/shell.tsx', 'dialog', 'Keyboard shortcuts', '/entities', press('Shortcuts')],
  [
    'features/simulate/notifications.tsx',
    'dialog',
    'Send a test notification',
    '/simulate',
    press('Send a test notification'),
  ],
  [
    'features/copy/copy-dialog.tsx',
    'dialog',
    /^Copy entity 1000/,
    '/entities/1000',
    focusing(link('Copy…'), 'Enter'),
  ],
  ['parts/sandbox/reset.tsx', 'alertdialog', /^Reset the sandbox/, '/sandbox', press('Reset to seed')],
  [
    'features/sandbox/snapshots-card.tsx',
    'alertdialog',
    'Delete the snapshot before?',
    '/sandbox',
    press('Delete before'),
    ({ send }) => send('POST', '/__sandbox/snapshots', { name: 'before' }),
  ],
  [
    'features/sandbox/sandboxes-card.tsx',
    'alertdialog',
    'Delete the sandbox spare?',
    '/sandbox',
    press('Delete spare'),
    // Other tests share the server, and delete their sandboxes at any time.
    ({ send }) => send('POST', '/__sandbox/sandboxes', { id: 'spare' }),
  ],
  ['features/entities/use-save.ts', 'alertdialog', 'Leave without saving?', '/entities/1000/edit', leaveForm],
  [
    'features/entities/use-entity-list.ts',
    'alertdialog',
    'Delete 2 entities?',
    '/entities?definition=M.Tag',
    onFirstRow('Space', 'ArrowDown', 'Space', 'Delete'),
  ],
  ['features/entities/entities-page.tsx', 'menu', /^Entity \d+$/, '/entities', onFirstRow('Shift+F10')],
  ['features/entities/columns.tsx', 'dialog', 'Columns', '/entities', press('Columns')],
  [
    'features/entities/cell-editor.tsx',
    'dialog',
    'Set a value of 1 entity',
    '/entities?definition=M.Tag',
    async (page) => {
      await onFirstRow('Space')(page)
      await press('Set a value…')(page)
    },
  ],
  [
    'parts/entity/entity-actions.ts',
    'menu',
    'Copy entity 1000 as',
    '/entities/1000',
    focusing(link('Edit'), 'y'),
  ],
  [
    'parts/entity/entity-picker.tsx',
    'listbox',
    /./,
    '/entities/1000?edit=relations',
    focusing((page) => page.getByRole('main').getByRole('combobox'), 'a'),
  ],
]

for (const [file, role, name, path, open, prepare] of overlays) {
  test(`the overlay of ${file} is accessible, fits 320 pixels, and returns the focus @deep`, async ({
    view,
  }) => {
    test.slow()
    const { page } = view
    const overlay = page.getByRole(role, { name })

    await prepare?.(view)
    await page.setViewportSize({ width: 1280, height: 720 })
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
    await view.open(path)
    await expect(page.locator('main :is(h1, h2)').first()).toBeVisible()
    await expect(page.locator('.skeleton')).toHaveCount(0)
    await page.evaluate(() => {
      globalThis.focused = []
      document.addEventListener('focusin', ({ target }) => {
        if (target instanceof Element) globalThis.focused.push(target)
      })
    })
    await open(page)

    await expect(overlay.first()).toBeVisible()
    const opener = await overlay
      .first()
      .evaluateHandle((element) => globalThis.focused.findLast((each) => !element.contains(each)))

    // The focus goes to its content first.
    expect(await page.evaluate(() => document.activeElement?.ariaLabel ?? '')).not.toBe('Close')

    // Rows of the old filter are dimmed until those of the new filter are loaded.
    await expect(page.locator('[role="grid"][aria-busy="true"]')).toHaveCount(0)
    await view.expectAccessible()
    await page.emulateMedia({ colorScheme: 'dark' })
    await view.expectAccessible('colours')
    await page.setViewportSize({ width: 320, height: 640 })
    await expect
      .poll(async () => {
        const { x = -1, width = 0 } = (await overlay.first().boundingBox()) ?? {}

        return x >= 0 && x + width <= 320
      })
      .toBe(true)
    await page.setViewportSize({ width: 1280, height: 720 })
    await page.keyboard.press('Escape')

    await expect(overlay).toHaveCount(0)
    await expect.poll(() => opener.evaluate((element) => element === document.activeElement)).toBe(true)
  })
}

test('everything that opens over a page of the console is in this list', () => {
  const web = resolve(import.meta.dirname, '../../web')
  const opening = /<Modal\b|<FormDialog\b|[^\w.]confirm\(\{|[^n]\sopenMenu\(|<Combobox\b/
  const files = readdirSync(web, { recursive: true, encoding: 'utf8' })
    .filter(
      (file) => /\.tsx?$/.test(file) && !/\.test\./.test(file) && !file.startsWith(join('ui', 'overlays')),
    )
    .filter((file) => opening.test(readFileSync(join(web, file), 'utf8')))

  expect(files.map((file) => file.replaceAll('\\', '/')).sort()).toEqual(
    overlays.map(([file]) => file).sort(),
  )
})
