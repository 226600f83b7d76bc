import { useQuery } from '@tanstack/react-query'
import { ListFilterPlus, TriangleAlert, X } from 'lucide-react'
import { useState } from 'react'
import { useCommands } from '../../commands/console-commands.ts'
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
import { useOneStop } from '../../ui/controls/one-stop.ts'
import { ColumnsButton, type ColumnsView } from './columns.tsx'
import { expressionOf, filterOf, focusGrid, useListAddress } from './use-entity-list.ts'
import { useOptions } from './value-editor.tsx'

interface FilterBarProps {
  readonly counts: readonly DefinitionCount[] | undefined
  readonly columns: ColumnsView
  /** Why the filter is not understood. */
  readonly problem: string | undefined
}

/** The controls that filter the list, and the expression that they write. */
export function FilterBar({ counts, columns, problem }: FilterBarProps) {
  const { definition, words, conditions, ...address } = useListAddress()
  const [isAdding, setAdding] = useState(false)
  const stop = useOneStop<HTMLDivElement>()
  const [typedWords, typeWords] = useTypedText(words, address.setWords, (text) => text.trim())

  useCommands([{ label: 'Add a filter', keys: 'f', run: () => setAdding(true) }])

  return (
    <div className="flex flex-col gap-1.5 border-b border-line p-2">
      <div className="flex flex-wrap items-center gap-2">
        <Select<string>
          aria-label="Definition"
          className="max-w-60"
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
        <div {...stop} role="toolbar" aria-label="List" className="flex gap-2">
          <Button Icon={ListFilterPlus} aria-expanded={isAdding} onClick={() => setAdding(!isAdding)}>
            Filter
          </Button>
          <ColumnsButton {...columns} />
        </div>
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
  const [text, type] = useTypedText(expression, setExpression, (text) => expressionOf(filterOf(text)))

  return (
    <>
      <div className="flex items-center gap-1">
        <TextField
          aria-label="Query"
          aria-invalid={problem !== undefined}
          aria-describedby="query-problem"
          className="min-w-0 flex-1 font-mono text-sm"
          placeholder="Definition.Name=='M.Asset' AND String('Title') contains 'vase'"
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

/** What a filter compares. */
interface Operand {
  readonly label: string
  readonly kind: keyof typeof comparisons
  /** As the query language names it: `String('Title')` */
  readonly text: string
  /** The name of a relation, in quotes. */
  readonly relation?: string
  readonly property?: PropertyOfDefinition
  /** The definition of the related entities. */
  readonly associated?: string
}

const numeric = {
  inputMode: 'decimal',
  pattern: String.raw`-?\d+(\.\d+)?`,
  title: 'Digits, as in 49.95',
} as const

const isEmpty = ['{text}==null', 'is empty'] as const
const is = ['{text}=={value}', 'is'] as const

/** The conditions in the query language, each with its words. */
const comparisons = {
  text: [['{text} contains {value}', 'contains'], is, ['{text} startswith {value}', 'starts with'], isEmpty],
  number: [is, ['{text}>={value}', 'is at least'], ['{text}<={value}', 'is at most'], isEmpty],
  date: [
    ['{text}>={value}', 'since'],
    ['{text}<{value}', 'before'],
  ],
  choice: [is, ['{text}!={value}', 'is not'], isEmpty],
  relation: [
    ['{text}=={value}', 'includes'],
    ['Exists({relation})', 'is not empty'],
    ['Missing({relation})', 'is empty'],
  ],
} as const

/** The functions of the query language that read a property. */
const readers: Record<PropertyOfDefinition['type'], readonly [reader: string, kind: Operand['kind']]> = {
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
  { label: 'Modified', kind: 'date', text: 'ModifiedOn' },
  { label: 'Created', kind: 'date', text: 'CreatedOn' },
  { label: 'Identifier', kind: 'text', text: 'Identifier' },
]

function operandsOf(definition: EntityDefinition): readonly Operand[] {
  const properties = propertiesOf(definition).map((property): Operand => {
    const { name, type, datasource } = property
    const [reader, kind] = readers[type]

    return { label: name, kind: datasource ? 'choice' : kind, text: `${reader}(${quoted(name)})`, property }
  })
  const relations = endsOf(definition).map(({ name, side, associated }): Operand => {
    const relation = quoted(name)
    const text = `${side === 'parents' ? 'Parent' : 'Child'}(${relation}).id`

    return { label: `${name} (${side})`, kind: 'relation', text, relation, associated }
  })

  return [...properties, ...relations, ...ofEveryEntity]
}

function conditionOf({ kind, text, relation = '', property }: Operand, template: string, value: string) {
  const isPlain = kind === 'number' || kind === 'relation' || property?.type === 'Boolean'
  const parts: Record<string, string> = { text, relation, value: isPlain ? value : quoted(value) }

  return template.replaceAll(/\{(\w+)\}/g, (_, name: string) => parts[name] ?? '')
}

interface AddFilterProps {
  readonly definition: string | undefined
  readonly add: (condition: string) => void
  readonly close: () => void
}

/** Writes one condition: what it compares, how, and with which value. */
function AddFilter({ definition, add, close }: AddFilterProps) {
  const { data } = useQuery({ ...definitionQuery(definition ?? ''), enabled: definition !== undefined })
  const operands = data ? operandsOf(data) : ofEveryEntity
  const [chosen, choose] = useState('')
  const [chosenComparison, setComparison] = useState('')
  const [value, setValue] = useState('')
  const operand = operands.find(({ text }) => text === chosen) ?? operands[0]
  const options = useOptions(operand?.property) ?? []

  if (!operand) return null
  const { kind, associated } = operand
  const choices = comparisons[kind]
  const comparison = choices.find(([each]) => each === chosenComparison)?.[0] ?? choices[0][0]
  const needsValue = comparison.includes('{value}')
  const addWith = (value: string) => add(conditionOf(operand, comparison, value))

  return (
    <Form
      aria-label="Add a filter"
      className="flex flex-wrap items-center gap-2"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented || event.nativeEvent.isComposing) return
        event.stopPropagation()
        close()
      }}
      submit={() => (!needsValue || value !== '') && addWith(value)}
    >
      <Select<string>
        aria-label="Filter by"
        ref={focusOnMount}
        value={operand.text}
        options={operands.map(({ text, label }) => [text, label] as const)}
        choose={(next) => {
          choose(next)
          setValue('')
        }}
      />
      <Select<string> aria-label="Comparison" value={comparison} options={choices} choose={setComparison} />
      {needsValue && associated !== undefined && (
        <div className="w-60">
          <EntityPicker
            label="Related entity"
            definition={associated}
            choose={({ id }) => addWith(String(id))}
          />
        </div>
      )}
      {needsValue && kind === 'choice' && (
        <Select<string>
          aria-label="Value"
          value={value}
          options={[['', 'choose'], ...options]}
          choose={setValue}
        />
      )}
      {needsValue && kind !== 'choice' && kind !== 'relation' && (
        <TextField
          aria-label="Value"
          type={kind === 'date' ? 'date' : 'text'}
          {...(kind === 'number' && numeric)}
          value={value}
          change={setValue}
        />
      )}
      {!(needsValue && kind === 'relation') && (
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
