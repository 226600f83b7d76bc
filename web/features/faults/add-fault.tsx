import { useMutation } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Field, Select, TextField, Form } from '../../ui/controls/field.tsx'
import { client } from '../../service/client.ts'
import { changeFaults } from '../../parts/sandbox/control.ts'
import { conditionForms, effectForms, effectKinds, faultConditions, faultOf } from './effects.ts'
import type { EffectField, EffectKind, FaultCondition, FaultRequest } from './effects.ts'
import type { FaultRule } from '../../service/sandbox.ts'
import { Button } from '../../ui/controls/button.tsx'

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
