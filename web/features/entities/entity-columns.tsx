import { Check } from 'lucide-react'
import type { ListedEntity } from '../../service/entities.ts'
import { formatCount } from '../../lib/format.ts'
import { nameInLink } from '../../lib/addresses.ts'
import type { Column } from '../../ui/grid/data-grid.tsx'
import { DefinitionTag, Thumbnail } from '../../parts/entity/thumbnail.tsx'
import { useSandboxTime } from '../../parts/sandbox/use-sandbox-time.ts'
import { Time } from '../../ui/layout/page.tsx'

/** The columns of the list; narrow screens show the most important columns only. */
export function columnsFor(
  definition: string | undefined,
  selection: ReadonlyMap<string, ListedEntity>,
  toggleSelected: (entities: readonly ListedEntity[]) => void,
): Column<ListedEntity>[] {
  return [
    {
      id: 'select',
      header: 'Selected',
      hidesHeader: true,
      className: 'w-8 shrink-0 @max-lg:hidden',
      render: (entity) => (
        <SelectBox isSelected={selection.has(String(entity.id))} toggle={() => toggleSelected([entity])} />
      ),
    },
    {
      id: 'id',
      header: 'Id',
      className: 'w-20 shrink-0 font-mono',
      render: ({ id }) => id,
    },
    {
      id: 'title',
      header: 'Title',
      className: 'min-w-40 flex-[4]',
      render: (entity) => (
        <span className="flex items-center gap-2">
          <Thumbnail entity={entity} size={20} />
          <span className="truncate" dir="auto">
            {entity.title}
          </span>
        </span>
      ),
    },
    {
      id: 'definition',
      header: 'Definition',
      className: `w-36 shrink-0 max-sm:w-28 ${definition ? 'hidden' : ''}`,
      render: ({ entitydefinition }) => <DefinitionTag name={nameInLink(entitydefinition.href)} />,
    },
    {
      id: 'identifier',
      header: 'Identifier',
      className: 'min-w-32 flex-[2] font-mono text-sm text-muted @max-6xl:hidden',
      render: ({ identifier }) => identifier,
    },
    {
      id: 'relation_counts',
      header: 'Related',
      className: 'w-18 shrink-0 justify-end text-right text-muted @max-2xl:hidden',
      render: ({ relation_counts }) =>
        formatCount(Object.values(relation_counts).reduce((sum, each) => sum + each, 0)),
    },
    {
      id: 'version',
      header: 'Version',
      className: 'w-18 shrink-0 justify-end text-right text-muted @max-4xl:hidden',
      render: ({ version }) => version,
    },
    {
      id: 'modified_on',
      header: 'Modified',
      className: 'w-28 shrink-0 text-muted @max-2xl:hidden',
      render: ({ modified_on }) => <Age at={modified_on} />,
    },
  ]
}

/** A separate component, so that only the ages are rendered again as time passes, not the list. */
function Age({ at }: { at: string }) {
  return <Time at={at} now={useSandboxTime()} />
}

/** For pointers only: the keyboard and screen readers select the row itself. */
function SelectBox({ isSelected, toggle }: { isSelected: boolean; toggle: () => void }) {
  return (
    <span
      aria-hidden
      className="-m-1 grid size-6 place-items-center"
      onClick={(event) => {
        event.stopPropagation()
        toggle()
      }}
    >
      <Check
        size={16}
        className={`rounded border ${isSelected ? 'border-accent bg-accent text-on-accent' : 'border-line-strong text-transparent'}`}
      />
    </span>
  )
}
