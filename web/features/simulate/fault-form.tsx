import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Field, Select, TextField, Form } from '../../ui/controls/field.tsx'
import { textOrJson } from '../../lib/format.ts'
import type { FaultRule } from '../../service/sandbox-queries.ts'
import { Button } from '../../ui/controls/button.tsx'
import { parseJson, type Json } from '../../lib/parse-json.ts'

type Effect = FaultRule['effect']
/** The texts of the form's fields, by name. */
type Texts = Readonly<Record<string, string>>
/** All but those of messages to receivers. */
type EffectKind = Effect['kind']
type FaultCondition = 'always' | 'times' | 'nth' | 'every' | 'chance' | 'seconds'

/** An input field of an effect. */
interface EffectField {
  /** The member of the effect that it sets. */
  readonly name: string
  readonly label: string
  /** The initial value; empty for optional fields. */
  readonly initial: string
  readonly kind: 'number' | 'text'
  readonly placeholder?: string
  /** The range of a number, from 1 without `min`. */
  readonly min?: number
  readonly max?: number
  /** A regular expression that a text must match. */
  readonly pattern?: string
}

interface EffectForm {
  readonly label: string
  readonly fields: readonly EffectField[]
  readonly make: (texts: Texts) => Effect
}

/** The effects of faults, each with its input fields. */
const effectForms: Readonly<Record<EffectKind, EffectForm>> = {
  response: {
    label: 'Respond with a status',
    fields: [
      { name: 'status', label: 'Status', initial: '500', kind: 'number', min: 200, max: 599 },
      {
        name: 'body',
        label: 'Body (optional)',
        initial: '',
        kind: 'text',
        placeholder: '{"Message": "…"}',
      },
    ],
    make: ({ status, body = '' }) => ({
      kind: 'response',
      status: Number(status),
      ...(body.trim() && { body: jsonOrText(body) }),
    }),
  },
  latency: {
    label: 'Delay',
    fields: [{ name: 'ms', label: 'Milliseconds', initial: '2000', kind: 'number' }],
    make: ({ ms }) => ({ kind: 'latency', ms: Number(ms) }),
  },
  never: { label: 'Never respond (timeout)', fields: [], make: () => ({ kind: 'never' }) },
  hold: { label: 'Hold until released', fields: [], make: () => ({ kind: 'hold' }) },
  double: { label: 'Send a message twice', fields: [], make: () => ({ kind: 'double' }) },
  lose: { label: 'Lose a message', fields: [], make: () => ({ kind: 'lose' }) },
  cut: { label: 'Break the connection', fields: [], make: () => ({ kind: 'cut' }) },
  'rate-limit': {
    label: 'Rate limit (429)',
    fields: [{ name: 'requests', label: 'Requests per second', initial: '5', kind: 'number', max: 10_000 }],
    make: ({ requests }) => ({ kind: 'rate-limit', requests: Number(requests), per_ms: 1000 }),
  },
  malformed: { label: 'Truncate the JSON', fields: [], make: () => ({ kind: 'malformed' }) },
  empty: { label: 'Omit the body', fields: [], make: () => ({ kind: 'empty' }) },
  drip: {
    label: 'Send the body slowly',
    fields: [{ name: 'bytes_per_second', label: 'Bytes per second', initial: '1000', kind: 'number' }],
    make: ({ bytes_per_second }) => ({ kind: 'drip', bytes_per_second: Number(bytes_per_second) }),
  },
  headers: {
    label: 'Remove headers',
    fields: [
      {
        name: 'remove',
        label: 'Headers',
        initial: 'ETag',
        kind: 'text',
        placeholder: 'ETag, Location',
        pattern: '.*[^\\s,].*',
      },
    ],
    make: ({ remove = '' }) => ({ kind: 'headers', remove: remove.split(/[\s,]+/).filter(Boolean) }),
  },
  passthrough: { label: 'Ask the target (--target)', fields: [], make: () => ({ kind: 'passthrough' }) },
  pass: { label: 'Pass through (skip the faults below)', fields: [], make: () => ({ kind: 'pass' }) },
}

const effectKinds = Object.keys(effectForms) as EffectKind[] // its type lists exactly these keys

interface ConditionForm {
  readonly label: string
  /** Its number field; undefined if it has none. */
  readonly number: { readonly label: string; readonly initial: string; readonly max?: number } | undefined
  readonly make: (number: number) => Pick<FaultRule, 'times' | 'nth' | 'every' | 'probability' | 'for_ms'>
}

/** The conditions on which a fault applies to a matching request, each with its number field. */
const conditionForms: Readonly<Record<FaultCondition, ConditionForm>> = {
  always: { label: 'Always', number: undefined, make: () => ({}) },
  times: { label: 'The next n requests', number: { label: 'n', initial: '1' }, make: (times) => ({ times }) },
  nth: { label: 'Only the nth request', number: { label: 'n', initial: '2' }, make: (nth) => ({ nth }) },
  every: { label: 'Every nth request', number: { label: 'n', initial: '3' }, make: (every) => ({ every }) },
  chance: {
    label: 'At random',
    number: { label: 'Percent', initial: '20', max: 100 },
    make: (percent) => ({ probability: percent / 100 }),
  },
  seconds: {
    label: 'For a limited time',
    number: { label: 'Seconds', initial: '60' },
    make: (seconds) => ({ for_ms: seconds * 1000 }),
  },
}

const faultConditions = Object.keys(conditionForms) as FaultCondition[] // its type lists exactly these keys

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
  const isSameEffect =
    rule?.effect.kind === kind &&
    effectForms[kind].fields.every((each) => texts[each.name] === textIn(rule.effect, each))

  return {
    ...(name && { name }),
    match: {
      ...otherCriteria,
      ...(method && { method }),
      ...(path && { path }),
      ...(Object.keys(graphql).length > 0 && { graphql }),
    },
    ...conditionForms[condition].make(Number(number)),
    effect: isSameEffect ? rule.effect : effectForms[kind].make(texts),
  }
}

/** The member of an effect as its field shows it; the initial value if the effect is of another kind. */
function textIn(effect: Effect, { name, initial }: EffectField): string {
  const value = Object.entries(effect).find(([member]) => member === name)?.[1]

  if (value === undefined) return initial

  return Array.isArray(value) ? value.map(textOrJson).join(', ') : textOrJson(value)
}

/** The first condition of a rule, and its number. */
function conditionOf(rule: FaultRule): { condition: FaultCondition; number: number | undefined } {
  const { nth, every, probability, times, for_ms } = rule
  const percent = probability === undefined ? undefined : Math.round(probability * 100)
  const seconds = for_ms === undefined ? undefined : for_ms / 1000
  const numbers = { times, nth, every, chance: percent, seconds }
  const condition =
    faultConditions.find((each) => each !== 'always' && numbers[each] !== undefined) ?? 'always'

  return { condition, number: condition === 'always' ? undefined : numbers[condition] }
}

function jsonOrText(text: string): Json {
  const json = parseJson(text)

  return json === undefined ? text : json
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
  const initial = conditionOf(rule)
  const [kind, setKind] = useState<EffectKind>(rule.effect.kind)
  const [condition, setCondition] = useState<FaultCondition>(initial.condition)
  const saving = useMutation({ mutationFn: submit })
  const { number } = conditionForms[condition]

  return (
    <Form
      aria-label={label}
      className="flex w-full flex-wrap items-end gap-2"
      submit={(texts) => saving.mutate(faultOf(kind, condition, texts, rule))}
    >
      <TextField label="Name" name="name" placeholder="optional" className="w-32" defaultValue={rule.name} />
      <RequestInputs {...rule.match} />
      <Select
        label="Effect"
        value={kind}
        options={effectKinds
          .filter((kind) => kind === rule.effect.kind || (kind !== 'double' && kind !== 'lose'))
          .map((kind) => [kind, effectForms[kind].label] as const)}
        choose={setKind}
      />
      {effectForms[kind].fields.map((field) => (
        <EffectInput key={field.name} {...field} initial={textIn(rule.effect, field)} />
      ))}
      <Select
        label="When"
        value={condition}
        options={faultConditions.map((name) => [name, conditionForms[name].label] as const)}
        choose={setCondition}
      />
      {number && (
        <TextField
          key={condition}
          label={number.label}
          name="number"
          className="w-20 font-mono"
          type="number"
          min={condition === 'seconds' ? 0.001 : 1}
          step={condition === 'seconds' ? 'any' : 1}
          max={number.max}
          required
          defaultValue={condition === initial.condition ? initial.number : number.initial}
        />
      )}
      <Button type="submit" tone="primary" disabled={saving.isPending}>
        {saving.isPending ? 'Saving…' : action}
      </Button>
    </Form>
  )
}

function isGraphql(path: string): boolean {
  return path.includes('/graphql/')
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

function EffectInput({ label, name, kind, initial, placeholder, min = 1, max, pattern }: EffectField) {
  return (
    <Field label={label} className={kind === 'text' ? 'min-w-50 flex-1' : ''}>
      <TextField
        name={name}
        className={`font-mono ${kind === 'number' ? 'w-24' : ''}`}
        {...(kind === 'number' ? { type: 'number', min, max } : { spellCheck: false, pattern })}
        required={initial !== ''}
        placeholder={placeholder}
        defaultValue={initial}
      />
    </Field>
  )
}
