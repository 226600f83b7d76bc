import { useQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { formatCount } from '../../lib/format.ts'
import { nameInLink } from '../../lib/addresses.ts'
import { Stripe, Thumbnail } from '../../parts/entity/thumbnail.tsx'
import { relatedLinks } from '../../parts/entity/members.ts'
import { type ListedEntity, listedEntitiesQuery, wholeEntityQuery } from '../../service/entities.ts'
import { Button } from '../../ui/controls/button.tsx'

/** The number of entities of a group that are shown initially. */
const initialCount = 5

/** Classes of the lines from an entity to the groups beside it; on narrow screens the groups are below it. */
const tick =
  'relative @xl:before:absolute @xl:before:top-1/2 @xl:before:w-4 @xl:before:border-t @xl:before:border-line-strong'
const lines = {
  left: { tick: `${tick} @xl:before:-right-4`, bracket: '@xl:mr-4 @xl:border-r @xl:pr-4' },
  right: { tick: `${tick} @xl:before:-left-4`, bracket: '@xl:ml-4 @xl:border-l @xl:pl-4' },
}

/** The end of the root's relations that each column shows. */
const sides = { left: 'parents', right: 'children' } as const

interface NeighboursProps {
  readonly id: number
  /** Parents of the root are on the left, children on the right; further neighbours stay on that side. */
  readonly column: keyof typeof sides
  /** The entity whose expansion shows these neighbours; it is not shown again. */
  readonly from?: number
  readonly current: number | undefined
  readonly open: (id: number) => void
}

/** The neighbours of an entity on one side, grouped by relation. */
export function Neighbours({ id, column, from, current, open }: NeighboursProps) {
  const { data, error } = useQuery(wholeEntityQuery(id))
  const shownSides = from === undefined ? [sides[column]] : Object.values(sides)
  const groups = Object.entries(data?.entity.relations ?? {})
    .flatMap(([name, relation]) =>
      shownSides.map((side) => ({ name, side, links: relatedLinks(relation, side) })),
    )
    .map(({ links, ...group }) => ({ ...group, ids: links.map(({ href }) => Number(nameInLink(href))) }))
    .map(({ ids, ...group }) => ({ ...group, ids: ids.filter((each) => each !== from) }))
    .filter(({ ids }) => ids.length > 0)

  if (error) return <span className="px-3 text-sm text-red">{error.message}</span>
  if (!data) return <span className="skeleton mx-4 h-8 w-30" />
  if (groups.length === 0) {
    return from === undefined ? null : <span className="px-3 text-sm text-muted">No further neighbours</span>
  }

  return (
    <ul
      aria-label={from === undefined ? `${sides[column]} of ${id}` : `neighbours of ${id}`}
      className={`flex flex-col gap-3 border-line-strong @max-xl:pl-3 ${lines[column].tick} ${lines[column].bracket}`}
    >
      {groups.map(({ name, side, ids }) => (
        <li key={`${name} ${side}`} className={lines[column].tick}>
          <Group name={name} ids={ids} column={column} from={id} current={current} open={open} />
        </li>
      ))}
    </ul>
  )
}

interface GroupProps extends Omit<NeighboursProps, 'id' | 'from'> {
  readonly name: string
  readonly ids: readonly number[]
  readonly from: number
}

function Group({ name, ids, ...rest }: GroupProps) {
  const [visibleCount, setVisibleCount] = useState(initialCount)
  const listItems = useQuery(listedEntitiesQuery(ids.slice(0, visibleCount))).data
  const hidden = ids.length - visibleCount

  return (
    <section aria-label={name} className="min-w-0">
      <h2 className={`pb-0.5 text-sm text-muted ${rest.column === 'left' ? '@xl:text-right' : ''}`}>
        {name} <span className="font-normal">{formatCount(ids.length)}</span>
      </h2>
      <ul className="flex flex-col gap-1">
        {ids.slice(0, visibleCount).map((id) => (
          <Neighbour key={id} id={id} entity={listItems?.get(id)} {...rest} />
        ))}
        {hidden > 0 && (
          <li>
            <Button onClick={() => setVisibleCount(visibleCount + 20)}>{formatCount(hidden)} more</Button>
          </li>
        )}
      </ul>
    </section>
  )
}

interface NeighbourProps extends NeighboursProps {
  readonly entity: ListedEntity | undefined
}

/** An entity, which can be opened, and whose neighbours are shown on demand. */
function Neighbour({ id, entity, column, current, open, ...rest }: NeighbourProps) {
  const [isExpanded, setExpanded] = useState(false)
  const Chevron = column === 'left' ? ChevronLeft : ChevronRight
  const title = entity?.title ?? `Entity ${id}`

  return (
    <li
      className={`flex items-center @max-xl:flex-col @max-xl:items-start ${column === 'left' ? '@xl:flex-row-reverse' : ''}`}
    >
      <span className={`flex shrink-0 ${column === 'left' ? '@xl:flex-row-reverse' : ''}`}>
        <EntityCard id={id} entity={entity} isCurrent={id === current} open={open} />
        <Button
          className="px-1 text-muted"
          tone="quiet"
          aria-expanded={isExpanded}
          aria-label={`Neighbours of ${title}`}
          title="Show related entities"
          onClick={() => setExpanded(!isExpanded)}
        >
          <Chevron size={14} className={isExpanded ? 'rotate-180' : ''} />
        </Button>
      </span>
      {isExpanded && <Neighbours id={id} column={column} current={current} open={open} {...rest} />}
    </li>
  )
}

interface EntityCardProps {
  readonly id: number
  readonly entity: ListedEntity | undefined
  readonly isCurrent: boolean
  readonly open: (id: number) => void
}

/** An entity of the graph, with a stripe in the colour of its definition. */
export function EntityCard({ id, entity, isCurrent, open }: EntityCardProps) {
  const definition = entity ? nameInLink(entity.entitydefinition.href) : ''

  return (
    <button
      type="button"
      className={`flex h-10 w-46 items-center gap-2 overflow-hidden rounded border pr-2 text-left hover:border-accent ${isCurrent ? 'border-accent bg-accent-soft' : 'border-line-strong bg-ground'}`}
      onClick={() => open(id)}
    >
      <Stripe name={definition} className="h-full" />
      <Thumbnail entity={entity} size={24} />
      <span className="min-w-0 flex-1 leading-tight">
        <span className="block truncate font-medium">{entity?.title ?? `Entity ${id}`}</span>
        <span className="block truncate text-xs text-muted">
          {definition} · {id}
        </span>
      </span>
    </button>
  )
}
