import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowDownToLine, ArrowUpToLine, Pencil } from 'lucide-react'
import { entityTitles } from '../../service/entities.ts'
import type {
  DefinitionAnswer,
  EntityAnswer,
  Link as LinkObject,
  ListedEntity,
  RelationOfDefinition,
} from '../../service/shapes.ts'
import { count } from '../../lib/format.ts'
import { nameInLink, pathOfLink } from '../../lib/place.ts'
import { Skeleton } from '../../ui/notice.tsx'
import { relatedOf } from './related.ts'
import { Thumbnail } from './thumbnail.tsx'

/** Related entities that are shown at once. */
const shownAtOnce = 40

/** The relations of an entity, from whichever end it sees them, and the entities at the other ends. */
export function RelationList({
  entity,
  definition,
}: {
  entity: EntityAnswer
  definition: DefinitionAnswer | undefined
}) {
  const relations = Object.entries(entity.relations).flatMap(([name, relation]) => relatedOf(name, relation))
  const shown = relations.flatMap(({ links }) =>
    links.slice(0, shownAtOnce).map(({ href }) => Number(nameInLink(href))),
  )
  const titles = useQuery(entityTitles(shown)).data

  if (!definition) return <Skeleton rows={8} />
  if (relations.length === 0) return <p className="p-3 text-muted">Its definition has no relations.</p>

  const members = definition.member_groups
    .flatMap(({ members }) => members)
    .filter((member) => member.type === 'Relation')

  return (
    <div>
      <div className="flex justify-end border-b border-line/60 px-3 py-1.5">
        <Link
          to="/entities/$id/edit"
          params={{ id: String(entity.id) }}
          search={{ tab: 'relations' }}
          className="button"
        >
          <Pencil size={14} aria-hidden />
          Edit the relations
        </Link>
      </div>
      {relations.map(({ name, side, links, self }) => (
        <section
          key={`${name} ${side}`}
          aria-label={`${name} ${side}`}
          className="border-b border-line/60 px-3 py-2"
        >
          <div className="flex flex-wrap items-center gap-2">
            {side === 'parents' ? (
              <ArrowUpToLine size={14} className="text-muted" aria-label="Parents:" />
            ) : (
              <ArrowDownToLine size={14} className="text-muted" aria-label="Children:" />
            )}
            <h2 className="font-medium">{name}</h2>
            <span className="text-muted">{count(links.length)}</span>
            <span className="text-sm text-muted">{describe(members, name, side)}</span>
            <Link
              to="/explore"
              search={{ method: 'GET', path: pathOfLink(self) }}
              className="ml-auto truncate font-mono text-sm text-muted hover:text-accent"
              title="Try this address"
            >
              {pathOfLink(self)}
            </Link>
          </div>
          <Related links={links} titles={titles} />
        </section>
      ))}
    </div>
  )
}

function Related({
  links,
  titles,
}: {
  links: readonly LinkObject[]
  titles: ReadonlyMap<number, ListedEntity> | undefined
}) {
  if (links.length === 0) return <p className="mt-1 text-muted">none</p>

  return (
    <ul className="mt-1.5 flex flex-wrap gap-1">
      {links.slice(0, shownAtOnce).map(({ href }) => {
        const id = Number(nameInLink(href))
        const related = titles?.get(id)

        return (
          <li key={href} className="max-w-full">
            <Link to="/entities/$id" params={{ id: String(id) }} className="pill">
              <Thumbnail entity={related} size={16} />
              <span className="truncate">{related?.title ?? `Entity ${id}`}</span>
              <span className="font-mono text-xs text-muted">{id}</span>
            </Link>
          </li>
        )
      })}
      {links.length > shownAtOnce && (
        <li className="text-muted">and {count(links.length - shownAtOnce)} more</li>
      )}
    </ul>
  )
}

function describe(
  members: readonly RelationOfDefinition[],
  name: string,
  side: 'parents' | 'children',
): string {
  const member = members.find(
    (each) => each.name === name && (each.role === 'Child') === (side === 'parents'),
  )

  return member ? `${member.cardinality}, ${nameInLink(member.associated_entitydefinition.href)}` : ''
}
