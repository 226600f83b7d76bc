import { TriangleAlert, X } from 'lucide-react'
import { useState } from 'react'
import { completions, withoutTerm, type FilterNames } from '../../lib/complete-filter.ts'
import type { FilterTerm } from '../../service/entities.ts'
import { Combobox } from '../../ui/controls/combobox.tsx'
import { SearchIcon } from '../../ui/controls/field.tsx'
import { useListAddress } from './use-entity-list.ts'
import { useTypedText } from '../../ui/controls/use-typed-text.ts'

interface FilterFieldProps {
  readonly terms: readonly FilterTerm[]
  /** The names that the filter suggests. */
  readonly names: FilterNames
}

/** The filter as typed, and below it its terms as the sandbox parsed them. */
export function FilterField({ terms, names }: FilterFieldProps) {
  const { q = '', set } = useListAddress()
  const [draft, setDraft] = useTypedText(q, (q) => set({ q: q || undefined }, true))
  const [caret, setCaret] = useState(0)
  const [isOpen, setOpen] = useState(false)
  const suggestions = isOpen ? completions(draft, caret, names) : []

  return (
    <div className="flex min-w-48 flex-1 flex-col gap-1.5">
      <div className="relative">
        <SearchIcon />
        <Combobox
          label="Filter entities"
          type="search"
          className="field w-full pl-7"
          spellCheck={false}
          id="entity-filter"
          aria-describedby="entity-filter-hint"
          placeholder="property.Title~sun has:AssetType id:>100 any text"
          value={draft}
          change={setDraft}
          items={suggestions}
          keyOf={({ label }) => label}
          isOpen={suggestions.length > 0}
          setOpen={setOpen}
          startsAtFirst={false}
          choose={(completion) => {
            setDraft(completion.text)
            setCaret(completion.caret)
          }}
          onInput={({ currentTarget }) => {
            setCaret(currentTarget.selectionStart ?? currentTarget.value.length)
            setOpen(true)
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Escape' || suggestions.length > 0 || event.nativeEvent.isComposing) return
            event.stopPropagation()
            if (draft) setDraft('')
            else event.currentTarget.blur()
          }}
        >
          {({ label }) => <span className="font-mono">{label}</span>}
        </Combobox>
        <span id="entity-filter-hint" className="sr-only">
          Terms such as definition:M.Asset, property.Title~sun, has:AssetType, id:&gt;100, or any text. Arrows
          choose a completion, Escape clears.
        </span>
      </div>
      <ul aria-label="Filter terms" className="flex flex-wrap gap-1 empty:hidden">
        {terms.map((term, index) => (
          <li key={`${term.text} ${index}`} className="max-w-full">
            <TermPill term={term} remove={() => setDraft(withoutTerm(draft, term.text))} />
          </li>
        ))}
      </ul>
    </div>
  )
}

/** A term, and the reason if it is ignored. */
function TermPill({ term: { text, problem }, remove }: { term: FilterTerm; remove: () => void }) {
  return (
    <span className={`pill py-0 pr-0 ${problem ? 'border-yellow bg-yellow-soft' : ''}`}>
      {problem && <TriangleAlert size={12} className="shrink-0 text-yellow" aria-hidden />}
      <span className="min-w-0 break-words">
        <span className="font-mono">{text}</span>
        {problem && <span className="text-yellow"> ignored: {problem}</span>}
      </span>
      <button
        type="button"
        aria-label={`Remove ${text}`}
        className="grid size-6 shrink-0 place-items-center text-muted hover:text-ink"
        onClick={remove}
      >
        <X size={12} />
      </button>
    </span>
  )
}
