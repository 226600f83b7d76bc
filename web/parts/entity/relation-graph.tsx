import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import {
  ArrowDownToLine,
  ArrowUpToLine,
  ChevronLeft,
  ChevronRight,
  Pencil,
  SquareTerminal,
} from 'lucide-react'
import { useLayoutEffect, useRef, useState } from 'react'
import { linkTo } from '../../lib/addresses.ts'
import { formatCount } from '../../lib/format.ts'
import { type ListedEntity, listedEntitiesQuery } from '../../service/entities.ts'
import { Button, LinkButton } from '../../ui/controls/button.tsx'
import { QueryResult } from '../query-result.tsx'
import { endsOf, relatedIds, type RelationEnd, useWholeEntity, type WholeEntity } from './members.ts'
import { EntityCard } from './thumbnail.tsx'

/** The number of entities of a group that are shown initially. */
const initialCount = 6

/** Classes of the lines from an entity to the groups beside it; on narrow screens the groups are below it. */
const tick =
  'relative @2xl:before:absolute @2xl:before:top-1/2 @2xl:before:w-4 @2xl:before:border-t @2xl:before:border-line-strong'
const lines = {
  left: { tick: `${tick} @2xl:before:-right-4`, bracket: '@2xl:mr-4 @2xl:border-r @2xl:pr-4' },
  right: { tick: `${tick} @2xl:before:-left-4`, bracket: '@2xl:ml-4 @2xl:border-l @2xl:pl-4' },
}

/** The end of the root's relations that each column shows. */
const sides = { left: 'parents', right: 'children' } as const

/** The relations of an entity: its parents on the left, its children on the right, and further neighbours on demand. */
export function RelationGraph(props: WholeEntity & { listItem: ListedEntity | undefined }) {
  const { entity, definition, listItem } = props
  const box = useRef<HTMLDivElement>(null)
  const { id } = entity
  const ends = endsOf(definition)
  const empty = ends.filter((end) => relatedIds(entity, end).length === 0)

  useLayoutEffect(() => {
    box.current?.querySelector('[data-root]')?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [])

  if (ends.length === 0) return <p className="p-3 text-muted">This definition has no relations.</p>

  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line/60 px-3 py-1.5">
        <span className="min-w-0 flex-1 text-sm text-muted wrap-anywhere">
          {empty.length > 0 && `Empty: ${[...new Set(empty.map(({ name }) => name))].join(', ')}`}
        </span>
        <LinkButton
          Icon={Pencil}
          to="/entities/$id/edit"
          params={{ id: String(id) }}
          search={{ tab: 'relations' }}
        >
          Edit the relations
        </LinkButton>
      </div>
      <div ref={box} role="group" aria-label="Graph" className="@container grid flex-1 overflow-auto p-4">
        <div className="m-auto flex items-center @max-2xl:m-0 @max-2xl:flex-col @max-2xl:items-start @max-2xl:gap-3">
          <Groups {...props} column="left" />
          <div data-root aria-current className="rounded outline-2 outline-accent @max-2xl:order-first">
            <EntityCard id={id} entity={listItem} />
          </div>
          <Groups {...props} column="right" />
        </div>
      </div>
    </>
  )
}

interface GroupsProps extends Pick<WholeEntity, 'entity' | 'definition'> {
  /** Parents of the root are on the left, children on the right; further neighbours stay on that side. */
  readonly column: keyof typeof sides
  /** The entity whose neighbour this is; then its other neighbours are shown, at both ends of its relations. */
  readonly from?: number
}

/** The neighbours of an entity on one side, by relation and end. */
function Groups({ entity, definition, column, from }: GroupsProps) {
  const { id } = entity
  const isRoot = from === undefined
  const groups = endsOf(definition)
    .filter(({ side }) => !isRoot || side === sides[column])
    .map((end) => ({ end, ids: relatedIds(entity, end).filter((each) => each !== from) }))
    .filter(({ ids }) => ids.length > 0)

  if (groups.length === 0)
    return isRoot ? null : <span className="px-3 text-sm text-muted">No further neighbours</span>

  return (
    <ul
      aria-label={isRoot ? `${sides[column]} of ${id}` : `neighbours of ${id}`}
      className={`flex flex-col gap-3 border-line-strong @max-2xl:pl-3 ${lines[column].tick} ${lines[column].bracket}`}
    >
      {groups.map(({ end, ids }) => (
        <li key={end.key} className={lines[column].tick}>
          <Group id={id} end={end} ids={ids} column={column} />
        </li>
      ))}
    </ul>
  )
}

interface GroupProps {
  /** The entity to whose relation the group belongs. */
  readonly id: number
  readonly end: RelationEnd
  readonly ids: readonly number[]
  readonly column: keyof typeof sides
}

/** The related entities of one relation. */
function Group({ id, end: { name, side, associated }, ids, column }: GroupProps) {
  const [visibleCount, setVisibleCount] = useState(initialCount)
  const listItems = useQuery(listedEntitiesQuery(ids.slice(0, visibleCount))).data
  const hidden = ids.length - visibleCount
  const path = `/api/entities/${id}/relations/${encodeURIComponent(name)}`
  const Arrow = side === 'parents' ? ArrowUpToLine : ArrowDownToLine

  return (
    <section aria-label={name} className="min-w-0">
      <div
        className={`flex items-center gap-1.5 text-sm text-muted ${column === 'left' ? '@2xl:justify-end' : ''}`}
      >
        <Arrow size={12} aria-label={`${side}:`} />
        <h2 title={associated}>
          {name} <span className="font-normal">{formatCount(ids.length)}</span>
        </h2>
        <Link
          to="/explore"
          search={{ method: 'GET', path }}
          className="grid size-6 place-items-center text-muted hover:text-accent"
          title={`Try ${path}`}
          aria-label={`Try ${path}`}
        >
          <SquareTerminal size={12} aria-hidden />
        </Link>
      </div>
      <ul className="flex flex-col gap-1">
        {ids.slice(0, visibleCount).map((each) => (
          <Neighbour key={each} id={each} entity={listItems?.get(each)} from={id} column={column} />
        ))}
        {hidden > 0 && (
          <li className="flex items-center gap-2">
            <Button onClick={() => setVisibleCount(visibleCount + 20)}>{formatCount(hidden)} more</Button>
            <Link to="/entities" search={{ q: `relation.${name}:${id}` }}>
              Show all in the list
            </Link>
          </li>
        )}
      </ul>
    </section>
  )
}

interface NeighbourProps extends Pick<GroupProps, 'id' | 'column'> {
  readonly entity: ListedEntity | undefined
  /** The entity whose neighbour it is; its neighbours do not include that. */
  readonly from: number
}

/** An entity, whose own relations can be opened, and whose neighbours are shown on demand. */
function Neighbour({ id, entity, column, from }: NeighbourProps) {
  const [isExpanded, setExpanded] = useState(false)
  const Chevron = column === 'left' ? ChevronLeft : ChevronRight

  return (
    <li
      className={`flex items-center @max-2xl:flex-col @max-2xl:items-start ${column === 'left' ? '@2xl:flex-row-reverse' : ''}`}
    >
      <span className={`flex shrink-0 ${column === 'left' ? '@2xl:flex-row-reverse' : ''}`}>
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
          <Chevron size={14} className={isExpanded ? 'rotate-180' : ''} />
        </Button>
      </span>
      {isExpanded && <Expansion id={id} column={column} from={from} />}
    </li>
  )
}

function Expansion({ id, column, from }: Omit<NeighbourProps, 'entity'>) {
  return (
    <QueryResult query={useWholeEntity(id)} rows={1}>
      {(whole) => <Groups {...whole} column={column} from={from} />}
    </QueryResult>
  )
}
