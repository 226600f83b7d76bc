import { useMutation } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Field, Select, TextField, Form } from '../../ui/controls/field.tsx'
import { client } from '../../service/client.ts'
import { changeFaults } from '../../parts/sandbox/control.ts'
import {
  effectForms,
  effectKinds,
  conditionForms,
  faultConditions,
  type EffectField,
  faultOf,
  newFault,
  initialValues,
  type FaultDraft,
  type FaultRequest,
} from './effects.ts'
import { Button } from '../../ui/controls/button.tsx'

/** A form that adds a fault, before all others. */
export function AddFault({ request }: { request: FaultRequest }) {
  const [draft, setDraft] = useState(() => newFault(request))
  const { kind, values, condition, number } = draft
  const set = (change: Partial<FaultDraft>) => setDraft((draft) => ({ ...draft, ...change }))
  const adding = useMutation({
    mutationFn: () =>
      changeFaults(() => client.POST('/__sandbox/faults', { body: faultOf(draft) }), 'Added the fault.'),
  })
  const { number: numberField } = conditionForms[condition]

  return (
    <Form aria-label="New fault" className="flex flex-wrap items-end gap-2" submit={() => adding.mutate()}>
      <RequestInputs draft={draft} set={set} />
      <Select
        label="Effect"
        value={kind}
        options={effectKinds.map((kind) => [kind, effectForms[kind].label] as const)}
        choose={(kind) => set({ kind, values: initialValues(kind) })}
      />
      {effectForms[kind].fields.map((field) => (
        <EffectInput
          key={field.name}
          field={field}
          value={values[field.name] ?? ''}
          change={(value) => set({ values: { ...values, [field.name]: value } })}
        />
      ))}
      <Select
        label="When"
        value={condition}
        options={faultConditions.map((name) => [name, conditionForms[name].label] as const)}
        choose={(condition) => set({ condition, number: conditionForms[condition].number?.initial ?? '' })}
      />
      {numberField && (
        <TextField
          label={numberField.label}
          className="w-20 font-mono"
          type="number"
          min={1}
          max={numberField.max}
          required
          value={number}
          change={(number) => set({ number })}
        />
      )}
      <Button Icon={Plus} type="submit" tone="primary" disabled={adding.isPending}>
        {adding.isPending ? 'Adding…' : 'Add fault'}
      </Button>
    </Form>
  )
}

/** Which requests the fault applies to; operation and root field, while they apply, belong to GraphQL. */
function RequestInputs({ draft, set }: { draft: FaultDraft; set: (change: Partial<FaultDraft>) => void }) {
  const { method, path, operation, field } = draft

  return (
    <>
      <Select<string>
        label="Method"
        value={method}
        options={[['', 'any'], 'GET', 'HEAD', 'POST', 'PUT', 'DELETE']}
        choose={(method) => set({ method })}
      />
      <Field label="Path" className="min-w-50 flex-1">
        <TextField
          className="font-mono"
          placeholder="any"
          pattern="/.*"
          title="Starts with a slash; :name matches one segment, a final /* matches the rest"
          spellCheck={false}
          value={path}
          change={(path) => set({ path })}
        />
      </Field>
      {(path.includes('/graphql/') || operation || field) &&
        (['operation', 'field'] as const).map((name) => (
          <TextField
            key={name}
            label={name === 'operation' ? 'Operation' : 'Root field'}
            className="font-mono"
            placeholder="any"
            spellCheck={false}
            value={draft[name]}
            change={(text) => set({ [name]: text })}
          />
        ))}
    </>
  )
}

function EffectInput(props: { field: EffectField; value: string; change: (value: string) => void }) {
  const { label, kind, initial, placeholder, min = 1, max, pattern } = props.field

  return (
    <Field label={label} className={kind === 'text' ? 'min-w-50 flex-1' : ''}>
      <TextField
        className={`font-mono ${kind === 'number' ? 'w-24' : ''}`}
        {...(kind === 'number' ? { type: 'number', min, max } : { spellCheck: false, pattern })}
        required={initial !== ''}
        placeholder={placeholder}
        value={props.value}
        change={props.change}
      />
    </Field>
  )
}
