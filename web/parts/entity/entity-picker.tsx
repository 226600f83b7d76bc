import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useId, useState, type KeyboardEvent } from 'react'
import { entitySuggestions } from '../../service/entities.ts'
import type { ListedEntity } from '../../service/shapes.ts'
import { nameInLink } from '../../lib/place.ts'
import { Thumbnail } from './thumbnail.tsx'

interface EntityPickerProps {
  readonly label: string
  readonly definition?: string
  readonly placeholder?: string
  readonly choose: (entity: ListedEntity) => void
}

/** Finds an entity by its id, identifier or any text in it. */
export function EntityPicker({ label, definition, placeholder, choose }: EntityPickerProps) {
  const id = useId()
  const [text, setText] = useState('')
  const [isOpen, setOpen] = useState(false)
  const [active, setActive] = useState(0)
  const query = useQuery({
    ...entitySuggestions(text.trim(), definition),
    enabled: isOpen,
    placeholderData: keepPreviousData,
  })
  const found = isOpen ? (query.data ?? []) : []
  const current = Math.min(active, found.length - 1)

  const take = (entity: ListedEntity | undefined) => {
    if (!entity) return
    setText('')
    setOpen(false)
    choose(entity)
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      setOpen(true)
      setActive((current + (event.key === 'ArrowDown' ? 1 : -1) + found.length) % Math.max(1, found.length))
    } else if (event.key === 'Enter' && isOpen && !event.metaKey && !event.ctrlKey) take(found[current])
    else if (event.key === 'Escape' && isOpen) {
      setOpen(false)
      event.stopPropagation()
    } else return
    event.preventDefault()
  }

  return (
    <div className="relative">
      <input
        type="text"
        role="combobox"
        aria-label={label}
        aria-expanded={isOpen}
        aria-controls={`${id}-list`}
        aria-activedescendant={found.length > 0 ? `${id}-${current}` : undefined}
        autoComplete="off"
        className="field w-full"
        placeholder={placeholder ?? 'id, identifier or text'}
        value={text}
        onChange={({ target }) => {
          setText(target.value)
          setActive(0)
          setOpen(true)
        }}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onKeyDown={onKeyDown}
      />
      <div
        id={`${id}-list`}
        role="listbox"
        aria-label={label}
        hidden={!isOpen}
        className="absolute z-30 mt-1 max-h-70 w-full min-w-60 overflow-y-auto rounded border border-line-strong bg-ground p-1 shadow-lg"
      >
        {found.map((entity, index) => (
          <div
            key={entity.id}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === current}
            tabIndex={-1}
            className="flex cursor-pointer items-center gap-2 rounded px-2 py-1 aria-selected:bg-accent-soft"
            onMouseEnter={() => setActive(index)}
            onMouseDown={(event) => {
              event.preventDefault()
              take(entity)
            }}
          >
            <span className="font-mono text-sm text-muted">{entity.id}</span>
            <Thumbnail entity={entity} size={20} />
            <span className="min-w-0 flex-1 truncate">{entity.title}</span>
            <span className="text-sm text-muted">{nameInLink(entity.entitydefinition.href)}</span>
          </div>
        ))}
        {query.isSuccess && found.length === 0 && <p className="px-2 py-1 text-muted">Nothing matches.</p>}
      </div>
    </div>
  )
}
