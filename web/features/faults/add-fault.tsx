import { useMutation } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Field, Select, TextField, Form } from '../../ui/controls/field.tsx'
import { client } from '../../service/service-client.ts'
import { changeFaults } from '../../parts/sandbox/control.ts'
import type { FaultRule } from '../../service/sandbox-queries.ts'
import { Button } from '../../ui/controls/button.tsx'
import { parseJson, type Json } from '../../lib/parse-json.ts'

type Effect = FaultRule['effect']
/** The texts of the form's fields, by name. */
type Texts = Readonly<Record<string, string>>
type EffectKind = Effect['kind']
type FaultCondition = 'always' | 'times' | 'nth' | 'every' | 'chance' | 'seconds'

/** An input field of an effect. */
interface EffectField {
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
    fields: [{ name: 'bytes', label: 'Bytes per second', initial: '1000', kind: 'number' }],
    make: ({ bytes }) => ({ kind: 'drip', bytes_per_second: Number(bytes) }),
  },
  headers: {
    label: 'Remove headers',
    fields: [
      {
        name: 'names',
        label: 'Headers',
        initial: 'ETag',
        kind: 'text',
        placeholder: 'ETag, Location',
        pattern: '.*[^\\s,].*',
      },
    ],
    make: ({ names = '' }) => ({ kind: 'headers', remove: names.split(/[\s,]+/).filter(Boolean) }),
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

/** The members of a fault that a request determines. */
type FaultRequest = {
  readonly [Member in 'method' | 'path' | 'operation' | 'field']?: string | undefined
}

/** The fault that the form's texts describe; empty texts are omitted. */
export function faultOf(kind: EffectKind, condition: FaultCondition, texts: Texts): FaultRule {
  const { method, path, operation, field, number } = texts
  const graphql = { ...(operation && { operation }), ...(field && { field }) }

  return {
    match: {
      ...(method && { method }),
      ...(path && { path }),
      ...((operation || field) && { graphql }),
    },
    ...conditionForms[condition].make(Number(number)),
    effect: effectForms[kind].make(texts),
  }
}

function jsonOrText(text: string): Json {
  const json = parseJson(text)

  return json === undefined ? text : json
}

/** A form that adds a fault, before all others. */
export function AddFault({ request }: { request: FaultRequest }) {
  const [kind, setKind] = useState<EffectKind>('response')
  const [condition, setCondition] = useState<FaultCondition>('always')
  const adding = useMutation({
    mutationFn: (fault: FaultRule) =>
      changeFaults(() => client.POST('/__sandbox/faults', { body: fault }), 'Added the fault.'),
  })
  const { number } = conditionForms[condition]

  return (
    <Form
      aria-label="New fault"
      className="flex flex-wrap items-end gap-2"
      submit={(texts) => adding.mutate(faultOf(kind, condition, texts))}
    >
      <RequestInputs {...request} />
      <Select
        label="Effect"
        value={kind}
        options={effectKinds.map((kind) => [kind, effectForms[kind].label] as const)}
        choose={setKind}
      />
      {effectForms[kind].fields.map((field) => (
        <EffectInput key={field.name} {...field} />
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
          min={1}
          max={number.max}
          required
          defaultValue={number.initial}
        />
      )}
      <Button Icon={Plus} type="submit" tone="primary" disabled={adding.isPending}>
        {adding.isPending ? 'Adding…' : 'Add fault'}
      </Button>
    </Form>
  )
}

function isGraphql(path: string): boolean {
  return path.includes('/graphql/')
}

/** Which requests the fault applies to; operation and root field belong to GraphQL. */
function RequestInputs(request: FaultRequest) {
  const [method, setMethod] = useState(request.method ?? '')
  const [path, setPath] = useState(request.path ?? '/api/entities/*')
  // Once shown, they remain: what was typed in them would be lost while the path is edited.
  const [showsGraphql, setShowsGraphql] = useState(
    isGraphql(path) || request.operation !== undefined || request.field !== undefined,
  )

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
            defaultValue={request[name]}
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
