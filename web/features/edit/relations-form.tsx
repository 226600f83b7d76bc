import { Problem } from '../../ui/controls/field.tsx'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState, type KeyboardEvent } from 'react'
import { type ListedEntity, listedEntitiesQuery } from '../../service/entities.ts'
import { formatCount, counted } from '../../lib/format.ts'
import { EntityPicker } from '../../parts/entity/entity-picker.tsx'
import type { DraftRelations, DraftEnd } from './draft.ts'
import { Button, IconButton } from '../../ui/controls/button.tsx'
import { ChevronDown, ChevronUp, GripVertical, X } from 'lucide-react'
import { announce } from '../../ui/feedback/toasts.tsx'
import { Thumbnail } from '../../parts/entity/thumbnail.tsx'

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

interface RelatedRowProps {
  readonly id: number
  /** Undefined while it is loading, and if it was deleted. */
  readonly entity: ListedEntity | undefined
  readonly index: number
  readonly count: number
  readonly move: (from: number, to: number) => void
  /** Moves the entity with this id, if it is in this list, to the position of this row. */
  readonly drop: (id: number) => void
  readonly remove: () => void
}

/** The media type of dragged rows; nothing else can be dropped. */
const rowType = 'application/x-related-row'

/** A related entity, which can be dragged, or moved by its buttons or by Alt and an arrow key. */
function RelatedRow({ id, entity, index, count, move, drop, remove }: RelatedRowProps) {
  const [isDropTarget, setDropTarget] = useState(false)
  const title = entity?.title ?? `Entity ${id}`
  const shift = (offset: number) => {
    move(index, index + offset)
    announce(`${title} is now ${index + offset + 1} of ${count}.`)
  }

  const onKeyDown = (event: KeyboardEvent) => {
    const offset = event.altKey ? { ArrowUp: -1, ArrowDown: 1 }[event.key] : undefined

    if (offset === undefined || index + offset < 0 || index + offset >= count) return
    event.preventDefault()
    shift(offset)
  }

  return (
    <li
      draggable={count > 1}
      className={`flex h-8 items-center gap-1.5 rounded border bg-raised pl-1 pointer-coarse:h-11 ${isDropTarget ? 'border-accent' : 'border-line'}`}
      onKeyDown={onKeyDown}
      onDragStart={({ dataTransfer }) => dataTransfer.setData(rowType, String(id))}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes(rowType)) return
        event.preventDefault()
        setDropTarget(true)
      }}
      onDragLeave={() => setDropTarget(false)}
      onDrop={(event) => {
        event.preventDefault()
        setDropTarget(false)
        drop(Number(event.dataTransfer.getData(rowType)))
      }}
    >
      {count > 1 && <GripVertical size={14} className="shrink-0 cursor-grab text-muted" aria-hidden />}
      <Thumbnail entity={entity} size={22} />
      <span className="min-w-0 flex-1 truncate" title={title}>
        {title}
      </span>
      <span className="font-mono text-xs text-muted">{id}</span>
      {count > 1 && (
        <>
          <IconButton
            Icon={ChevronUp}
            label={`Move ${title} up`}
            isDisabled={index === 0}
            run={() => shift(-1)}
          />
          <IconButton
            Icon={ChevronDown}
            label={`Move ${title} down`}
            isDisabled={index === count - 1}
            run={() => shift(1)}
          />
        </>
      )}
      <IconButton Icon={X} label={`Remove ${title}`} run={remove} />
    </li>
  )
}
