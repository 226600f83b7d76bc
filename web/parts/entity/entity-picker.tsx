import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type ListedEntity, entitySuggestionsQuery } from '../../service/entity-queries.ts'
import { noMatch, rankOf } from '../../lib/rank.ts'
import { Combobox } from '../../ui/controls/combobox.tsx'
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

  return (
    <div className="relative">
      <Combobox
        label={label}
        placeholder={placeholder ?? 'id, identifier or text'}
        value={text}
        change={setText}
        items={matches}
        keyOf={({ id }) => id}
        isOpen={isOpen}
        setOpen={setOpen}
        onFocus={() => setOpen(true)}
        choose={(entity) => {
          // Until the response, the matches are those of the text typed before.
          if (query.isPlaceholderData && rankOf(text, entity) === noMatch) return
          setText('')
          setOpen(false)
          choose(entity)
        }}
        note={
          <>
            {query.error && <p className="px-2 py-1 text-red">{query.error.message}</p>}
            {query.isSuccess && matches.length === 0 && <p className="px-2 py-1 text-muted">No matches.</p>}
          </>
        }
      >
        {(entity) => (
          <>
            <span className="font-mono text-sm text-muted">{entity.id}</span>
            <Thumbnail entity={entity} size={20} />
            <span className="min-w-0 flex-1 truncate">{entity.title}</span>
            <span className="text-sm text-muted">{entity.definition}</span>
          </>
        )}
      </Combobox>
    </div>
  )
}
