import type { LucideIcon } from 'lucide-react'
import { useEffect, type KeyboardEvent } from 'react'
import { keyNames } from '../../lib/format.ts'
import { createStore, useStore } from '../../lib/store.ts'
import { moveFocus } from '../controls/one-stop.ts'

export interface MenuItem {
  readonly id: string
  readonly label: string
  /** The keyboard shortcut of the same action. */
  readonly keys?: string | undefined
  readonly Icon?: LucideIcon
  readonly tone?: 'danger'
  /** Whether a line separates it from the item above. */
  readonly startsGroup?: boolean
  readonly run: () => void
}

export interface Point {
  readonly x: number
  readonly y: number
}

interface OpenMenu {
  readonly label: string
  readonly items: readonly MenuItem[]
  readonly at: Point
}

const opened = createStore<OpenMenu | undefined>(undefined)
const close = () => opened.set(undefined)

/** Opens a menu at a point of the page, or below the focused element. */
export function openMenu(label: string, items: readonly MenuItem[], at: Point = belowFocus()): void {
  opened.set({ label, items, at })
}

export function CurrentMenu() {
  const menu = useStore(opened)

  return menu && <Menu key={menu.label} {...menu} />
}

/** A menu over the page. Arrow keys, Home and End move between items; Escape closes it. */
function Menu({ label, items, at: { x, y } }: OpenMenu) {
  useEffect(() => {
    const closeOutside = ({ target }: Event) => {
      if (target instanceof Element && !target.closest('[role="menu"]')) close()
    }

    document.addEventListener('pointerdown', closeOutside, true)

    return () => document.removeEventListener('pointerdown', closeOutside, true)
  }, [])

  return (
    <div
      ref={show}
      // Not "auto": Firefox would close the menu when the right button, which opened it, is released.
      popover="manual"
      role="menu"
      tabIndex={-1}
      aria-label={label}
      // Below its point, or above it in the lower half of the page.
      style={{
        left: `clamp(4px, ${x}px, 100dvw - 244px)`,
        ...(y > innerHeight / 2 ? { bottom: `calc(100dvh - ${y}px)` } : { top: y }),
      }}
      className="fixed inset-auto m-0 max-h-1/2 w-60 overflow-y-auto rounded border border-line-strong bg-ground p-1 text-ink shadow-lg"
      onKeyDown={onKeyDown}
      onContextMenu={(event) => event.preventDefault()}
    >
      {items.map(({ id, label, keys, Icon, tone, startsGroup, run }) => (
        <div key={id} role="presentation">
          {startsGroup && <hr className="my-1 border-line" />}
          <button
            type="button"
            role="menuitem"
            tabIndex={-1}
            className={`flex h-7 w-full items-center gap-2 rounded px-2 text-left hover:bg-sunken focus:bg-accent-soft pointer-coarse:h-10 ${tone === 'danger' ? 'text-red' : ''}`}
            onClick={() => {
              close()
              run()
            }}
          >
            {Icon && <Icon size={14} aria-hidden className={tone === 'danger' ? '' : 'text-muted'} />}
            <span className="min-w-0 flex-1 truncate">{label}</span>
            {keys && <kbd className="ml-4 font-mono text-xs text-muted">{keyNames(keys)}</kbd>}
          </button>
        </div>
      ))}
    </div>
  )
}

function onKeyDown(event: KeyboardEvent): void {
  event.stopPropagation()
  if (event.key === 'Tab' || event.key === 'Escape') close()
  // Keeps a surrounding dialog open.
  if (event.key === 'Escape') event.preventDefault()
  moveFocus(event)
}

/** Shows a menu and focuses its first item. */
function show(box: HTMLDivElement | null) {
  const opener = document.activeElement

  box?.showPopover()
  box?.querySelector('button')?.focus()

  return () => {
    // Focus returns to the opener, unless an action of the menu has moved it.
    if (box?.contains(document.activeElement) && opener instanceof HTMLElement) opener.focus()
  }
}

function belowFocus(): Point {
  const { activeElement } = document
  const row = document.querySelector(`[id="${activeElement?.getAttribute('aria-activedescendant') ?? ''}"]`)
  const { left, bottom } = (row ?? activeElement ?? document.body).getBoundingClientRect()

  return activeElement === document.body
    ? { x: innerWidth / 2, y: innerHeight / 3 }
    : { x: left, y: bottom + 2 }
}
