import { Check } from 'lucide-react'
import type { ListedEntity } from '../../service/shapes.ts'
import { ago, count } from '../../lib/format.ts'
import { nameInLink } from '../../lib/place.ts'
import type { Column } from '../../ui/grid-column.ts'
import { DefinitionTag } from '../../parts/entity/definition-tag.tsx'
import { Thumbnail } from '../../parts/entity/thumbnail.tsx'

/** What the list shows of an entity; on narrow screens, what matters most. */
export function columnsFor(
  definition: string | undefined,
  picked: ReadonlyMap<string, ListedEntity>,
  pick: (entities: readonly ListedEntity[]) => void,
): Column<ListedEntity>[] {
  const now = Date.now()

  return [
    {
      id: 'pick',
      header: 'Selected',
      hidesHeader: true,
      className: 'w-8 shrink-0 @max-lg:hidden',
      render: (entity) => (
        // The row itself can be selected by keys and says so; this is for the mouse.
        <span
          aria-hidden
          className={`grid size-4 place-items-center rounded border ${picked.has(String(entity.id)) ? 'border-accent bg-accent text-on-accent' : 'border-line-strong'}`}
          onClick={(event) => {
            event.stopPropagation()
            pick([entity])
          }}
        >
          {picked.has(String(entity.id)) && <Check size={12} />}
        </span>
      ),
    },
    {
      id: 'id',
      header: 'Id',
      className: 'w-20 shrink-0 font-mono',
      isSortable: true,
      render: ({ id }) => id,
    },
    {
      id: 'title',
      header: 'Title',
      className: 'min-w-40 flex-[4]',
      render: (entity) => (
        <span className="flex items-center gap-2">
          <Thumbnail entity={entity} size={20} />
          <span className="truncate">{entity.title}</span>
        </span>
      ),
    },
    ...(definition
      ? []
      : [
          {
            id: 'definition',
            header: 'Definition',
            className: 'w-36 shrink-0 max-sm:w-28',
            isSortable: true,
            render: (entity: ListedEntity) => (
              <DefinitionTag name={nameInLink(entity.entitydefinition.href)} />
            ),
          },
        ]),
    {
      id: 'identifier',
      header: 'Identifier',
      className: 'min-w-32 flex-[2] font-mono text-sm text-muted @max-6xl:hidden',
      isSortable: true,
      render: ({ identifier }) => identifier,
    },
    {
      id: 'relations',
      header: 'Related',
      className: 'w-18 shrink-0 text-right text-muted @max-2xl:hidden',
      render: ({ relation_counts }) =>
        count(Object.values(relation_counts).reduce((sum, each) => sum + each, 0)),
    },
    {
      id: 'version',
      header: 'Version',
      className: 'w-18 shrink-0 text-right text-muted @max-4xl:hidden',
      isSortable: true,
      render: ({ version }) => version,
    },
    {
      id: 'modified_on',
      header: 'Modified',
      className: 'w-28 shrink-0 text-muted @max-2xl:hidden',
      isSortable: true,
      render: ({ modified_on }) => (
        <time dateTime={modified_on} title={modified_on}>
          {ago(modified_on, now)}
        </time>
      ),
    },
  ]
}
