import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type ListedEntity, entitySuggestionsQuery } from '../../service/entities.ts'
import { nameInLink } from '../../lib/addresses.ts'
import { noMatch, rankOf } from '../../lib/rank.ts'
import { useCombobox } from '../../ui/controls/use-combobox.ts'
import { Thumbnail } from './thumbnail.tsx'

interface EntityPickerProps {
  readonly label: string
  readonly definition?: string
  readonly placeholder?: string
  readonly choose: (entity: ListedEntity) => void
}

/** A field that finds an entity by its id, identifier or any text in it. */
export function EntityPicker({ label, definition, placeholder, choose }: EntityPickerProps) {
  const [text, setText] = useState('')
  const [isOpen, setOpen] = useState(false)
  const query = useQuery({
    ...entitySuggestionsQuery(text.trim(), definition),
    enabled: isOpen,
    placeholderData: keepPreviousData,
  })
  const matches = isOpen ? (query.data ?? []) : []
  const combobox = useCombobox({
    label,
    items: matches,
    keyOf: ({ id }) => id,
    isOpen,
    setOpen,
    choose: (entity) => {
      // Until the response, the matches are those of the text typed before.
      if (query.isPlaceholderData && rankOf(text, entity) === noMatch) return
      setText('')
      setOpen(false)
      choose(entity)
    },
  })

  return (
    <div className="relative">
      <input
        {...combobox.input}
        type="text"
        className="field w-full"
        placeholder={placeholder ?? 'id, identifier or text'}
        value={text}
        onChange={({ target }) => {
          setText(target.value)
          combobox.restart()
          setOpen(true)
        }}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
      />
      <div {...combobox.list} hidden={!isOpen} className="options">
        {matches.map((entity, index) => (
          <div key={entity.id} {...combobox.option(index)} className="option">
            <span className="font-mono text-sm text-muted">{entity.id}</span>
            <Thumbnail entity={entity} size={20} />
            <span className="min-w-0 flex-1 truncate">{entity.title}</span>
            <span className="text-sm text-muted">{nameInLink(entity.entitydefinition.href)}</span>
          </div>
        ))}
        {query.error && <p className="px-2 py-1 text-red">{query.error.message}</p>}
        {query.isSuccess && matches.length === 0 && <p className="px-2 py-1 text-muted">No matches.</p>}
      </div>
    </div>
  )
}
