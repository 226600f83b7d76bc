import { hasModifier, keyNames } from '../../lib/format.ts'
import { Check, type LucideIcon } from 'lucide-react'
import { useEffect, useState, type KeyboardEvent, type ReactNode } from 'react'
import { createStore, useStore } from '../../lib/store.ts'
import { Button } from '../controls/button.tsx'
import { moveFocus } from '../controls/one-stop.ts'

export interface MenuItem {
  readonly id: string
  readonly label: string
  /** The keyboard shortcut of the same action. */
  readonly keys?: string | undefined
  readonly Icon?: LucideIcon
  readonly tone?: 'danger'
  /** Whether this option is the selected one of its group; selecting another leaves the menu open. */
  readonly isChecked?: boolean
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
  readonly items: () => readonly MenuItem[]
  readonly at: Point
}

const opened = createStore<OpenMenu | undefined>(undefined)

/** Opens a menu at a point of the page, or below the focused element. */
export function openMenu(label: string, items: () => readonly MenuItem[], at: Point = belowFocus()): void {
  opened.set({ label, items, at })
}

/** The menu that is open. */
export function CurrentMenu() {
  const menu = useStore(opened)

  return menu && <Menu {...menu} />
}

const close = () => opened.set(undefined)

/** A button that opens a menu below itself. */
export function MenuButton(props: {
  label: string
  items: () => readonly MenuItem[]
  children: ReactNode
  isIcon?: boolean
}) {
  const { label, items, children, isIcon = false } = props
  const isOpen = useStore(opened)?.label === label

  return (
    <Button
      className="shrink-0"
      {...(isIcon ? { isIcon: true, 'data-tone': 'quiet', 'aria-label': label, title: label } : {})}
      aria-haspopup="menu"
      aria-expanded={isOpen}
      onClick={({ currentTarget }) =>
        opened.set(isOpen ? undefined : { label, items, at: below(currentTarget) })
      }
    >
      {children}
    </Button>
  )
}

/** A menu over the page. Arrow keys, Home, End and first letters move between items; Escape closes it. */
function Menu({ label, items, at }: OpenMenu) {
  const { x, y } = at
  const [, refresh] = useState(0)

  useEffect(() => {
    const closeOutside = ({ target }: Event) => {
      // The button that opened it closes it itself.
      if (
        target instanceof Element &&
        !target.closest('[role="menu"], [aria-haspopup="menu"][aria-expanded="true"]')
      )
        close()
    }

    document.addEventListener('pointerdown', closeOutside, true)

    return () => document.removeEventListener('pointerdown', closeOutside, true)
  }, [])

  return (
    <div
      key={`${label} ${x} ${y}`}
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
      {items().map((item) => (
        <Item
          key={item.id}
          {...item}
          run={() => {
            if (item.isChecked === undefined) close()
            item.run()
            refresh((times) => times + 1)
          }}
        />
      ))}
    </div>
  )
}

function onKeyDown(event: KeyboardEvent): void {
  event.stopPropagation()
  if (event.key === 'Tab' || event.key === 'Escape') close()
  // Keeps a surrounding dialog open.
  if (event.key === 'Escape') event.preventDefault()
  if (event.key.length === 1 && !hasModifier(event)) focusNext(event)
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

function Item({ label, keys, Icon, tone, isChecked, startsGroup, run }: MenuItem) {
  return (
    <div role="presentation">
      {startsGroup && <hr className="my-1 border-line" />}
      <button
        type="button"
        role={isChecked === undefined ? 'menuitem' : 'menuitemradio'}
        {...(isChecked === undefined ? {} : { 'aria-checked': isChecked })}
        tabIndex={-1}
        className={`flex h-7 w-full items-center gap-2 rounded px-2 text-left hover:bg-sunken focus:bg-accent-soft pointer-coarse:h-10 ${tone === 'danger' ? 'text-red' : ''}`}
        onClick={run}
      >
        <span aria-hidden className="grid size-4 shrink-0 place-items-center">
          {Icon && <Icon size={14} className={tone === 'danger' ? '' : 'text-muted'} />}
          {isChecked && <Check size={14} className="text-muted" />}
        </span>
        <span className="min-w-0 flex-1 truncate">{label}</span>
        {keys && <kbd className="ml-4 font-mono text-xs text-muted">{keyNames(keys)}</kbd>}
      </button>
    </div>
  )
}

function below(element: Element): Point {
  const { left, bottom } = element.getBoundingClientRect()

  return { x: left, y: bottom + 2 }
}

function belowFocus(): Point {
  const { activeElement } = document
  const row = document.querySelector(`[id="${activeElement?.getAttribute('aria-activedescendant') ?? ''}"]`)

  return activeElement && activeElement !== document.body
    ? below(row ?? activeElement)
    : { x: innerWidth / 2, y: innerHeight / 3 }
}

/** Moves the focus to the next item that starts with the letter; after the last item, the search continues at the first. */
function focusNext({ currentTarget, target, key }: KeyboardEvent): void {
  const buttons = [...currentTarget.querySelectorAll('button')]
  const from = buttons.findIndex((button) => button === target) + 1

  ;[...buttons.slice(from), ...buttons.slice(0, from)]
    .find(({ innerText }) => innerText.toLowerCase().startsWith(key.toLowerCase()))
    ?.focus()
}
