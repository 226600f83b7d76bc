import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, test, type ConsoleView } from './console-test.ts'

/** A dialog, menu or list of suggestions that opens over a page. */
interface Overlay {
  /** The file of the console that opens it. */
  readonly file: string
  readonly role: 'dialog' | 'alertdialog' | 'menu' | 'listbox'
  readonly name: string | RegExp
  readonly path: string
  /** Prepares the sandbox. */
  readonly prepare?: (view: ConsoleView) => Promise<unknown>
  /** Opens it by keyboard from the control that is focused then. */
  readonly open: (page: Page) => Promise<void>
}

declare global {
  /** The elements that had the focus, in order. */
  var focused: Element[]
}

const press = async (page: Page, name: string | RegExp) => {
  await page.getByRole('button', { name }).first().focus()
  await page.keyboard.press('Enter')
}

const onFirstRow = async (page: Page, ...keys: readonly string[]) => {
  await page.getByRole('grid').focus()
  for (const key of ['ArrowDown', ...keys]) await page.keyboard.press(key)
}

const overlays: readonly Overlay[] = [
  {
    file: 'shell/palette.tsx',
    role: 'dialog',
    name: 'Command palette',
    path: '/entities',
    open: (page) => press(page, 'Open the command palette'),
  },
  {
    file: 'shell/shortcuts-dialog.tsx',
    role: 'dialog',
    name: 'Keyboard shortcuts',
    path: '/entities',
    open: (page) => press(page, 'Shortcuts'),
  },
  {
    file: 'features/health/flap-dialog.tsx',
    role: 'dialog',
    name: 'Make a component flap',
    path: '/health',
    open: (page) => press(page, 'Flap…'),
  },
  {
    file: 'features/notifications/send-notification.tsx',
    role: 'dialog',
    name: 'Send a test notification',
    path: '/notifications',
    open: (page) => press(page, 'Send a test notification'),
  },
  {
    file: 'features/copy/copy-dialog.tsx',
    role: 'dialog',
    name: /^Copy entity 1000/,
    path: '/entities/1000',
    open: async (page) => {
      await page.getByRole('link', { name: 'Copy…' }).focus()
      await page.keyboard.press('Enter')
    },
  },
  {
    file: 'parts/sandbox/reset.tsx',
    role: 'alertdialog',
    name: /^Reset the sandbox/,
    path: '/sandbox',
    open: (page) => press(page, 'Reset to seed'),
  },
  {
    file: 'features/sandbox/snapshots-card.tsx',
    role: 'alertdialog',
    name: 'Delete the snapshot before?',
    path: '/sandbox',
    prepare: ({ send }) => send('POST', '/__sandbox/snapshots', { name: 'before' }),
    open: (page) => press(page, 'Delete before'),
  },
  {
    file: 'features/sandbox/sandboxes-card.tsx',
    role: 'alertdialog',
    name: 'Delete the sandbox spare?',
    path: '/sandbox',
    // Other tests share the server, and delete their sandboxes at any time.
    prepare: ({ send }) => send('POST', '/__sandbox/sandboxes', { id: 'spare' }),
    open: (page) => press(page, 'Delete spare'),
  },
  {
    file: 'features/edit/use-save.ts',
    role: 'alertdialog',
    name: 'Leave without saving?',
    path: '/entities/1000/edit',
    open: async (page) => {
      await page.getByLabel('Title', { exact: true }).fill('Nets')
      await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Health' }).focus()
      await page.keyboard.press('Enter')
    },
  },
  {
    file: 'features/entities/use-entity-list.ts',
    role: 'alertdialog',
    name: 'Delete 2 entities?',
    path: '/entities?definition=M.Tag',
    open: (page) => onFirstRow(page, 'Space', 'ArrowDown', 'Space', 'Delete'),
  },
  {
    file: 'features/entities/entity-table.tsx',
    role: 'menu',
    name: /^Entity \d+$/,
    path: '/entities',
    open: (page) => onFirstRow(page, 'Shift+F10'),
  },
  {
    file: 'features/entities/filter-field.tsx',
    role: 'listbox',
    name: 'Filter entities',
    path: '/entities?definition=M.Asset',
    open: async (page) => {
      const filtered = page.waitForResponse(
        (response) => new URL(response.url()).searchParams.get('q') === 'prop',
      )

      await page.getByRole('combobox', { name: 'Filter entities' }).pressSequentially('prop')
      await filtered
    },
  },
  {
    file: 'parts/entity/entity-actions.ts',
    role: 'menu',
    name: 'Copy entity 1000 as',
    path: '/entities/1000',
    open: async (page) => {
      await page.getByRole('link', { name: 'Edit' }).first().focus()
      await page.keyboard.press('y')
    },
  },
  {
    file: 'parts/entity/entity-view.tsx',
    role: 'menu',
    name: 'Copy entity 1000 as',
    path: '/entities/1000',
    open: (page) => press(page, 'Copy as'),
  },
  {
    file: 'parts/entity/entity-picker.tsx',
    role: 'listbox',
    name: /./,
    path: '/entities/1000/edit?tab=relations',
    open: async (page) => {
      await page.getByRole('main').getByRole('combobox').first().focus()
      await page.keyboard.type('a')
    },
  },
]

for (const { file, role, name, path, prepare, open } of overlays) {
  const title = `the overlay of ${file} is accessible, fits 320 pixels, and returns the focus`

  test(title, { tag: '@deep' }, async ({ view }) => {
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
  const opening = /<Modal\b|<FormDialog\b|[^\w.]confirm\(\{|[^n]\sopenMenu\(|<MenuButton\b|<Combobox\b/
  const files = readdirSync(web, { recursive: true, encoding: 'utf8' })
    .filter(
      (file) => /\.tsx?$/.test(file) && !/\.test\./.test(file) && !file.startsWith(join('ui', 'overlays')),
    )
    .filter((file) => opening.test(readFileSync(join(web, file), 'utf8')))

  expect(files.map((file) => file.replaceAll('\\', '/')).sort()).toEqual(
    overlays.map(({ file }) => file).sort(),
  )
})
