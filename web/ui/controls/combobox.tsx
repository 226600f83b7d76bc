import { Autocomplete } from '@base-ui/react/autocomplete'
import type { ComponentProps, ReactNode } from 'react'

interface ComboboxProps<Item> extends Omit<ComponentProps<'input'>, 'value' | 'children' | 'list'> {
  readonly label: string
  readonly value: string
  readonly change: (text: string) => void
  readonly items: readonly Item[]
  /** Tells items apart, so that the active one stays active when others appear before it. */
  readonly keyOf: (item: Item) => string | number
  /** The heading above the items of a group. */
  readonly groupOf?: (item: Item) => string
  readonly choose: (item: Item) => void
  readonly children: (item: Item) => ReactNode
  readonly isOpen: boolean
  readonly setOpen: (isOpen: boolean) => void
  /** Whether the first item is active at first, so that Enter chooses it. */
  readonly startsAtFirst?: boolean
  readonly listClassName?: string
  /** Shown below the items. */
  readonly note?: ReactNode
}

/** A text field with a list of options: arrow keys move in the list, Enter chooses, and the focus stays in the field. */
export function Combobox<Item>(props: ComboboxProps<Item>) {
  const { label, value, change, items, keyOf, groupOf, choose, children, isOpen, setOpen, ...others } = props
  const { startsAtFirst = true, listClassName = 'options', note, ...rest } = others
  const groups = items.map((item) => groupOf?.(item))

  return (
    <Autocomplete.Root
      // The list is a part of the page: the rest of the page stays available to screen readers.
      inline
      open={isOpen}
      items={items}
      filter={null}
      mode="none"
      autoHighlight={startsAtFirst && 'always'}
      keepHighlight
      value={value}
      onValueChange={(text, { reason }) => reason === 'input-change' && change(text)}
    >
      <Autocomplete.Input
        aria-label={label}
        aria-expanded={isOpen}
        className="field w-full"
        onBlur={() => setOpen(false)}
        {...rest}
        onKeyDown={(event) => {
          if (/^Arrow(Up|Down)$/.test(event.key)) setOpen(true)
          if (event.key !== 'Escape' || !isOpen || event.nativeEvent.isComposing)
            return rest.onKeyDown?.(event)
          event.stopPropagation()
          event.preventDefault()
          setOpen(false)
        }}
      />
      <div hidden={!isOpen} className={listClassName}>
        <Autocomplete.List aria-label={label}>
          {items.map((item, index) => [
            groups[index] !== groups[index - 1] && (
              <div key={groups[index]} role="presentation" className="px-2 pt-2 pb-1 text-xs text-muted">
                {groups[index]}
              </div>
            ),
            <Autocomplete.Item
              key={keyOf(item)}
              value={item}
              className="option"
              onClick={() => choose(item)}
              render={(attributes, { highlighted }) => <div {...attributes} aria-selected={highlighted} />}
            >
              {children(item)}
            </Autocomplete.Item>,
          ])}
        </Autocomplete.List>
        {note}
      </div>
    </Autocomplete.Root>
  )
}
