import { useQuery } from '@tanstack/react-query'
import { ListFilterPlus, TriangleAlert, X } from 'lucide-react'
import { useState } from 'react'
import { formatCount } from '../../lib/format.ts'
import { quoted } from '../../lib/query-text.ts'
import { EntityPicker } from '../../parts/entity/entity-picker.tsx'
import { endsOf, propertiesOf } from '../../parts/entity/members.ts'
import {
  definitionQuery,
  type DefinitionCount,
  type EntityDefinition,
  type PropertyOfDefinition,
} from '../../service/entity-queries.ts'
import { Button, IconButton } from '../../ui/controls/button.tsx'
import { CopyButton } from '../../ui/controls/copy-button.tsx'
import { focusOnMount, Form, SearchField, Select, TextField, useTypedText } from '../../ui/controls/field.tsx'
import { ColumnsButton, type ColumnsView } from './columns.tsx'
import { focusGrid, useListAddress } from './use-entity-list.ts'
import { useOptions } from './value-editor.tsx'

interface FilterBarProps {
  readonly counts: readonly DefinitionCount[] | undefined
  readonly columns: ColumnsView
  /** Why the filter is not understood. */
  readonly problem: string | undefined
}

/** The controls that filter the list, and the expression that they write. */
export function FilterBar({ counts, columns, problem }: FilterBarProps) {
  const { definition, openId, words, conditions, ...address } = useListAddress()
  const [isAdding, setAdding] = useState(false)
  const [typedWords, typeWords] = useTypedText(words, address.setWords)

  return (
    <div className="flex flex-col gap-1.5 border-b border-line p-2">
      <div className="flex flex-wrap items-center gap-2">
        <Select<string>
          aria-label="Definition"
          className={`max-w-50 ${openId ? '2xl:hidden' : 'xl:hidden'}`}
          value={definition ?? ''}
          options={[
            ['', 'All definitions'],
            ...(counts ?? []).map(({ name, count }) => [name, `${name} (${formatCount(count)})`] as const),
          ]}
          choose={(name) => address.set({ definition: name || undefined })}
        />
        <div className="min-w-36 flex-1">
          <SearchField
            id="entity-filter"
            aria-label="Search entities"
            placeholder="Words or an id"
            value={typedWords}
            change={typeWords}
            onKeyDown={(event) => {
              if (event.nativeEvent.isComposing) return
              if (event.key === 'ArrowDown') {
                event.preventDefault()
                focusGrid()
              }
              if (event.key !== 'Escape') return
              event.stopPropagation()
              if (typedWords) typeWords('')
              else event.currentTarget.blur()
            }}
          />
        </div>
        <Button Icon={ListFilterPlus} aria-expanded={isAdding} onClick={() => setAdding(!isAdding)}>
          Filter
        </Button>
        <ColumnsButton {...columns} />
      </div>
      {isAdding && (
        <AddFilter
          definition={definition}
          add={(condition) => {
            address.setConditions([...conditions, condition])
            setAdding(false)
          }}
          close={() => setAdding(false)}
        />
      )}
      <ul aria-label="Filters" className="flex flex-wrap gap-1 empty:hidden">
        {conditions.map((condition, index) => (
          <li key={`${condition} ${index}`} className="pill max-w-full py-0 pr-0">
            <span className="min-w-0 font-mono break-words">{condition}</span>
            <IconButton
              Icon={X}
              label={`Remove ${condition}`}
              run={() => address.setConditions(conditions.toSpliced(index, 1))}
            />
          </li>
        ))}
      </ul>
      <QueryField problem={problem} />
    </div>
  )
}

/** The filter in the query language of the service, to copy into an application, or to edit. */
function QueryField({ problem }: Pick<FilterBarProps, 'problem'>) {
  const { expression, setExpression } = useListAddress()
  const [text, type] = useTypedText(expression, setExpression)

  return (
    <>
      <div className="flex items-center gap-1">
        <TextField
          aria-label="Query"
          aria-invalid={problem !== undefined}
          aria-describedby="query-problem"
          className="min-w-0 flex-1 font-mono text-sm"
          placeholder="Definition.Name=='M.Asset' AND String('Title') contains 'sun'"
          spellCheck={false}
          value={text}
          change={type}
        />
        <CopyButton text={text} label="the query" />
      </div>
      <p id="query-problem" role="alert" className="flex items-center gap-1 text-sm text-yellow empty:hidden">
        {problem && (
          <>
            <TriangleAlert size={12} className="shrink-0" aria-hidden />
            <span>Not understood, so nothing is found: {problem}</span>
          </>
        )}
      </p>
    </>
  )
}

/** What a filter compares, as the query language names it. */
interface Operand {
  readonly id: string
  readonly label: string
  readonly kind: Kind
  /** `String('Title')` */
  readonly text: string
  /** The name of a member, in quotes. */
  readonly name?: string
  readonly property?: PropertyOfDefinition
  /** The definition of the related entities. */
  readonly associated?: string
}

const comparisons = {
  text: [
    ['contains', 'contains'],
    ['==', 'is'],
    ['startswith', 'starts with'],
    ['==null', 'is empty'],
  ],
  number: [
    ['==', 'is'],
    ['>=', 'is at least'],
    ['<=', 'is at most'],
    ['==null', 'is empty'],
  ],
  date: [
    ['>=', 'since'],
    ['<', 'before'],
  ],
  choice: [
    ['==', 'is'],
    ['!=', 'is not'],
    ['==null', 'is empty'],
  ],
  relation: [
    ['==', 'includes'],
    ['Exists', 'is not empty'],
    ['Missing', 'is empty'],
  ],
} as const
type Kind = keyof typeof comparisons

/** The functions of the query language that read a property. */
const readers: Record<PropertyOfDefinition['type'], readonly [reader: string, kind: Kind]> = {
  String: ['String', 'text'],
  Json: ['String', 'text'],
  Integer: ['Int', 'number'],
  Long: ['Long', 'number'],
  Decimal: ['Decimal', 'number'],
  Boolean: ['Bool', 'choice'],
  DateTime: ['DateTime', 'date'],
  DateTimeOffset: ['DateTime', 'date'],
}

const ofEveryEntity: readonly Operand[] = [
  { id: 'ModifiedOn', label: 'Modified', kind: 'date', text: 'ModifiedOn' },
  { id: 'CreatedOn', label: 'Created', kind: 'date', text: 'CreatedOn' },
  { id: 'Identifier', label: 'Identifier', kind: 'text', text: 'Identifier' },
]

function operandsOf(definition: EntityDefinition | undefined): readonly Operand[] {
  if (!definition) return ofEveryEntity

  return [
    ...propertiesOf(definition).map((property): Operand => {
      const name = quoted(property.name)
      const [reader, kind] = readers[property.type]

      return {
        id: property.name,
        label: property.name,
        kind: property.datasource ? 'choice' : kind,
        text: `${reader}(${name})`,
        property,
      }
    }),
    ...endsOf(definition).map(({ key, name, side, associated }): Operand => {
      const member = quoted(name)

      return {
        id: key,
        label: `${name} (${side})`,
        kind: 'relation',
        text: `${side === 'parents' ? 'Parent' : 'Child'}(${member}).id`,
        name: member,
        associated,
      }
    }),
    ...ofEveryEntity,
  ]
}

function conditionOf({ kind, text, name = '' }: Operand, comparison: string, value: string): string {
  if (comparison === 'Exists' || comparison === 'Missing') return `${comparison}(${name})`
  if (comparison === '==null') return `${text}==null`
  const isPlain = kind === 'number' || kind === 'relation' || /^(true|false)$/.test(value)
  const space = /^[a-z]/.test(comparison) ? ' ' : ''

  return `${text}${space}${comparison}${space}${isPlain ? value : quoted(value)}`
}

interface AddFilterProps {
  readonly definition: string | undefined
  readonly add: (condition: string) => void
  readonly close: () => void
}

/** Writes one condition: what it compares, how, and with which value. */
function AddFilter({ definition, add, close }: AddFilterProps) {
  const { data } = useQuery({ ...definitionQuery(definition ?? ''), enabled: definition !== undefined })
  const operands = operandsOf(data)
  const [id, setId] = useState('')
  const [chosenComparison, setComparison] = useState('')
  const [value, setValue] = useState('')
  const operand = operands.find((each) => each.id === id) ?? operands[0]

  if (!operand) return null
  const choices = comparisons[operand.kind]
  const comparison = choices.find(([each]) => each === chosenComparison)?.[0] ?? choices[0][0]
  const needsValue = !/null|Exists|Missing/.test(comparison)

  return (
    <Form
      aria-label="Add a filter"
      className="flex flex-wrap items-center gap-2"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return
        event.stopPropagation()
        close()
      }}
      submit={() => (!needsValue || value !== '') && add(conditionOf(operand, comparison, value))}
    >
      <Select<string>
        aria-label="Filter by"
        ref={focusOnMount}
        value={operand.id}
        options={operands.map(({ id, label }) => [id, label] as const)}
        choose={(next) => {
          setId(next)
          setValue('')
        }}
      />
      <Select<string> aria-label="Comparison" value={comparison} options={choices} choose={setComparison} />
      {needsValue && (
        <FilterValue
          {...{ operand, value, setValue }}
          choose={(id) => add(conditionOf(operand, comparison, id))}
        />
      )}
      {(!needsValue || operand.kind !== 'relation') && (
        <Button type="submit" tone="primary">
          Add
        </Button>
      )}
      <Button onClick={close}>Cancel</Button>
      {!definition && (
        <span className="text-sm text-muted">Choose a definition to filter by its members.</span>
      )}
    </Form>
  )
}

interface FilterValueProps {
  readonly operand: Operand
  readonly value: string
  readonly setValue: (value: string) => void
  /** Called with the id of the related entity. */
  readonly choose: (id: string) => void
}

function FilterValue({ operand, value, setValue, choose }: FilterValueProps) {
  const { kind, property, associated } = operand
  const options = useOptions(property)
  const first = ['', 'choose'] as const

  if (kind === 'relation') {
    return (
      <div className="w-60">
        <EntityPicker
          label="Related entity"
          {...(associated !== undefined && { definition: associated })}
          choose={({ id }) => choose(String(id))}
        />
      </div>
    )
  }
  if (kind === 'choice') {
    const values = property?.datasource ? options : (['true', 'false'] as const)

    return <Select<string> aria-label="Value" value={value} options={[first, ...values]} choose={setValue} />
  }

  return (
    <TextField
      aria-label="Value"
      type={kind === 'date' ? 'date' : 'text'}
      inputMode={kind === 'number' ? 'decimal' : undefined}
      value={value}
      change={setValue}
    />
  )
}
