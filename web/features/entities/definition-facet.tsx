import type { DefinitionCount } from '../../service/entities.ts'
import { formatCount } from '../../lib/format.ts'
import { Select } from '../../ui/controls/field.tsx'
import { useListAddress } from './use-entity-list.ts'
import { Stripe } from '../../parts/entity/thumbnail.tsx'

interface FacetProps {
  readonly counts: readonly DefinitionCount[] | undefined
}

/** The definitions, each with the number of matching entities, as a column where the side panel leaves space. */
export function DefinitionFacet({ counts }: FacetProps) {
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
export function DefinitionSelect({ counts }: FacetProps) {
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
