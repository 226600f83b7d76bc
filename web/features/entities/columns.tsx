import { useQuery } from '@tanstack/react-query'
import { Columns3 } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useCommands } from '../../commands/console-commands.ts'
import { changeSettings, useSettings, type ChosenColumn } from '../../lib/console-settings.ts'
import { brief, formatCount, labelOf } from '../../lib/format.ts'
import { endsOf, propertiesOf } from '../../parts/entity/members.ts'
import { Thumbnail } from '../../parts/entity/thumbnail.tsx'
import { Age } from '../../parts/sandbox/sandbox-time.tsx'
import {
  definitionQuery,
  type EntityDefinition,
  type ListedEntity,
  type PropertyOfDefinition,
} from '../../service/entity-queries.ts'
import { Button, MoveButtons } from '../../ui/controls/button.tsx'
import { SearchField } from '../../ui/controls/field.tsx'
import type { Column } from '../../ui/grid/data-grid.tsx'
import { Modal } from '../../ui/overlays/modal.tsx'

/** A column that the list can show. */
export interface ListColumn extends Column<ListedEntity> {
  /** The label in the definition; with the name of the member if another column has the same label. */
  readonly header: string
  /** Shown unless columns have been chosen. */
  readonly isUsual: boolean
  /** The member that the request must ask for. */
  readonly member?: string
  /** The property that its cells show, if it can be edited there. */
  readonly property?: PropertyOfDefinition
}

const numbers = 'justify-end text-right text-muted'

/** The list's own columns; on narrow screens, it shows the most important ones only. */
const ownColumns: readonly ListColumn[] = [
  own('id', 'Id', 'w-20 shrink-0 font-mono', ({ id }) => id),
  own('title', 'Title', 'min-w-60 flex-[4] max-sm:min-w-40', (entity) => (
    <span className="flex items-center gap-2">
      <Thumbnail entity={entity} size={20} />
      <span className="truncate" dir="auto">
        {entity.title}
      </span>
    </span>
  )),
  own('definition', 'Definition', 'w-36 shrink-0 max-sm:w-28', ({ definition }) => definition),
  own(
    'identifier',
    'Identifier',
    'min-w-32 flex-[2] font-mono text-sm text-muted @max-6xl:hidden',
    ({ identifier }) => identifier,
  ),
  own('version', 'Version', `w-18 shrink-0 ${numbers} @max-4xl:hidden`, ({ version }) => version),
  own('modified_on', 'Modified', 'w-28 shrink-0 text-muted @max-2xl:hidden', ({ modified_on }) => (
    <Age at={modified_on} />
  )),
]

function own(
  id: string,
  header: string,
  className: string,
  render: (entity: ListedEntity) => ReactNode,
): ListColumn {
  return { id, header, className, render, isUsual: true }
}

/** The usual columns of a definition, beside its title: this many properties and relations. */
const usualCounts = { properties: 3, relations: 2 }

/** The usual properties: values to compare at a glance before texts, and long texts last. */
function usualProperties({ display_template, ...definition }: EntityDefinition): ReadonlySet<string> {
  const names = propertiesOf(definition)
    .filter(({ name, type }) => type !== 'Json' && !display_template?.includes(`{${name}}`))
    .toSorted((a, b) => rankOf(a) - rankOf(b))
    .map(({ name }) => name)

  return new Set(names.slice(0, usualCounts.properties))
}

const ofDefinitionOnly = new Set(['id', 'title', 'modified_on'])

function rankOf({ type, datasource, is_multilanguage, is_multivalue }: PropertyOfDefinition): number {
  if (datasource) return 0
  if (type !== 'String' || is_multivalue) return 2

  return is_multilanguage ? 3 : 1
}

/** The columns that a list of one definition can have, the usual ones first shown; without one, of all definitions. */
export function columnsOf(definition: EntityDefinition | undefined): readonly ListColumn[] {
  if (!definition) return ownColumns
  const usual = usualProperties(definition)
  const properties = propertiesOf(definition).map((property): ListColumn => {
    const { name, type, labels, is_multivalue } = property

    return {
      id: name,
      member: name,
      title: name,
      header: labelOf(labels, name),
      className: /^(Integer|Long|Decimal)$/.test(type) ? 'justify-end text-right' : '',
      width: 140,
      isUsual: usual.has(name),
      render: ({ properties }) => brief(properties[name]),
      ...(type !== 'Json' && !is_multivalue && { property }),
    }
  })
  // Both ends of a self-referencing relation have one column.
  const relations = [...new Map(endsOf(definition).map((end) => [end.name, end])).values()].map(
    ({ name, label }, index): ListColumn => ({
      id: `relation ${name}`,
      member: name,
      title: name,
      header: label,
      className: '',
      width: 160,
      isUnsortable: true,
      isUsual: index < usualCounts.relations,
      render: ({ relations }) => {
        const { count = 0, titles = [] } = relations[name] ?? {}

        return [titles.join(', '), count > titles.length && `+${formatCount(count - titles.length)}`]
          .filter(Boolean)
          .join(' ')
      },
    }),
  )

  const all = [
    ...ownColumns
      .filter(({ id }) => id !== 'definition' && id !== 'modified_on')
      .map((column) => ({ ...column, isUsual: ofDefinitionOnly.has(column.id) })),
    ...properties,
    ...relations,
    ...ownColumns.slice(-1),
  ]
  const isShared = (label: string) => all.filter(({ header }) => header === label).length > 1

  return all.map(({ header, ...column }) => ({
    ...column,
    header: column.member && isShared(header) ? `${header} (${column.member})` : header,
  }))
}

/** The columns of the list, as chosen for its definition, and how to choose others. */
export function useColumns(name: string | undefined) {
  const { data, isLoading } = useQuery({ ...definitionQuery(name ?? ''), enabled: name !== undefined })
  const { columns: stored } = useSettings()
  const all = columnsOf(name === undefined ? undefined : data)
  const key = name ?? ''
  const chosen: readonly ChosenColumn[] =
    stored[key] ?? all.filter(({ isUsual }) => isUsual).map(({ id }) => ({ name: id }))
  const shown = chosen.flatMap(({ name, width }) => {
    const column = all.find(({ id }) => id === name)

    return column ? [{ ...column, ...(width !== undefined && { width }) }] : []
  })
  const choose = (columns: readonly ChosenColumn[] | undefined) => {
    const { [key]: _, ...others } = stored

    changeSettings({ columns: columns ? { ...others, [key]: columns } : others })
  }

  return {
    all,
    shown,
    chosen,
    choose,
    members: [...new Set(shown.flatMap(({ member }) => member ?? []))],
    resize: (id: string, width: number) =>
      choose(chosen.map((column) => (column.name === id ? { ...column, width } : column))),
    /** Whether the columns are known: those of a definition have to be loaded first. */
    isReady: !isLoading,
  }
}

export type ColumnsView = ReturnType<typeof useColumns>

/** Chooses the columns and their order. */
export function ColumnsButton(props: ColumnsView) {
  const [isOpen, setOpen] = useState(false)

  useCommands([{ label: 'Choose the columns', run: () => setOpen(true) }])

  return (
    <>
      <Button Icon={Columns3} onClick={() => setOpen(true)} aria-label="Columns" title="Columns">
        <span className="max-sm:hidden">Columns</span>
      </Button>
      {isOpen && (
        <Modal title="Columns" close={() => setOpen(false)} className="w-100">
          <ColumnList {...props} />
        </Modal>
      )}
    </>
  )
}

function ColumnList({ all, chosen, choose }: ColumnsView) {
  const [text, setText] = useState('')
  const isChosen = ({ id }: ListColumn) => chosen.some(({ name }) => name === id)
  const rows = [
    ...chosen.flatMap(({ name }) => all.find(({ id }) => id === name) ?? []),
    ...all.filter((column) => !isChosen(column)),
  ]
  const move = (index: number, by: number) => {
    const column = chosen[index]

    if (column) choose(chosen.toSpliced(index, 1).toSpliced(index + by, 0, column))
  }

  return (
    <div className="flex min-h-0 flex-col gap-2 p-4">
      <SearchField aria-label="Find a column" value={text} change={setText} />
      <ul aria-label="Columns" className="overflow-y-auto">
        {rows.map((column, index) => {
          const { id, header: name, member = '' } = column
          const isShown = isChosen(column)

          return (
            <li
              key={id}
              hidden={!`${name} ${member}`.toLowerCase().includes(text.toLowerCase())}
              className="flex min-h-8 items-center gap-1 border-b border-line/60 pointer-coarse:min-h-11"
            >
              <label className="flex min-w-0 flex-1 items-center gap-2">
                <input
                  type="checkbox"
                  checked={isShown}
                  onChange={() =>
                    choose(isShown ? chosen.filter((each) => each.name !== id) : [...chosen, { name: id }])
                  }
                />
                <span className="max-w-full shrink-0 truncate">{name}</span>
                <span className="truncate font-mono text-sm text-muted">{member}</span>
              </label>
              {isShown && (
                <MoveButtons {...{ name, index }} count={chosen.length} move={(by) => move(index, by)} />
              )}
            </li>
          )
        })}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => choose(undefined)}>Show the usual columns</Button>
        <Button onClick={() => choose([{ name: 'title' }])}>Hide all but the title</Button>
      </div>
    </div>
  )
}
