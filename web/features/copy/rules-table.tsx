import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { brief, counted } from '../../lib/format.ts'
import type { Json } from '../../lib/parse-json.ts'
import { endsOf, propertiesOf, relatedIds } from '../../parts/entity/members.ts'
import { QueryResult } from '../../parts/query-result.tsx'
import type { Failures } from '../../service/service-client.ts'
import {
  definitionQuery,
  type Entity,
  type EntityDefinition,
  type PlannedCopy,
} from '../../service/entity-queries.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Problem, Select, TextField } from '../../ui/controls/field.tsx'
import {
  countRules,
  methodsOf,
  newValueFrom,
  noRules,
  problemOf,
  relatedProblems,
  withRule,
} from './rules.ts'
import type { RuleDraft, Rules } from './rules.ts'

/** What the rules of one level apply to. */
interface RulesTableProps {
  readonly definition: EntityDefinition
  /** The entity to copy; undefined in rules for related entities, because there may be several. */
  readonly source?: Entity
  readonly rules: Rules
  /** The relations from the copied entity to this level, each with the definition that it starts from. */
  readonly path: readonly { readonly relation: string; readonly from: string }[]
  /** The planned target; undefined without a plan, and in rules for related entities. */
  readonly target?: PlannedCopy | undefined
  readonly problems: Failures
  readonly change: (rules: Rules) => void
}

const kinds = ['properties', 'relations'] as const

/** A row for each property and relation, with its method and what becomes of it. The request omits those without a rule. */
export function RulesTable(props: RulesTableProps) {
  const { rules, path, change } = props
  const [filter, setFilter] = useState('')
  const suffix = path.length > 0 ? ` of ${path.map(({ relation }) => relation).join(' › ')}` : ''
  const members = membersOf(props).filter(({ name }) => name.toLowerCase().includes(filter.toLowerCase()))

  return (
    <div className="@container" role="table" aria-label={`Rules${suffix}`}>
      <div
        role="caption"
        className="flex flex-wrap items-center gap-2 border-b border-line bg-raised px-3 py-1.5"
      >
        <TextField
          type="search"
          aria-label={`Filter members${suffix}`}
          className="mr-auto w-40"
          placeholder="Filter"
          value={filter}
          change={setFilter}
        />
        {countRules(rules) > 0 && (
          <Button onClick={() => change(noRules)}>{path.length > 0 ? 'Reset these' : 'Reset all'}</Button>
        )}
        {kinds.map((kind) => (
          <Select<string>
            key={kind}
            aria-label={`Set all ${kind}${suffix}`}
            value=""
            options={[
              ['', `Set all ${kind} to…`],
              'Default',
              // Overwrite requires a value for each.
              ...Object.keys(methodsOf[kind]).filter((method) => methodsOf[kind][method]?.input !== 'value'),
            ]}
            choose={(method) => {
              const names = members.filter((each) => each.kind === kind).map(({ name }) => name)

              if (method) change(withRule(rules, kind, names, method === 'Default' ? undefined : { method }))
            }}
          />
        ))}
      </div>
      <div role="row" className={`text-sm text-muted @max-4xl:sr-only ${rowClasses}`}>
        {['Member', 'Source', 'Method', 'Becomes'].map((header) => (
          <span key={header} role="columnheader">
            {header}
          </span>
        ))}
      </div>
      {members.map((member) => (
        <Row key={`${member.kind} ${member.name}`} {...props} member={member} suffix={suffix} />
      ))}
    </div>
  )
}

/** On narrow screens, the value and what becomes of it are below the name. */
const rowClasses =
  'grid gap-x-3 border-b border-line/60 px-3 py-1 @max-4xl:grid-cols-[minmax(0,1fr)_auto] @4xl:grid-cols-[minmax(100px,1fr)_minmax(0,1.5fr)_150px_minmax(140px,2fr)]'
const belowOnNarrow = 'min-w-0 @max-4xl:order-1 @max-4xl:col-span-full @max-4xl:empty:hidden'

/** The members of a level, each with its value in the source, and what the plan makes of it. */
function membersOf({ definition, source, target }: RulesTableProps) {
  const outcome = (before: string, after: string) =>
    target && ('id' in target.target && before !== after ? `${before} → ${after}` : after)
  const properties = propertiesOf(definition).map((property) => {
    const { name } = property
    const value = source?.properties[name]
    // A member that is empty before and after is not planned.
    const planned = target?.properties.find((each) => each.property === name)
    const becomes = outcome(shown(planned?.before), shown(planned?.after))

    return {
      kind: 'properties' as const,
      name,
      planned,
      becomes,
      value: shown(value),
      newValue: newValueFrom(property, value),
    }
  })
  const ends = endsOf(definition)
  // Both ends of a self-referencing relation have one rule.
  const relations = [...new Set(ends.map(({ name }) => name))].map((name) => {
    const own = ends.filter((end) => end.name === name)
    const planned = target?.relations.filter(({ relation }) => relation === name) ?? []

    return {
      kind: 'relations' as const,
      name,
      planned: planned[0],
      becomes: outcome(
        size(planned.flatMap(({ before }) => before)),
        size(planned.flatMap(({ after }) => after)),
      ),
      value: size(source ? own.flatMap((end) => relatedIds(source, end)) : []),
      associated: own[0]?.associated,
    }
  })

  return [...properties, ...relations]
}

function size(ids: readonly unknown[]): string {
  return counted(ids.length, 'entity', 'entities')
}

function shown(value: Json | undefined): string {
  return value === null || value === undefined ? 'empty' : brief(value)
}

interface RowProps extends RulesTableProps {
  readonly member: ReturnType<typeof membersOf>[number]
  readonly suffix: string
}

/** A member with its rule and what becomes of it; below it, the rules for the related entities. */
function Row({ member, suffix, ...props }: RowProps) {
  const { definition, source, rules, path, problems, change } = props
  const { kind, name, value, planned, becomes } = member
  const label = `${name}${suffix}`
  const rule = rules[kind][name]
  const { meaning, input } = methodsOf[kind][rule?.method ?? 'Keep'] ?? {}
  const problem = problemOf(problems, rules, kind, name)
  const set = (rule?: RuleDraft) => change(withRule(rules, kind, [name], rule))
  const initial = 'newValue' in member ? { newValue: member.newValue } : {}
  const withoutRule = rule || !planned ? 'Keep' : planned.method

  return (
    <>
      <div role="row" aria-label={label} className={`items-center gap-y-1 ${rowClasses}`}>
        <span role="rowheader" className="truncate font-medium" title={name}>
          {name}
        </span>
        <span
          role="cell"
          className={`truncate text-muted @max-4xl:before:content-['Source:_'] ${belowOnNarrow}`}
          title={source && value}
        >
          {source && value}
        </span>
        <span role="cell">
          <Select<string>
            aria-label={`Method of ${label}`}
            className={`w-37 ${rule ? 'border-accent' : ''}`}
            value={rule?.method ?? ''}
            options={[
              ['', `${withoutRule} (${planned?.is_named && !rule ? 'profile' : 'default'})`],
              ...Object.keys(methodsOf[kind]),
            ]}
            choose={(method) => set(method ? { ...initial, ...rule, method } : undefined)}
          />
        </span>
        <span
          role="cell"
          className={`truncate text-sm @max-4xl:before:content-['Becomes:_'] ${belowOnNarrow} ${becomes === value ? 'text-muted' : ''}`}
          title={planned?.reason ?? meaning}
        >
          {rule && input === 'value' ? (
            <NewValueFields {...{ label, rule }} change={set} isInvalid={problem !== undefined} />
          ) : (
            (becomes ?? meaning)
          )}
        </span>
        <Problem text={problem} className="order-2 col-span-full" />
      </div>
      {rule && 'associated' in member && member.associated && input === 'related' && (
        <RelatedRules
          associated={member.associated}
          path={[...path, { relation: name, from: definition.name }]}
          rules={rule.related ?? noRules}
          problems={relatedProblems(problems, rules, name)}
          change={(related) => set({ ...rule, related })}
        />
      )}
    </>
  )
}

interface NewValueProps {
  readonly label: string
  readonly rule: RuleDraft
  readonly isInvalid: boolean
  readonly change: (rule: RuleDraft) => void
}

/** A field for the new value, or a field for each culture. */
function NewValueFields({ label, rule, isInvalid, change }: NewValueProps) {
  const { newValue = '' } = rule
  const fields = typeof newValue === 'string' ? { '': newValue } : newValue

  return Object.entries(fields).map(([culture, text]) => (
    <span key={culture} className="flex items-center gap-2 py-0.5">
      {culture && <span className="w-12 shrink-0 font-mono text-sm">{culture}</span>}
      <TextField
        aria-label={`New value of ${culture ? `${label}, ${culture}` : label}`}
        aria-invalid={isInvalid}
        className="min-w-0 flex-1"
        placeholder="new value"
        value={text}
        change={(text) => change({ ...rule, newValue: culture ? { ...fields, [culture]: text } : text })}
      />
    </span>
  ))
}

/** The rules for related entities: the same table, one level down. */
function RelatedRules(props: Omit<RulesTableProps, 'definition'> & { associated: string }) {
  const { associated, ...rest } = props

  return (
    <div role="row">
      <div role="cell">
        <details open className="ml-3 border-b border-l-2 border-b-line/60 border-l-accent">
          <summary className="cursor-pointer px-3 py-1.5 text-sm">
            <span className="pill mr-1.5">depth {rest.path.length}</span>
            Rules for related entities: this › {rest.path.map(({ relation }) => relation).join(' › ')}{' '}
            <span className="text-muted">{associated}</span>
          </summary>
          {rest.path.some(({ from }) => from === associated) && (
            <p className="px-3 pb-1.5 text-sm text-orange">
              {associated} already occurs on this path, so the rules form a cycle. That is allowed: each
              entity is copied once.
            </p>
          )}
          <QueryResult query={useQuery(definitionQuery(associated))} rows={4}>
            {(definition) => <RulesTable {...rest} definition={definition} />}
          </QueryResult>
        </details>
      </div>
    </div>
  )
}
