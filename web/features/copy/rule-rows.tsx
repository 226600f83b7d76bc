import type { ReactNode } from 'react'
import type { PlannedProperty, PropertyOfDefinition } from '../../service/entities.ts'
import type { Json } from '../../lib/json.ts'
import { brief, textOrJson } from '../../lib/format.ts'
import { Problem, Select, TextField } from '../../ui/controls/field.tsx'
import { newValueFrom, propertyMethods, type MethodInfo, type PropertyRuleDraft } from './rules.ts'

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

interface RuleRowProps<Method extends string> {
  readonly name: string
  /** Accessible name: the member with the path of relations that leads to it. */
  readonly label: string
  /** Its values in the source and the target. */
  readonly values: ReactNode
  readonly method: Method | undefined
  readonly methods: Readonly<Record<Method, MethodInfo>>
  readonly choose: (method: Method | undefined) => void
  /** The result of the rule; its tooltip is `hint`. */
  readonly result: ReactNode
  readonly hint?: string | undefined
  readonly problem: string | undefined
}

/** A member with its rule: the method, its result, and the validation error. */
export function RuleRow<Method extends string>(props: RuleRowProps<Method>) {
  const { name, label, values, method, methods, choose, result, hint, problem } = props
  const names = Object.keys(methods) as Method[] // its type lists exactly these keys

  return (
    <div
      className={`grid items-center gap-x-3 gap-y-1 border-b border-line/60 px-3 py-1 @max-4xl:grid-cols-[minmax(0,1fr)_auto] ${columns}`}
    >
      <span className="truncate font-medium" title={name}>
        {name}
      </span>
      <span className="min-w-0 text-muted @max-4xl:order-1 @max-4xl:col-span-full">{values}</span>
      <Select<Method | ''>
        aria-label={`Method of ${label}`}
        className={`w-34 ${method ? 'border-accent' : ''}`}
        value={method ?? ''}
        options={[['', 'Keep (default)'], ...names]}
        choose={(method) => choose(method || undefined)}
      />
      <span className="truncate text-sm text-muted @max-4xl:order-2 @max-4xl:col-span-full" title={hint}>
        {result}
      </span>
      <Problem text={problem} className="order-3 col-span-full" />
    </div>
  )
}

interface PropertyRowProps {
  readonly property: PropertyOfDefinition
  readonly label: string
  /** The source's value; undefined in rules for related entities, because there may be several. */
  readonly source: Json | undefined
  /** The target's value before and after the copy; undefined if it is empty before and after, or without a plan. */
  readonly planned: PlannedProperty | undefined
  /** Whether the target exists, and so has values. */
  readonly isUpdate: boolean
  readonly rule: PropertyRuleDraft | undefined
  readonly problem: string | undefined
  readonly change: (rule: PropertyRuleDraft | undefined) => void
}

/** A property: its values in the source and the target, its rule, and the result. */
export function PropertyRow(props: PropertyRowProps) {
  const { property, label, source, planned, isUpdate, rule, problem, change } = props
  const info = rule && propertyMethods[rule.method]
  const hasChanged = planned && textOrJson(planned.after) !== textOrJson(source)
  // For related entities, what the method does.
  const result = source === undefined ? info?.meaning : hasChanged && `→ ${shown(planned.after)}`

  return (
    <RuleRow
      name={property.name}
      {...{ label, problem }}
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
      methods={propertyMethods}
      choose={(method) => change(method && { method, newValue: newValueFrom(property, source) })}
      hint={planned?.reason ?? info?.meaning}
      result={
        rule && info?.input === 'value' ? (
          <NewValueFields {...{ label, rule, change }} isInvalid={problem !== undefined} />
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
  readonly rule: PropertyRuleDraft
  readonly isInvalid: boolean
  readonly change: (rule: PropertyRuleDraft) => void
}

/** A field for the new value, or a field for each culture. */
function NewValueFields({ label, rule, isInvalid, change }: NewValueProps) {
  const { newValue } = rule
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
