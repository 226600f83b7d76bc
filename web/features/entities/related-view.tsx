import { Link } from '@tanstack/react-router'
import { Pencil } from 'lucide-react'
import { formatCount } from '../../lib/format.ts'
import { linkTo } from '../../lib/page-addresses.ts'
import {
  endsOf,
  relatedIds,
  useRelated,
  type RelationEnd,
  type WholeEntity,
} from '../../parts/entity/members.ts'
import { Thumbnail } from '../../parts/entity/thumbnail.tsx'
import { Button, LinkButton } from '../../ui/controls/button.tsx'

/** The entities to which an entity is related, by relation. */
export function RelatedView({ entity, definition }: WholeEntity) {
  const ends = endsOf(definition).map((end) => ({ end, ids: relatedIds(entity, end) }))
  const empty = ends.filter(({ ids }) => ids.length === 0)

  if (ends.length === 0) return <p className="p-3 text-muted">This definition has no relations.</p>

  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line/60 px-3 py-1.5">
        <span className="min-w-0 flex-1 text-sm text-muted wrap-anywhere">
          {empty.length > 0 && `Empty: ${[...new Set(empty.map(({ end }) => end.name))].join(', ')}`}
        </span>
        <LinkButton Icon={Pencil} to="." search={(before) => ({ ...before, edit: 'relations' as const })}>
          Edit the relations
        </LinkButton>
      </div>
      {ends.map(
        ({ end, ids }) => ids.length > 0 && <RelatedList key={end.key} id={entity.id} end={end} ids={ids} />,
      )}
    </>
  )
}

interface RelatedListProps {
  /** The entity to whose relation they belong. */
  readonly id: number
  readonly end: RelationEnd
  readonly ids: readonly number[]
}

/** The related entities of one end, some of them at first. */
function RelatedList({ id, end: { name, side, associated }, ids }: RelatedListProps) {
  const { shown, hidden, showMore } = useRelated(ids, 10, 50)

  return (
    <section aria-label={`${name}, ${side}`} className="border-b border-line/60 px-3 py-2">
      <h2 className="font-medium">
        {name} <span className="font-normal text-muted">{formatCount(ids.length)}</span>
      </h2>
      <p className="text-xs text-muted">
        {side} · {associated}
      </p>
      <ul className="mt-1">
        {shown.map(({ id, entity }) => (
          <li key={id}>
            <Link
              {...linkTo(id)}
              search={{ tab: 'relations' }}
              className="flex min-h-7 items-center gap-2 text-ink no-underline hover:bg-raised pointer-coarse:min-h-11"
            >
              <Thumbnail entity={entity} size={20} />
              <span className="min-w-0 truncate">{entity?.title ?? `Entity ${id}`}</span>
              <span className="font-mono text-xs text-muted">{id}</span>
            </Link>
          </li>
        ))}
      </ul>
      {hidden > 0 && (
        <p className="flex items-center gap-2">
          <Button onClick={showMore}>{formatCount(hidden)} more</Button>
          <Link
            to="/entities"
            search={{ query: `${side === 'parents' ? 'Child' : 'Parent'}('${name}').id==${id}` }}
          >
            Show all in the list
          </Link>
        </p>
      )}
    </section>
  )
}
