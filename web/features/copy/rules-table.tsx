import { useQuery } from '@tanstack/react-query'
import { brief, counted } from '../../lib/format.ts'
import type { Json } from '../../lib/parse-json.ts'
import { endsOf, propertiesOf } from '../../parts/entity/members.ts'
import { QueryResult } from '../../parts/query-result.tsx'
import type { Failures } from '../../service/service-client.ts'
import { definitionQuery, type Entity, type PlannedCopy } from '../../service/entity-queries.ts'
import { Problem, Select, TextField } from '../../ui/controls/field.tsx'
import { methodsOf, newValueOf, noRules, problemOf, relatedPlace, withRule } from './rules.ts'
import type { RuleDraft, Rules } from './rules.ts'

/** What the rules of one level apply to. */
interface RulesTableProps {
  /** The name of the definition of the entities. */
  readonly definition: string
  /** The entity to copy; undefined in rules for related entities, because there may be several. */
  readonly source?: Entity
  readonly rules: Rules
  /** The relations from the copied entity to this level. */
  readonly path: readonly string[]
  /** The planned target; undefined without a plan, and in rules for related entities. */
  readonly target?: PlannedCopy | undefined
  readonly problems: Failures
  /** The path of the rules in the request, by which the service reports problems. */
  readonly place: string
  readonly change: (rules: Rules) => void
}

/** On narrow screens, what becomes of a member is below its name. */
const rowClasses =
  'grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 border-b border-line/60 px-3 py-1 @3xl:grid-cols-[minmax(0,1fr)_150px_minmax(0,2fr)]'

/** A row for each property and relation: its method, and what becomes of it. The request omits those without a rule. */
export function RulesTable(props: RulesTableProps) {
  const { source, path, target } = props

  return (
    <QueryResult query={useQuery(definitionQuery(props.definition))} rows={8}>
      {(definition) => (
        <div className="@container" role="table" aria-label={`Rules${suffixOf(path)}`}>
          <div role="row" className={`text-sm text-muted @max-3xl:sr-only ${rowClasses}`}>
            {['Property or relation', 'Method', 'Becomes'].map((header) => (
              <span key={header} role="columnheader">
                {header}
              </span>
            ))}
          </div>
          {propertiesOf(definition).map(({ name }) => {
            // One that is empty before and after is not planned.
            const { after, reason } = target?.properties.find((each) => each.property === name) ?? {}
            const newValue = newValueOf(source?.properties[name])
            const becomes = target && shown(after)

            return <Row key={name} {...props} {...{ name, becomes, reason, newValue }} kind="properties" />
          })}
          {/* Both ends of a self-referencing relation have one rule. */}
          {[...new Map(endsOf(definition).map((end) => [end.name, end])).values()].map(
            ({ name, associated }) => {
              const planned = target?.relations.filter(({ relation }) => relation === name) ?? []
              const count = planned.reduce((sum, { after }) => sum + after.length, 0)
              const becomes = target && counted(count, 'entity', 'entities')
              const reason = planned[0]?.reason

              return <Row key={name} {...props} {...{ name, becomes, reason, associated }} kind="relations" />
            },
          )}
        </div>
      )}
    </QueryResult>
  )
}

function suffixOf(path: readonly string[]): string {
  return path.length > 0 ? ` of ${path.join(' › ')}` : ''
}

function shown(value: Json | undefined): string {
  return value === null || value === undefined ? 'empty' : brief(value)
}

interface RowProps extends RulesTableProps {
  readonly kind: keyof Rules
  readonly name: string
  /** What the plan makes of the member, and why; undefined without a plan. */
  readonly becomes: string | undefined
  readonly reason: string | undefined
  /** The value of a property with which Overwrite begins. */
  readonly newValue?: string
  /** The definition of the entities of a relation. */
  readonly associated?: string
}

/** A member with its rule and what becomes of it; below it, the rules for the related entities. */
function Row({ kind, name, becomes, reason, newValue, associated, ...props }: RowProps) {
  const { rules, path, problems, place, change } = props
  const label = `${name}${suffixOf(path)}`
  const rule = rules[kind][name]
  const meaning = methodsOf[kind][rule?.method ?? 'Keep']
  const problem = problemOf(problems, place, rules, kind, name)
  const set = (rule?: RuleDraft) => change(withRule(rules, kind, name, rule))

  return (
    <>
      <div role="row" aria-label={label} className={rowClasses}>
        <span role="rowheader" className="truncate font-medium" title={name}>
          {name}
        </span>
        <span role="cell">
          <Select<string>
            aria-label={`Method of ${label}`}
            className={`w-37 ${rule ? 'border-accent' : ''}`}
            value={rule?.method ?? ''}
            options={[
              ['', 'Default'],
              ...Object.entries(methodsOf[kind]).map(
                ([method, meaning]) => [method, `${method}: ${meaning}`] as const,
              ),
            ]}
            choose={(method) => set(method ? { newValue, ...rule, method } : undefined)}
          />
        </span>
        <span role="cell" className="truncate text-sm @max-3xl:col-span-full" title={reason ?? meaning}>
          {kind === 'properties' && rule?.method === 'Overwrite' ? (
            <TextField
              aria-label={`New value of ${label}`}
              aria-invalid={problem !== undefined}
              className="w-full"
              value={rule.newValue ?? ''}
              change={(newValue) => set({ ...rule, newValue })}
            />
          ) : (
            (becomes ?? meaning)
          )}
        </span>
        <Problem text={problem} className="col-span-full" />
      </div>
      {associated && rule?.method === 'Copy' && (
        <div role="row">
          <div role="cell" className="ml-3 border-l-2 border-accent">
            <p className="px-3 py-1.5 text-sm">
              Rules for related entities: this › {[...path, name].join(' › ')}
            </p>
            <RulesTable
              definition={associated}
              path={[...path, name]}
              rules={rule.related ?? noRules}
              problems={problems}
              place={relatedPlace(place, rules, name)}
              change={(related) => set({ ...rule, related })}
            />
          </div>
        </div>
      )}
    </>
  )
}
