import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, Outlet, useNavigate, useParams } from '@tanstack/react-router'
import { Plus, TriangleAlert, X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useCommands } from '../../commands/console-commands.ts'
import { counted, formatCount } from '../../lib/format.ts'
import { entityCommands, useEntityActions } from '../../parts/entity/entity-actions.ts'
import { EntityPanel, EntityView } from '../../parts/entity/entity-view.tsx'
import { QueryResult } from '../../parts/query-result.tsx'
import {
  entityCountsQuery,
  listPath,
  type ListedEntity,
  type DefinitionCount,
  type FilterTerm,
} from '../../service/entity-queries.ts'
import { RefreshBar, Page, EmptyState } from '../../ui/layout/page.tsx'
import { EntityTable } from './entity-table.tsx'
import {
  type EntityListView,
  useEntityList,
  useListAddress,
  useSelection,
  useFilterNames,
  deleteSelection,
} from './use-entity-list.ts'
import { Button } from '../../ui/controls/button.tsx'
import { askToReset } from '../../parts/sandbox/reset.tsx'
import { getQuery } from '../../service/service-client.ts'
import { saveFile } from '../../lib/dropped-files.ts'
import { Select, SearchIcon } from '../../ui/controls/field.tsx'
import { Stripe } from '../../parts/entity/thumbnail.tsx'
import { completions, withoutTerm, type FilterNames } from '../../lib/complete-filter.ts'
import { Combobox } from '../../ui/controls/combobox.tsx'
import { useTypedText } from '../../ui/controls/field.tsx'

/** Finds, views and selects the entities of the sandbox. */
export function EntitiesPage() {
  const { q, definition, sorting, openId, set } = useListAddress()
  const navigate = useNavigate()
  const filter = { q, definition, sort: sorting.by, order: sorting.order }
  const list = useEntityList(filter)
  const found = useQuery({ ...entityCountsQuery(q), placeholderData: keepPreviousData }).data
  // A filter that is not understood finds nothing.
  const isUnderstood = !found?.terms.some(({ problem }) => problem)
  const counts = found?.definitions?.map((each) => (isUnderstood ? each : { ...each, count: 0 }))
  const { selection, toggleSelected, deselect, clear } = useSelection()
  const names = useFilterNames(counts, definition)
  const actionsOn = useEntityActions()
  const create = () => void navigate({ to: '/entities/new', search: definition ? { definition } : {} })
  const close = () => set({ selected: undefined, tab: undefined })
  // While entities are selected, Delete is the key of the bulk bar.
  const isAvailable = ({ keys }: { keys?: string | undefined }) => selection.size === 0 || keys !== 'Delete'

  useCommands([
    ...(openId ? entityCommands(actionsOn(openId).filter(isAvailable)) : []),
    { label: 'New entity', keys: 'n', run: create },
    { label: 'Filter the entities', keys: '/', run: () => document.getElementById('entity-filter')?.focus() },
    { label: 'Close the side panel', keys: 'Escape', run: close },
  ])

  return (
    <div className="flex min-h-0 flex-1">
      <Page
        actions={
          <Button Icon={Plus} tone="primary" title="New entity (n)" onClick={create}>
            New entity
          </Button>
        }
      >
        <div className="flex min-h-0 flex-1">
          <DefinitionFacet counts={counts} />
          <div className="relative flex min-h-0 min-w-0 flex-1 flex-col">
            <RefreshBar isRefreshing={list.isRefreshing} />
            <div className="flex flex-wrap items-start gap-2 border-b border-line p-2">
              <DefinitionSelect counts={counts} />
              <FilterField terms={list.terms} names={names} />
            </div>
            <div className="flex min-h-0 flex-1 flex-col overflow-hidden">
              <QueryResult query={{ data: list.total, error: list.error, refetch: list.retry }} rows={12}>
                {(total) =>
                  total === 0 ? (
                    <NothingFound create={create} />
                  ) : (
                    <EntityTable {...{ list, selection, toggleSelected, isAvailable }} />
                  )
                }
              </QueryResult>
            </div>
            <Footer list={list} request={listPath(filter)}>
              {selection.size > 0 && <BulkBar {...{ selection, deselect, clear }} />}
            </Footer>
          </div>
        </div>
      </Page>
      {openId !== undefined && <EntityPanel id={openId} close={close} />}
    </div>
  )
}

interface FooterProps {
  readonly list: EntityListView
  /** The path of the request for the list. */
  readonly request: string
  readonly children: ReactNode
}

function Footer({ list, request, children }: FooterProps) {
  return (
    <div className="flex min-h-8 flex-wrap items-center gap-x-3 border-t border-line px-3 text-sm text-muted">
      <span role="status">
        {list.total === undefined ? !list.error && 'Loading…' : counted(list.total, 'entity', 'entities')}
      </span>
      {list.error && list.total !== undefined && (
        <span className="flex items-center gap-2 text-red">
          Some entities could not be loaded.
          <Button onClick={list.retry}>Retry</Button>
        </span>
      )}
      {children}
      <Link
        to="/explore"
        search={{ method: 'GET', path: request }}
        className="ml-auto min-w-0 truncate font-mono text-muted max-md:hidden"
        title="The request behind this list"
      >
        GET {request}
      </Link>
    </div>
  )
}

/** Says why the list is empty: no entity matches the filter, or the sandbox has no entities. */
function NothingFound({ create }: { create: () => void }) {
  const { q, definition, set } = useListAddress()
  const { data } = useQuery(getQuery('/__sandbox/reset'))
  const clear = () => set({ q: undefined, definition: undefined })

  if (q !== undefined) {
    return (
      <EmptyState title="No matching entities.">
        <Button onClick={clear}>Clear the filter</Button>
      </EmptyState>
    )
  }

  if (definition) {
    return (
      <EmptyState title={`No ${definition} entities yet.`}>
        <Button onClick={create}>Create one</Button>
        <Button onClick={clear}>Show all definitions</Button>
      </EmptyState>
    )
  }

  return (
    <EmptyState title="This sandbox has no entities.">
      {data?.changes['entities'] && <Button onClick={() => void askToReset()}>Reset the sandbox</Button>}
    </EmptyState>
  )
}

interface BulkBarProps {
  readonly selection: ReadonlyMap<number, ListedEntity>
  readonly deselect: (entities: readonly ListedEntity[]) => void
  readonly clear: () => void
}

/** The actions on the selected entities. */
function BulkBar({ selection, deselect, clear }: BulkBarProps) {
  const remove = () => void deleteSelection(selection, deselect)

  useCommands([{ label: 'Delete the selected entities', keys: 'Delete', run: remove }])

  return (
    <div role="toolbar" aria-label="Selected entities" className="flex flex-wrap items-center gap-2 py-1">
      <span className="text-ink">{formatCount(selection.size)} selected</span>
      <Button
        onClick={() => saveFile('entities.json', JSON.stringify([...selection.values()], undefined, 2))}
      >
        Export JSON
      </Button>
      <Button tone="danger" onClick={remove}>
        Delete {formatCount(selection.size)}
      </Button>
      <Button tone="quiet" onClick={clear}>
        Clear
      </Button>
    </div>
  )
}

/** One entity; its copy dialog opens over it. */
export function EntityPage() {
  const id = Number(useParams({ from: '/entities/$id' }).id)
  const actionsOn = useEntityActions()

  useCommands(entityCommands(actionsOn(id)))

  return (
    <>
      <EntityView id={id} place="page" />
      <Outlet />
    </>
  )
}

interface FacetProps {
  readonly counts: readonly DefinitionCount[] | undefined
}

/** The definitions, each with the number of matching entities, as a column where the side panel leaves space. */
function DefinitionFacet({ counts }: FacetProps) {
  const { definition: chosen, openId, set } = useListAddress()
  const total = counts?.reduce((sum, { count }) => sum + count, 0)
  const items = [{ name: undefined, count: total }, ...(counts ?? [])]

  return (
    <div
      role="group"
      aria-label="Definitions"
      className={`flex w-50 shrink-0 flex-col overflow-y-auto border-r border-line p-2 ${openId ? 'max-2xl:hidden' : 'max-xl:hidden'}`}
    >
      {items.map(({ name, count }) => (
        <button
          key={name ?? ''}
          type="button"
          aria-pressed={chosen === name}
          className={`flex h-6.5 shrink-0 items-center gap-2 rounded px-2 text-left hover:bg-raised aria-pressed:bg-accent-soft aria-pressed:font-medium ${count === 0 ? 'text-muted' : ''}`}
          onClick={() => set({ definition: chosen === name ? undefined : name })}
        >
          {name && <Stripe name={name} />}
          <span className="min-w-0 flex-1 truncate">{name ?? 'All definitions'}</span>
          {count !== undefined && <span className="text-sm text-muted">{formatCount(count)}</span>}
        </button>
      ))}
    </div>
  )
}

/** The same as a select, on narrower screens. */
function DefinitionSelect({ counts }: FacetProps) {
  const { definition, openId, set } = useListAddress()

  return (
    <Select<string>
      aria-label="Definition"
      className={`max-w-50 ${openId ? '2xl:hidden' : 'xl:hidden'}`}
      value={definition ?? ''}
      options={[
        ['', 'All definitions'],
        ...(counts ?? []).map(({ name, count }) => [name, `${name} (${formatCount(count)})`] as const),
      ]}
      choose={(name) => set({ definition: name || undefined })}
    />
  )
}

interface FilterFieldProps {
  readonly terms: readonly FilterTerm[]
  /** The names that the filter suggests. */
  readonly names: FilterNames
}

/** The filter as typed, and below it its terms as the sandbox parsed them. */
function FilterField({ terms, names }: FilterFieldProps) {
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

/** A term, and the reason if it is not understood. */
function TermPill({ term: { text, problem }, remove }: { term: FilterTerm; remove: () => void }) {
  return (
    <span className={`pill py-0 pr-0 ${problem ? 'border-yellow bg-yellow-soft' : ''}`}>
      {problem && <TriangleAlert size={12} className="shrink-0 text-yellow" aria-hidden />}
      <span className="min-w-0 break-words">
        <span className="font-mono">{text}</span>
        {problem && <span className="text-yellow"> not understood: {problem}</span>}
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
