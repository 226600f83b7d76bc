import { Problem } from '../../ui/controls/field.tsx'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type ListedEntity, listedEntitiesQuery } from '../../service/entities.ts'
import { formatCount, counted } from '../../lib/format.ts'
import { EntityPicker } from '../../parts/entity/entity-picker.tsx'
import { RelatedRow } from './related-row.tsx'
import type { DraftRelations, DraftEnd } from './draft.ts'
import { Button } from '../../ui/controls/button.tsx'

interface RelationsFormProps {
  readonly ends: readonly DraftEnd[]
  readonly relations: DraftRelations
  /** Keys of the changed ends. */
  readonly changedKeys: readonly string[]
  /** Validation errors, by relation. */
  readonly problems: Readonly<Record<string, string>>
  readonly change: (relations: DraftRelations) => void
}

/** The number of related entities shown initially, for each end. */
const initialCount = 50

/** The related entities of every relation, in order. */
export function RelationsForm({ ends, relations, changedKeys, problems, change }: RelationsFormProps) {
  const listItems = useListed(ends.flatMap(({ key }) => (relations[key] ?? []).slice(0, initialCount)))

  if (ends.length === 0) return <p className="p-3 text-muted">This definition has no relations.</p>

  return (
    <div className="flex flex-col">
      {ends.map((end) => (
        <EndField
          key={end.key}
          end={end}
          ids={relations[end.key] ?? []}
          listItems={listItems}
          isChanged={changedKeys.includes(end.key)}
          problem={problems[end.name]}
          change={(ids) => change({ ...relations, [end.key]: ids })}
        />
      ))}
    </div>
  )
}

/** The list items of these entities; while a changed list loads, those of the previous one. */
function useListed(ids: readonly number[]): ReadonlyMap<number, ListedEntity> | undefined {
  return useQuery({ ...listedEntitiesQuery(ids), placeholderData: keepPreviousData }).data
}

interface EndFieldProps {
  readonly end: DraftEnd
  readonly ids: readonly number[]
  readonly listItems: ReadonlyMap<number, ListedEntity> | undefined
  readonly isChanged: boolean
  readonly problem: string | undefined
  readonly change: (ids: readonly number[]) => void
}

function EndField({ end, ids, listItems, isChanged, problem, change }: EndFieldProps) {
  const [visibleCount, setVisibleCount] = useState(initialCount)
  const furtherItems = useListed(ids.slice(initialCount, visibleCount))
  const { name, side, isSingle, associated } = end
  // Both ends of a self-referencing relation have the same name.
  const label = `${name}, ${isSingle ? side.replace(/s$|ren$/, '') : side}`

  const move = (from: number, to: number) => {
    const id = ids[from]

    if (id === undefined || to < 0 || to >= ids.length) return
    change(ids.toSpliced(from, 1).toSpliced(to, 0, id))
  }

  return (
    <section
      aria-label={label}
      className="grid gap-x-3 gap-y-1.5 border-b border-line/60 px-3 py-2 sm:grid-cols-[180px_minmax(0,1fr)]"
    >
      <div className="min-w-0 pt-1">
        <h2 className="font-medium wrap-anywhere">
          {name}
          {isChanged && <span className="ml-1.5 text-sm font-normal text-orange">changed</span>}
        </h2>
        <p className="text-xs text-muted wrap-anywhere">
          {side === 'parents' ? counted(ids.length, 'parent') : counted(ids.length, 'child', 'children')} ·{' '}
          {associated}
        </p>
      </div>
      <div className="flex min-w-0 flex-col gap-1">
        {ids.length > 0 && (
          <ol className="flex flex-col gap-1">
            {ids.slice(0, visibleCount).map((id, index) => (
              <RelatedRow
                key={id}
                id={id}
                entity={listItems?.get(id) ?? furtherItems?.get(id)}
                index={index}
                count={ids.length}
                move={move}
                drop={(dropped) => move(ids.indexOf(dropped), index)}
                remove={() => change(ids.filter((each) => each !== id))}
              />
            ))}
          </ol>
        )}
        {ids.length > visibleCount && (
          <Button className="self-start" onClick={() => setVisibleCount(visibleCount + 200)}>
            Show more ({formatCount(ids.length - visibleCount)} hidden)
          </Button>
        )}
        <EntityPicker
          label={`${isSingle && ids.length > 0 ? 'Replace in' : 'Add to'} ${label}`}
          definition={associated}
          placeholder={`${isSingle && ids.length > 0 ? 'Replace with' : 'Add'}: id, identifier or text`}
          choose={({ id }) => change(isSingle ? [id] : [...ids.filter((each) => each !== id), id])}
        />
        <Problem text={problem} />
      </div>
    </section>
  )
}
