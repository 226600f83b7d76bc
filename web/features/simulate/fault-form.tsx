import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Field, focusOnMount, Select, TextField, Form } from '../../ui/controls/field.tsx'
import { textOrJson } from '../../lib/format.ts'
import type { FaultRule } from '../../service/sandbox-queries.ts'
import { Button } from '../../ui/controls/button.tsx'
import { isGraphql } from '../../lib/graphql-body.ts'
import { parseJson } from '../../lib/parse-json.ts'

type Effect = FaultRule['effect']
type EffectKind = Effect['kind']
type Texts = Readonly<Record<string, string>>

interface EffectField {
  /** The member of the effect that it sets. */
  readonly name: string
  readonly label: string
  /** The initial value; empty for an optional field. A number makes it a field for numbers, from 1 without `min`. */
  readonly initial: number | string
  readonly min?: number
  readonly max?: number
  readonly placeholder?: string
  /** A regular expression that a text must match. */
  readonly pattern?: string
}

interface EffectForm {
  readonly label: string
  readonly fields?: readonly EffectField[]
  /** @param before the effect that is edited */
  readonly make: (texts: Texts, before?: Effect) => Effect
}

/** The effects of faults, each with its input fields. */
const effectForms: Readonly<Record<EffectKind, EffectForm>> = {
  response: {
    label: 'Respond with a status',
    fields: [
      { name: 'status', label: 'Status', initial: 500, min: 200, max: 599 },
      { name: 'ms', label: 'After milliseconds', initial: 0, min: 0, max: 600_000 },
      { name: 'body', label: 'Body (optional)', initial: '', placeholder: '{"Message": "…"}' },
    ],
    make: ({ status, ms, body = '' }, before) => ({
      kind: 'response',
      status: Number(status),
      ...(Number(ms) > 0 ? { ms: Number(ms) } : distributionIn(ms, before)),
      ...(body.trim() && { body: body.trim() === 'null' ? null : (parseJson(body) ?? body) }),
    }),
  },
  latency: {
    label: 'Delay',
    fields: [{ name: 'ms', label: 'Milliseconds', initial: 2000 }],
    make: ({ ms }) => ({ kind: 'latency', ms: Number(ms) }),
  },
  never: { label: 'Never respond (timeout)', make: () => ({ kind: 'never' }) },
  hold: { label: 'Hold until released', make: () => ({ kind: 'hold' }) },
  double: { label: 'Send a message twice', make: () => ({ kind: 'double' }) },
  lose: { label: 'Lose a message', make: () => ({ kind: 'lose' }) },
  cut: { label: 'Break the connection', make: () => ({ kind: 'cut' }) },
  'rate-limit': {
    label: 'Rate limit (429)',
    fields: [{ name: 'requests', label: 'Requests per second', initial: 5, max: 10_000 }],
    make: ({ requests }) => ({ kind: 'rate-limit', requests: Number(requests), per_ms: 1000 }),
  },
  malformed: { label: 'Truncate the JSON', make: () => ({ kind: 'malformed' }) },
  empty: { label: 'Omit the body', make: () => ({ kind: 'empty' }) },
  drip: {
    label: 'Send the body slowly',
    fields: [{ name: 'bytes_per_second', label: 'Bytes per second', initial: 1000 }],
    make: ({ bytes_per_second }) => ({ kind: 'drip', bytes_per_second: Number(bytes_per_second) }),
  },
  headers: {
    label: 'Remove headers',
    fields: [
      {
        name: 'remove',
        label: 'Headers',
        initial: 'ETag',
        placeholder: 'ETag, Location',
        pattern: '.*[^\\s,].*',
      },
    ],
    make: ({ remove = '' }) => ({ kind: 'headers', remove: remove.split(/[\s,]+/).filter(Boolean) }),
  },
  passthrough: { label: 'Ask the target (--target)', make: () => ({ kind: 'passthrough' }) },
  pass: { label: 'Pass through (skip the faults below)', make: () => ({ kind: 'pass' }) },
}

const effectKinds = Object.keys(effectForms) as EffectKind[] // its type lists exactly these keys

/** The conditions on which a fault applies to a matching request: the member of the rule, and its number field. */
const conditions = {
  times: { label: 'The next n requests', number: 'n', initial: 1 },
  nth: { label: 'Only the nth request', number: 'n', initial: 2 },
  every: { label: 'Every nth request', number: 'n', initial: 3 },
  probability: { label: 'At random', number: 'Percent', initial: 20, max: 100, unit: 1 / 100 },
  for_ms: { label: 'For a limited time', number: 'Seconds', initial: 60, min: 0.001, unit: 1000 },
} as const satisfies Partial<Record<keyof FaultRule, ConditionForm>>

interface ConditionForm {
  readonly label: string
  /** The label of its number. */
  readonly number: string
  readonly initial: number
  readonly min?: number
  readonly max?: number
  /** By which the number is multiplied. */
  readonly unit?: number
}

type FaultCondition = 'always' | keyof typeof conditions

const formOf = (condition: keyof typeof conditions): ConditionForm => conditions[condition]
const conditionNames = Object.keys(conditions) as (keyof typeof conditions)[] // its type lists exactly these keys

/** The fault that the form's texts describe; empty texts are omitted. What the form has no field for stays as it was. */
export function faultOf(
  kind: EffectKind,
  condition: FaultCondition,
  texts: Texts,
  rule?: FaultRule,
): FaultRule {
  const { name, method, path, operation, field, number } = texts
  const { method: _method, path: _path, graphql: _graphql, ...otherCriteria } = rule?.match ?? {}
  const { operation: _operation, field: _field, ...otherGraphql } = rule?.match?.graphql ?? {}
  const graphql = { ...otherGraphql, ...(operation && { operation }), ...(field && { field }) }
  const { fields = [], make } = effectForms[kind]
  const isSameEffect =
    rule?.effect.kind === kind && fields.every((each) => texts[each.name] === textIn(rule.effect, each))

  return {
    ...(name && { name }),
    match: {
      ...otherCriteria,
      ...(method && { method }),
      ...(path && { path }),
      ...(Object.keys(graphql).length > 0 && { graphql }),
    },
    ...(condition !== 'always' && { [condition]: exact(Number(number) * (formOf(condition).unit ?? 1)) }),
    effect: isSameEffect ? rule.effect : make(texts, rule?.effect),
  }
}

/** A time that is drawn, which a number field can't show, and so leaves empty. */
function distributionIn(ms: string | undefined, before?: Effect): object {
  return ms === '' && before && 'ms' in before && typeof before.ms === 'object' ? { ms: before.ms } : {}
}

/** The member of an effect as its field shows it; the initial value if the effect is of another kind. */
function textIn(effect: Effect, { name, initial }: EffectField): string {
  const value = Object.entries(effect).find(([member]) => member === name)?.[1] ?? initial

  return Array.isArray(value) ? value.map(textOrJson).join(', ') : textOrJson(value)
}

interface FaultFormProps {
  readonly label: string
  /** What its fields show at first. */
  readonly rule: FaultRule
  /** The text of its button. */
  readonly action: string
  readonly submit: (rule: FaultRule) => Promise<unknown>
}

/** The fields of a fault. */
export function FaultForm({ label, rule, action, submit }: FaultFormProps) {
  const initial = conditionNames.find((name) => rule[name] !== undefined) ?? 'always'
  const [kind, setKind] = useState<EffectKind>(rule.effect.kind)
  const [condition, setCondition] = useState<FaultCondition>(initial)
  const saving = useMutation({ mutationFn: submit })

  return (
    <Form
      aria-label={label}
      className="flex w-full flex-wrap items-end gap-2"
      submit={(texts) => saving.mutate(faultOf(kind, condition, texts, rule))}
    >
      <TextField label="Name (optional)" name="name" ref={focusOnMount} defaultValue={rule.name} />
      <RequestInputs {...rule.match} />
      <Select
        label="Effect"
        value={kind}
        options={effectKinds
          .filter((kind) => kind === rule.effect.kind || (kind !== 'double' && kind !== 'lose'))
          .map((kind) => [kind, effectForms[kind].label] as const)}
        choose={setKind}
      />
      {effectForms[kind].fields?.map((field) => (
        <EffectInput key={field.name} field={field} text={textIn(rule.effect, field)} />
      ))}
      <Select<FaultCondition>
        label="When"
        value={condition}
        options={[
          ['always', 'Always'],
          ...conditionNames.map((name) => [name, conditions[name].label] as const),
        ]}
        choose={setCondition}
      />
      {condition !== 'always' && (
        <NumberInput key={condition} {...formOf(condition)} value={rule[condition]} />
      )}
      <Button type="submit" tone="primary" disabled={saving.isPending}>
        {saving.isPending ? 'Saving…' : action}
      </Button>
    </Form>
  )
}

/** A number without the error of its computation: 0.29 / 0.01 is 29. */
function exact(value: number): number {
  return Number(value.toPrecision(12))
}

/** The number of a condition, in its unit. */
function NumberInput(props: ConditionForm & { readonly value: number | undefined }) {
  const { number, initial, min = 1, max, unit = 1, value } = props

  return (
    <TextField
      label={number}
      name="number"
      className="w-20 font-mono"
      type="number"
      min={min}
      step={min < 1 ? 'any' : 1}
      max={max}
      required
      defaultValue={value === undefined ? initial : exact(value / unit)}
    />
  )
}

/** Which requests the fault applies to; operation and root field belong to GraphQL. */
function RequestInputs(match: NonNullable<FaultRule['match']>) {
  const { graphql } = match
  const [method, setMethod] = useState(match.method ?? '')
  const [path, setPath] = useState(match.path ?? '')
  // Once shown, they remain: what was typed in them would be lost while the path is edited.
  const [showsGraphql, setShowsGraphql] = useState(isGraphql(path) || graphql !== undefined)

  return (
    <>
      <Select<string>
        label="Method"
        name="method"
        value={method}
        options={[['', 'any'], 'GET', 'HEAD', 'POST', 'PUT', 'DELETE']}
        choose={setMethod}
      />
      <Field label="Path" className="min-w-50 flex-1">
        <TextField
          name="path"
          className="font-mono"
          placeholder="any"
          pattern="/.*"
          title="Starts with a slash; :name matches one segment, a final /* matches the rest"
          spellCheck={false}
          value={path}
          change={(path) => {
            setPath(path)
            if (isGraphql(path)) setShowsGraphql(true)
          }}
        />
      </Field>
      {showsGraphql &&
        (['operation', 'field'] as const).map((name) => (
          <TextField
            key={name}
            label={name === 'operation' ? 'Operation' : 'Root field'}
            name={name}
            className="font-mono"
            placeholder="any"
            spellCheck={false}
            defaultValue={graphql?.[name]}
          />
        ))}
    </>
  )
}

function EffectInput({ field, text }: { field: EffectField; text: string }) {
  const { label, name, initial, min = 1, max, placeholder, pattern } = field
  const isNumber = typeof initial === 'number'

  return (
    <Field label={label} className={isNumber ? '' : 'min-w-50 flex-1'}>
      <TextField
        name={name}
        className={`font-mono ${isNumber ? 'w-24' : ''}`}
        {...(isNumber ? { type: 'number', min, max } : { spellCheck: false, pattern })}
        required={initial !== '' && initial !== 0}
        placeholder={placeholder}
        defaultValue={text}
      />
    </Field>
  )
}
