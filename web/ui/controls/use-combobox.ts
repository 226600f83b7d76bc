import { useEffect, useId, useState, type KeyboardEvent, type MouseEvent } from 'react'
import { hasModifier } from '../../lib/keys.ts'

interface ComboboxOptions<Item> {
  readonly label: string
  readonly items: readonly Item[]
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
  const { label, items, isOpen, setOpen, choose, startsAtFirst = true } = options
  const id = useId()
  const start = startsAtFirst ? 0 : -1
  const [active, setActive] = useState(start)
  const current = isOpen ? Math.min(active, items.length - 1) : -1

  useEffect(() => {
    document.querySelector(`[id="${id}-${current}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [id, current])

  const select = (item: Item | undefined) => {
    if (item === undefined) return
    setActive(start)
    choose(item)
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return

    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const isPlain = !hasModifier(event)

    if (step !== undefined && isPlain) {
      setOpen(true)
      setActive(
        items.length === 0
          ? start
          : (Math.max(current, step < 0 ? 0 : -1) + step + items.length) % items.length,
      )
    } else if (event.key === 'Enter' && isPlain && items[current] !== undefined) select(items[current])
    else if (event.key === 'Escape' && isOpen) {
      setOpen(false)
      event.stopPropagation()
    } else return
    event.preventDefault()
  }

  return {
    /** Activates the initial item again, when the text has changed. */
    restart: () => setActive(start),
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
      onMouseMove: () => setActive(index),
      // Otherwise, pressing the mouse button would move the focus out of the field.
      onMouseDown: (event: MouseEvent) => event.preventDefault(),
      onClick: () => select(items[index]),
    }),
  } as const
}
