import { useEffect, useId, useState, type KeyboardEvent, type MouseEvent } from 'react'
import { hasModifier } from '../../lib/keys.ts'

interface ComboboxOptions<Item> {
  readonly label: string
  readonly items: readonly Item[]
  /** Tells items apart, so that the active one stays active when others appear before it. */
  readonly keyOf: (item: Item) => string | number
  readonly isOpen: boolean
  readonly setOpen: (isOpen: boolean) => void
  readonly choose: (item: Item) => void
  /** Whether the first item is active at first, so that Enter chooses it. */
  readonly startsAtFirst?: boolean
}

/**
 * A text field with a list of options (ARIA's combobox pattern): arrow keys move in the list, Enter chooses, Escape
 * closes the list, and the focus stays in the field.
 */
export function useCombobox<Item>(options: ComboboxOptions<Item>) {
  const { label, items, keyOf, isOpen, setOpen, choose, startsAtFirst = true } = options
  const id = useId()
  /** The key of the item that was made active; undefined while the initial one is. */
  const [activeKey, setActiveKey] = useState<string | number>()
  const found = activeKey === undefined ? -1 : items.findIndex((item) => keyOf(item) === activeKey)
  const start = startsAtFirst && items.length > 0 ? 0 : -1
  const current = !isOpen ? -1 : found < 0 ? start : found

  useEffect(() => {
    document.querySelector(`[id="${id}-${current}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [id, current])

  const restart = () => setActiveKey(undefined)
  const activate = (item: Item | undefined) => {
    if (item !== undefined) setActiveKey(keyOf(item))
  }
  const select = (item: Item | undefined) => {
    if (item === undefined) return
    restart()
    choose(item)
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return

    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const isPlain = !hasModifier(event)

    if (step !== undefined && isPlain) {
      setOpen(true)
      activate(items[(Math.max(current, step < 0 ? 0 : -1) + step + items.length) % items.length])
    } else if (event.key === 'Enter' && isPlain && items[current] !== undefined) select(items[current])
    else if (event.key === 'Escape' && isOpen) {
      setOpen(false)
      event.stopPropagation()
    } else return
    event.preventDefault()
  }

  return {
    /** Activates the initial item again, when the text has changed. */
    restart,
    input: {
      role: 'combobox',
      'aria-label': label,
      'aria-autocomplete': 'list',
      'aria-expanded': isOpen,
      'aria-controls': `${id}-list`,
      'aria-activedescendant': current >= 0 ? `${id}-${current}` : undefined,
      autoComplete: 'off',
      onKeyDown,
    },
    list: { id: `${id}-list`, role: 'listbox', 'aria-label': label },
    option: (index: number) => ({
      id: `${id}-${index}`,
      role: 'option',
      'aria-selected': index === current,
      tabIndex: -1,
      onMouseMove: () => activate(items[index]),
      // Otherwise, pressing the mouse button would move the focus out of the field.
      onMouseDown: (event: MouseEvent) => event.preventDefault(),
      onClick: () => select(items[index]),
    }),
  } as const
}
