import { Check, type LucideIcon } from 'lucide-react'
import {
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
} from 'react'
import { keyNames } from '../lib/key-names.ts'
import { createStore, useStore } from '../lib/store.ts'

export interface MenuItem {
  readonly id: string
  readonly label: string
  /** The keys that do the same. */
  readonly keys?: string | undefined
  readonly Icon?: LucideIcon
  readonly tone?: 'danger'
  /** Whether it is the one chosen of several; choosing among them leaves the menu open. */
  readonly isChecked?: boolean
  /** Whether a line sets it apart from what stands above. */
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

/** Opens a menu at a point of the page, or below what has the focus. */
export function openMenu(label: string, items: () => readonly MenuItem[], at: Point = belowFocus()): void {
  opened.set({ label, items, at })
}

/** The menu that `openMenu()` opened. */
export function OpenedMenu() {
  const menu = useStore(opened)

  return menu && <Menu {...menu} close={() => opened.set(undefined)} />
}

/** A button that opens a menu below itself. */
export function MenuButton(props: {
  label: string
  items: () => readonly MenuItem[]
  children: ReactNode
  isIcon?: boolean
}) {
  const [at, setAt] = useState<Point>()
  const { label, items, children, isIcon = false } = props

  return (
    <>
      <button
        type="button"
        className="button shrink-0"
        {...(isIcon ? { 'data-icon': true, 'data-tone': 'quiet', 'aria-label': label, title: label } : {})}
        aria-haspopup="menu"
        aria-expanded={at !== undefined}
        onClick={(event) => setAt(below(event.currentTarget))}
      >
        {children}
      </button>
      {at && <Menu label={label} items={items} at={at} close={() => setAt(undefined)} />}
    </>
  )
}

/** A list of actions over the page; arrows, Home, End and first letters move, Escape closes. */
function Menu({ label, items, at, close }: OpenMenu & { close: () => void }) {
  const box = useRef<HTMLDivElement>(null)
  const id = useId()
  const [place, setPlace] = useState(at)
  const [, refresh] = useState(0)
  const current = items()

  useLayoutEffect(() => {
    const element = box.current
    const before = document.activeElement

    if (!element) return
    element.showPopover()

    const { width, height } = element.getBoundingClientRect()

    setPlace({
      x: Math.max(4, Math.min(at.x, innerWidth - width - 4)),
      y: Math.max(4, Math.min(at.y, innerHeight - height - 4)),
    })
    element.querySelector<HTMLElement>('button')?.focus()

    return () => {
      // Only what closes by itself gives the focus back; an action may have put it elsewhere.
      if (element.contains(document.activeElement) && before instanceof HTMLElement) before.focus()
    }
  }, [at])

  useEffect(() => {
    const closeOutside = ({ target }: Event) => {
      if (target instanceof Node && !box.current?.contains(target)) close()
    }

    document.addEventListener('pointerdown', closeOutside, true)

    return () => document.removeEventListener('pointerdown', closeOutside, true)
  })

  const onKeyDown = (event: KeyboardEvent) => {
    const buttons = [...(box.current?.querySelectorAll<HTMLElement>('button') ?? [])]
    const from = buttons.findIndex((button) => button === document.activeElement)
    const moves: Record<string, number> = {
      ArrowDown: from + 1,
      ArrowUp: from - 1,
      Home: 0,
      End: buttons.length - 1,
    }
    const to = moves[event.key] ?? (event.key.length === 1 ? byLetter(current, event.key, from) : undefined)

    event.stopPropagation()
    if (event.key === 'Tab' || event.key === 'Escape') close()
    if (to === undefined) return
    event.preventDefault()
    buttons[(to + buttons.length) % buttons.length]?.focus()
  }

  return (
    <div
      ref={box}
      // Not "auto": Firefox closes that when the right button, which opened it, is let go.
      popover="manual"
      role="menu"
      tabIndex={-1}
      aria-label={label}
      className="fixed m-0 max-h-[80dvh] min-w-48 overflow-y-auto rounded border border-line-strong bg-ground p-1 text-ink shadow-lg"
      style={{ left: place.x, top: place.y }}
      onKeyDown={onKeyDown}
      onContextMenu={(event) => event.preventDefault()}
    >
      {current.map(({ Icon, ...item }) => (
        <div key={`${id} ${item.id}`} role="presentation">
          {item.startsGroup && <hr className="my-1 border-line" />}
          <button
            type="button"
            role={item.isChecked === undefined ? 'menuitem' : 'menuitemradio'}
            {...(item.isChecked === undefined ? {} : { 'aria-checked': item.isChecked })}
            tabIndex={-1}
            className={`flex h-7 w-full items-center gap-2 rounded px-2 text-left hover:bg-sunken focus:bg-accent-soft pointer-coarse:h-10 ${item.tone === 'danger' ? 'text-red' : ''}`}
            onClick={() => {
              if (item.isChecked === undefined) close()
              item.run()
              refresh((times) => times + 1)
            }}
          >
            <span aria-hidden className="grid size-4 shrink-0 place-items-center text-muted">
              {Icon && <Icon size={14} className={item.tone === 'danger' ? 'text-red' : ''} />}
              {item.isChecked && <Check size={14} />}
            </span>
            <span className="min-w-0 flex-1 truncate">{item.label}</span>
            {item.keys && <kbd className="ml-4 font-mono text-xs text-muted">{keyNames(item.keys)}</kbd>}
          </button>
        </div>
      ))}
    </div>
  )
}

function byLetter(items: readonly MenuItem[], letter: string, from: number): number | undefined {
  const order = items.map((_, index) => (from + 1 + index) % items.length)

  return order.find((index) => items[index]?.label.toLowerCase().startsWith(letter.toLowerCase()))
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
