import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowDownToLine, ArrowUpToLine, Pencil, SquareTerminal } from 'lucide-react'
import {
  type DefinitionResponse,
  type EntityResponse,
  type Link as LinkObject,
  type ListedEntity,
  listedEntitiesQuery,
} from '../../service/entities.ts'
import { formatCount } from '../../lib/format.ts'
import { linkTo, nameInLink } from '../../lib/addresses.ts'
import { relatedLinks, relationsOf, sideOf } from './members.ts'
import { Thumbnail } from './thumbnail.tsx'
import { LinkButton } from '../../ui/controls/button.tsx'

/** The maximum number of related entities that are shown of each relation. */
const maxShown = 40

/** The relations of an entity, as parent or child, and the related entities. */
export function RelationList({
  entity,
  definition,
}: {
  entity: EntityResponse
  definition: DefinitionResponse
}) {
  const relations = relationsOf(definition).map((member) => {
    const { name, cardinality, associated_entitydefinition } = member
    const side = sideOf(member)

    return {
      name,
      side,
      summary: `${cardinality}, ${nameInLink(associated_entitydefinition.href)}`,
      links: relatedLinks(entity.relations[name], side),
      path: `/api/entities/${entity.id}/relations/${encodeURIComponent(name)}`,
    }
  })
  const shownIds = relations.flatMap(({ links }) =>
    links.slice(0, maxShown).map(({ href }) => Number(nameInLink(href))),
  )
  const listItems = useQuery(listedEntitiesQuery(shownIds)).data

  if (relations.length === 0) return <p className="p-3 text-muted">This definition has no relations.</p>

  return (
    <div className="@container">
      <div className="flex justify-end border-b border-line/60 px-3 py-1.5">
        <LinkButton
          Icon={Pencil}
          to="/entities/$id/edit"
          params={{ id: String(entity.id) }}
          search={{ tab: 'relations' }}
        >
          Edit the relations
        </LinkButton>
      </div>
      {relations.map(({ name, side, summary, links, path }) => (
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
            <span className="text-muted">{formatCount(links.length)}</span>
            <span className="text-sm text-muted">{summary}</span>
            <Link
              to="/explore"
              search={{ method: 'GET', path }}
              className="ml-auto flex min-w-0 items-center gap-1 font-mono text-sm text-muted hover:text-accent"
              title={`Try ${path}`}
              aria-label={`Try ${path}`}
            >
              <span className="hidden truncate @xl:inline">{path}</span>
              <SquareTerminal size={14} className="shrink-0 @xl:hidden" aria-hidden />
            </Link>
          </div>
          <RelatedEntities entityId={entity.id} name={name} links={links} listItems={listItems} />
        </section>
      ))}
    </div>
  )
}

function RelatedEntities({
  entityId,
  name,
  links,
  listItems,
}: {
  entityId: number
  name: string
  links: readonly LinkObject[]
  listItems: ReadonlyMap<number, ListedEntity> | undefined
}) {
  if (links.length === 0) return <p className="mt-1 text-muted">none</p>

  return (
    <ul className="mt-1.5 grid grid-cols-[repeat(auto-fill,minmax(200px,1fr))] gap-1">
      {links.slice(0, maxShown).map(({ href }) => {
        const id = Number(nameInLink(href))
        const related = listItems?.get(id)

        return (
          <li key={href} className="min-w-0">
            <Link {...linkTo(id)} className="pill h-7 w-full pointer-coarse:h-10">
              <Thumbnail entity={related} size={20} />
              <span className="min-w-0 flex-1 truncate">{related?.title ?? `Entity ${id}`}</span>
              <span className="font-mono text-xs text-muted">{id}</span>
            </Link>
          </li>
        )
      })}
      {links.length > maxShown && (
        <li className="self-center px-1">
          <Link to="/entities" search={{ q: `relation.${name}:${entityId}` }}>
            Show all {formatCount(links.length)} in the list
          </Link>
        </li>
      )}
    </ul>
  )
}
