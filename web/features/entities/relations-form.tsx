import { Problem } from '../../ui/controls/field.tsx'
import type { Failures } from '../../service/service-client.ts'
import type { ListedEntity } from '../../service/entity-queries.ts'
import { formatCount, counted } from '../../lib/format.ts'
import { EntityPicker } from '../../parts/entity/entity-picker.tsx'
import { useRelated, type RelationEnd } from '../../parts/entity/members.ts'
import type { DraftRelations } from './entity-draft.ts'
import { Button, IconButton, MoveButtons } from '../../ui/controls/button.tsx'
import { X } from 'lucide-react'
import { announce } from '../../ui/feedback/toasts.tsx'
import { Thumbnail } from '../../parts/entity/thumbnail.tsx'

interface RelationsFormProps {
  readonly ends: readonly RelationEnd[]
  readonly relations: DraftRelations
  readonly changed: readonly RelationEnd[]
  readonly problems: Failures
  readonly change: (relations: DraftRelations) => void
}

/** The related entities of every relation, in order. */
export function RelationsForm({ ends, relations, changed, problems, change }: RelationsFormProps) {
  if (ends.length === 0) return <p className="p-3 text-muted">This definition has no relations.</p>

  return (
    <div className="flex flex-col">
      {ends.map((end) => (
        <EndField
          key={end.key}
          end={end}
          ids={relations[end.key] ?? []}
          isChanged={changed.some(({ key }) => key === end.key)}
          problem={problems[end.name]}
          change={(ids) => change({ ...relations, [end.key]: ids })}
        />
      ))}
    </div>
  )
}

interface EndFieldProps {
  readonly end: RelationEnd
  readonly ids: readonly number[]
  readonly isChanged: boolean
  readonly problem: string | undefined
  readonly change: (ids: readonly number[]) => void
}

function EndField({ end, ids, isChanged, problem, change }: EndFieldProps) {
  const { shown, hidden, showMore } = useRelated(ids, 50, 200)
  const { name, side, isSingle, associated } = end
  // Both ends of a self-referencing relation have the same name.
  const label = `${name}, ${isSingle ? side.replace(/s$|ren$/, '') : side}`

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
        <ol className="flex flex-col gap-1 empty:hidden">
          {shown.map(({ id, entity }) => (
            <RelatedRow key={id} {...{ id, entity, ids, change }} />
          ))}
        </ol>
        {hidden > 0 && (
          <Button className="self-start" onClick={showMore}>
            {formatCount(hidden)} more
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

interface RelatedRowProps extends Pick<EndFieldProps, 'ids' | 'change'> {
  readonly id: number
  /** Undefined while it is loading, and if it was deleted. */
  readonly entity: ListedEntity | undefined
}

/** A related entity, with the buttons that move and remove it. */
function RelatedRow({ id, entity, ids, change }: RelatedRowProps) {
  const title = entity?.title ?? `Entity ${id}`
  const index = ids.indexOf(id)
  const others = ids.filter((each) => each !== id)
  const move = (offset: number) => {
    change(others.toSpliced(index + offset, 0, id))
    announce(`${title} is now ${index + offset + 1} of ${ids.length}.`)
  }

  return (
    <li className="flex h-8 items-center gap-1.5 rounded border border-line bg-raised pl-2 pointer-coarse:h-11">
      <Thumbnail entity={entity} size={22} />
      <span className="min-w-0 flex-1 truncate" title={title}>
        {title}
      </span>
      <span className="font-mono text-xs text-muted">{id}</span>
      {ids.length > 1 && <MoveButtons {...{ index, move }} name={title} count={ids.length} />}
      <IconButton Icon={X} label={`Remove ${title}`} run={() => change(others)} />
    </li>
  )
}
