import type { PlannedProperty } from '../../service/copy.ts'
import type { PropertyOfDefinition } from '../../service/entities.ts'
import type { Json } from '../../lib/json.ts'
import { brief, textOrJson } from '../../lib/format.ts'
import { TextField } from '../../ui/controls/field.tsx'
import { MemberRow, ResultText, type RuleRowProps } from './rule-row.tsx'
import { newValueFrom, propertyMethods, type NewValueDraft, type PropertyRuleDraft } from './rules.ts'

interface PropertyRowProps extends RuleRowProps<PropertyRuleDraft> {
  readonly property: PropertyOfDefinition
  /** The source's value; undefined in rules for related entities, because there may be several. */
  readonly source: Json | undefined
  /** The target's value before and after the copy; undefined if it is empty before and after, or without a plan. */
  readonly planned: PlannedProperty | undefined
  /** Whether the target exists, and so has values. */
  readonly isUpdate: boolean
}

const columns = '@4xl:grid-cols-[minmax(100px,1fr)_minmax(0,2fr)_136px_minmax(140px,1.5fr)]'

/** The column headers, on wide screens. */
export function PropertyHeader({ isUpdate }: { isUpdate: boolean }) {
  return (
    <div
      aria-hidden
      className={`hidden gap-x-3 border-b border-line/60 px-3 py-1 text-sm text-muted @4xl:grid ${columns}`}
    >
      <span>Property</span>
      <span className={`grid gap-x-3 ${isUpdate ? 'grid-cols-2' : ''}`}>
        <span>Source</span>
        {isUpdate && <span>Target</span>}
      </span>
      <span>Method</span>
      <span>Becomes</span>
    </div>
  )
}

/** A property: its values in the source and the target, its rule, and the result. */
export function PropertyRow(props: PropertyRowProps) {
  const { label, property, source, planned, rule, problem, change } = props
  const { name } = property
  const method = rule && propertyMethods[rule.method]

  return (
    <MemberRow
      {...props}
      columns={columns}
      name={name}
      values={<Values {...props} />}
      defaultLabel="Keep (default)"
      methods={propertyMethods}
      choose={(method) => change(method && { method, newValue: newValueFrom(property, source) })}
      result={
        rule && method?.input === 'value' ? (
          <NewValueFields
            label={label}
            value={rule.newValue}
            isInvalid={problem !== undefined}
            change={(newValue) => change({ ...rule, newValue })}
          />
        ) : (
          <ResultText text={resultOf(props, method?.meaning)} title={planned?.reason ?? method?.meaning} />
        )
      }
    />
  )
}

/** The value in the source, and the current value in the target. */
function Values({ source, planned, isUpdate }: PropertyRowProps) {
  return (
    <span
      className={`grid min-w-0 gap-x-3 text-muted @max-4xl:order-1 @max-4xl:col-span-full ${isUpdate ? 'grid-cols-2' : ''}`}
    >
      <span className="truncate" title={tooltipOf(source)}>
        {source === undefined ? '' : source === null ? 'empty' : brief(source)}
      </span>
      {isUpdate && (
        <span className="truncate" title={tooltipOf(planned?.before)}>
          <span className="text-xs @4xl:sr-only">target: </span>
          {planned && planned.before !== null ? brief(planned.before) : 'empty'}
        </span>
      )}
    </span>
  )
}

/** The full value, which the cell truncates; undefined if it is empty. */
function tooltipOf(value: Json | undefined): string | undefined {
  return value === null ? undefined : textOrJson(value)
}

interface NewValueProps {
  readonly label: string
  readonly value: NewValueDraft
  readonly isInvalid: boolean
  readonly change: (value: NewValueDraft) => void
}

/** A field for the new value, or a field for each culture. */
function NewValueFields({ label, value, isInvalid, change }: NewValueProps) {
  const field = (name: string, text: string, change: (text: string) => void) => (
    <TextField
      aria-label={`New value of ${name}`}
      aria-invalid={isInvalid}
      className="min-w-0 flex-1"
      placeholder="new value"
      value={text}
      change={change}
    />
  )

  return (
    <span className="flex min-w-0 flex-col gap-1 @max-4xl:order-2 @max-4xl:col-span-full">
      {typeof value === 'string'
        ? field(label, value, change)
        : Object.entries(value).map(([culture, text]) => (
            <span key={culture} className="flex items-center gap-2">
              <span className="w-12 shrink-0 font-mono text-sm text-muted">{culture}</span>
              {field(`${label}, ${culture}`, text, (text) => change({ ...value, [culture]: text }))}
            </span>
          ))}
    </span>
  )
}

/** The result, if it differs from the source's value; for related entities, what the method does. */
function resultOf({ source, planned }: PropertyRowProps, meaning = ''): string {
  if (source === undefined) return meaning
  if (!planned || textOrJson(planned.after) === textOrJson(source)) return ''

  return `→ ${planned.after === null ? 'empty' : brief(planned.after)}`
}
