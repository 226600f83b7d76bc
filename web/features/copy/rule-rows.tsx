import type { ReactNode } from 'react'
import type { Entity, EntityDefinition, PlannedTarget, PropertyOfDefinition } from '../../service/entities.ts'
import type { Failures } from '../../service/client.ts'
import type { Json } from '../../lib/json.ts'
import { brief, textOrJson } from '../../lib/format.ts'
import { Problem, Select, TextField } from '../../ui/controls/field.tsx'
import { methodsOf, newValueFrom, problemOf, withRule, type RuleDraft, type Rules } from './rules.ts'

const columns = '@4xl:grid-cols-[minmax(100px,1fr)_minmax(0,2fr)_136px_minmax(140px,1.5fr)]'

/** The column headers, on wide screens. */
export function RuleHeader({ isUpdate }: { isUpdate: boolean }) {
  return (
    <div
      aria-hidden
      className={`hidden gap-x-3 border-b border-line/60 px-3 py-1 text-sm text-muted @4xl:grid ${columns}`}
    >
      <span>Member</span>
      <span className={`grid gap-x-3 ${isUpdate ? 'grid-cols-2' : ''}`}>
        <span>Source</span>
        {isUpdate && <span>Target</span>}
      </span>
      <span>Method</span>
      <span>Becomes</span>
    </div>
  )
}

interface RuleRowProps {
  readonly kind: keyof Rules
  readonly name: string
  /** Accessible name: the member with the path of relations that leads to it. */
  readonly label: string
  /** Its values in the source and the target. */
  readonly values: ReactNode
  readonly method: string | undefined
  readonly choose: (method: string | undefined) => void
  /** The result of the rule; its tooltip is `hint`. */
  readonly result: ReactNode
  readonly hint?: string | undefined
  readonly problem: string | undefined
}

/** A member with its rule: the method, its result, and the validation error. */
export function RuleRow(props: RuleRowProps) {
  const { kind, name, label, values, method, choose, result, hint, problem } = props

  return (
    <div
      className={`grid items-center gap-x-3 gap-y-1 border-b border-line/60 px-3 py-1 @max-4xl:grid-cols-[minmax(0,1fr)_auto] ${columns}`}
    >
      <span className="truncate font-medium" title={name}>
        {name}
      </span>
      <span className="min-w-0 text-muted @max-4xl:order-1 @max-4xl:col-span-full">{values}</span>
      <Select<string>
        aria-label={`Method of ${label}`}
        className={`w-34 ${method ? 'border-accent' : ''}`}
        value={method ?? ''}
        options={[['', 'Keep (default)'], ...Object.keys(methodsOf[kind])]}
        choose={(method) => choose(method || undefined)}
      />
      <span className="truncate text-sm text-muted @max-4xl:order-2 @max-4xl:col-span-full" title={hint}>
        {result}
      </span>
      <Problem text={problem} className="order-3 col-span-full" />
    </div>
  )
}

/** What the rules of one level apply to. */
export interface RulesEditorProps {
  readonly definition: EntityDefinition
  /** The entity to copy; undefined in rules for related entities, because there may be several. */
  readonly source?: Entity
  readonly rules: Rules
  /** The relations from the copied entity to this level, each with the definition that it starts from. */
  readonly path: readonly { readonly relation: string; readonly from: string }[]
  /** The planned target; undefined without a plan, and in rules for related entities. */
  readonly target?: PlannedTarget | undefined
  readonly problems: Failures
  readonly change: (rules: Rules) => void
}

interface PropertyRowProps extends RulesEditorProps {
  readonly property: PropertyOfDefinition
  readonly suffix: string
  /** Whether the target exists, and so has values. */
  readonly isUpdate: boolean
}

/** A property: its values in the source and the target, its rule, and the result. */
export function PropertyRow(props: PropertyRowProps) {
  const { property, suffix, isUpdate, target, rules, problems } = props
  const { name } = property
  const label = `${name}${suffix}`
  const source = props.source && (props.source.properties[name] ?? null)
  // Undefined if the target's value is empty before and after.
  const planned = target?.properties.find((each) => each.property === name)
  const rule = rules.properties[name]
  const info = rule && methodsOf.properties[rule.method]
  const problem = problemOf(problems, rules, 'properties', name)
  const set = (rule?: RuleDraft) => props.change(withRule(rules, 'properties', [name], rule))
  const hasChanged = planned && textOrJson(planned.after) !== textOrJson(source)
  // For related entities, what the method does.
  const result = source === undefined ? info?.meaning : hasChanged && `→ ${shown(planned.after)}`

  return (
    <RuleRow
      kind="properties"
      {...{ name, label, problem }}
      values={
        <span className={`grid gap-x-3 ${isUpdate ? 'grid-cols-2' : ''}`}>
          <span className="truncate" title={tooltipOf(source)}>
            {source !== undefined && shown(source)}
          </span>
          {isUpdate && (
            <span className="truncate" title={tooltipOf(planned?.before)}>
              <span className="text-xs @4xl:sr-only">target: </span>
              {shown(planned?.before)}
            </span>
          )}
        </span>
      }
      method={rule?.method}
      choose={(method) => set(method ? { method, newValue: newValueFrom(property, source) } : undefined)}
      hint={planned?.reason ?? info?.meaning}
      result={
        rule && info?.input === 'value' ? (
          <NewValueFields {...{ label, rule }} change={set} isInvalid={problem !== undefined} />
        ) : (
          result
        )
      }
    />
  )
}

function shown(value: Json | undefined): string {
  return value === null || value === undefined ? 'empty' : brief(value)
}

/** The full value, which the cell truncates; undefined if it is empty. */
function tooltipOf(value: Json | undefined): string | undefined {
  return value === null ? undefined : textOrJson(value)
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
