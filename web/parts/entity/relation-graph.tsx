import { Link } from '@tanstack/react-router'
import { ArrowDownToLine, ArrowUpToLine, ChevronDown, Pencil, SquareTerminal } from 'lucide-react'
import { useState } from 'react'
import { linkTo } from '../../lib/page-addresses.ts'
import { formatCount } from '../../lib/format.ts'
import type { ListedEntity } from '../../service/entity-queries.ts'
import { Button, LinkButton } from '../../ui/controls/button.tsx'
import { QueryResult } from '../query-result.tsx'
import {
  endsOf,
  relatedIds,
  type RelationEnd,
  useRelated,
  useWholeEntity,
  type WholeEntity,
} from './members.ts'
import { EntityCard } from './thumbnail.tsx'

/** The relations of an entity: its parents on the left, its children on the right, and further neighbours on demand. */
export function RelationGraph(props: WholeEntity & { listItem: ListedEntity | undefined }) {
  const { entity, definition, listItem } = props
  const { id } = entity
  const ends = endsOf(definition)
  const empty = ends.filter((end) => relatedIds(entity, end).length === 0)

  if (ends.length === 0) return <p className="p-3 text-muted">This definition has no relations.</p>

  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line/60 px-3 py-1.5">
        <span className="min-w-0 flex-1 text-sm text-muted wrap-anywhere">
          {empty.length > 0 && `Empty: ${[...new Set(empty.map(({ name }) => name))].join(', ')}`}
        </span>
        <LinkButton Icon={Pencil} to="." search={(before) => ({ ...before, edit: 'relations' as const })}>
          Edit the relations
        </LinkButton>
      </div>
      <div role="group" aria-label="Graph" className="@container flex-1 overflow-auto p-4">
        <div className="grid items-start justify-center gap-4 @2xl:grid-cols-[auto_auto_auto]">
          <Groups {...props} side="parents" />
          <div
            aria-current
            className="w-fit rounded @2xl:sticky @2xl:top-0 outline-2 outline-accent @max-2xl:order-first @2xl:col-start-2"
          >
            <EntityCard id={id} entity={listItem} />
          </div>
          <Groups {...props} side="children" />
        </div>
      </div>
    </>
  )
}

interface GroupsProps extends Pick<WholeEntity, 'entity' | 'definition'> {
  /** The end of the root's relations; other entities show both. */
  readonly side?: RelationEnd['side']
  /** The entity whose neighbour this is, which its neighbours omit. */
  readonly from?: number
}

/** The neighbours of an entity, by relation and end. */
function Groups({ entity, definition, side, from }: GroupsProps) {
  const { id } = entity
  const groups = endsOf(definition)
    .filter((end) => side === undefined || side === end.side)
    .map((end) => ({ end, ids: relatedIds(entity, end).filter((each) => each !== from) }))
    .filter(({ ids }) => ids.length > 0)

  if (groups.length === 0)
    return side ? null : <span className="px-3 text-sm text-muted">No further neighbours</span>

  return (
    <ul
      aria-label={`${side ?? 'neighbours'} of ${id}`}
      className="flex flex-col gap-3 border-l border-line-strong pl-3"
    >
      {groups.map(({ end, ids }) => (
        <Group key={end.key} id={id} end={end} ids={ids} />
      ))}
    </ul>
  )
}

interface GroupProps {
  /** The entity to whose relation the group belongs. */
  readonly id: number
  readonly end: RelationEnd
  readonly ids: readonly number[]
}

/** The related entities of one relation. */
function Group({ id, end: { name, side, associated }, ids }: GroupProps) {
  const { shown, hidden, showMore } = useRelated(ids, 6, 20)
  const path = `/api/entities/${id}/relations/${encodeURIComponent(name)}`
  const Arrow = side === 'parents' ? ArrowUpToLine : ArrowDownToLine

  return (
    <li>
      <section aria-label={name}>
        <div className="flex items-center gap-1.5 text-sm text-muted">
          <Arrow size={12} aria-label={`${side}:`} />
          <h2 title={associated}>
            {name} <span className="font-normal">{formatCount(ids.length)}</span>
          </h2>
          <Link
            to="/requests/new"
            search={{ method: 'GET', path }}
            className="grid size-6 place-items-center text-muted hover:text-accent"
            title={`Try ${path}`}
            aria-label={`Try ${path}`}
          >
            <SquareTerminal size={12} aria-hidden />
          </Link>
        </div>
        <ul className="flex flex-col gap-1">
          {shown.map((each) => (
            <Neighbour key={each.id} {...each} from={id} />
          ))}
          {hidden > 0 && (
            <li className="flex items-center gap-2">
              <Button onClick={showMore}>{formatCount(hidden)} more</Button>
              <Link
                to="/entities"
                search={{ query: `${side === 'parents' ? 'Child' : 'Parent'}('${name}').id==${id}` }}
              >
                Show all in the list
              </Link>
            </li>
          )}
        </ul>
      </section>
    </li>
  )
}

interface NeighbourProps {
  readonly id: number
  readonly entity: ListedEntity | undefined
  /** The entity whose neighbour it is. */
  readonly from: number
}

/** An entity, whose own relations can be opened, and whose neighbours are shown below it on demand. */
function Neighbour({ id, entity, from }: NeighbourProps) {
  const [isExpanded, setExpanded] = useState(false)

  return (
    <li className="flex flex-col gap-1">
      <span className="flex">
        <Link {...linkTo(id)} search={{ tab: 'relations' }} className="text-ink no-underline">
          <EntityCard id={id} entity={entity} />
        </Link>
        <Button
          className="h-10! px-1 text-muted"
          tone="quiet"
          aria-expanded={isExpanded}
          aria-label={`Neighbours of ${entity?.title ?? `entity ${id}`}`}
          title="Show related entities"
          onClick={() => setExpanded(!isExpanded)}
        >
          <ChevronDown size={14} className={isExpanded ? 'rotate-180' : ''} />
        </Button>
      </span>
      {isExpanded && <Expansion id={id} from={from} />}
    </li>
  )
}

function Expansion({ id, from }: Omit<NeighbourProps, 'entity'>) {
  return (
    <QueryResult query={useWholeEntity(id)} rows={1}>
      {(whole) => <Groups {...whole} from={from} />}
    </QueryResult>
  )
}
