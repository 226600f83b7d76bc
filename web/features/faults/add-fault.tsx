import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Field } from '../../ui/field.tsx'
import { useControl } from '../../parts/sandbox/use-control.ts'
import { effectForm, effectForms, effectKinds, oftenForm, oftenForms, oftens } from './effects.ts'
import type { EffectField, EffectKind, Often } from './effects.ts'

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE']

interface AddFaultProps {
  /** The request it is made for, if it is made from one. */
  readonly method?: string | undefined
  readonly path?: string | undefined
}

/** Adds a fault in front of all others. */
export function AddFault({ method: givenMethod = '', path: givenPath = '/api/entities/*' }: AddFaultProps) {
  const [method, setMethod] = useState(givenMethod)
  const [path, setPath] = useState(givenPath)
  const [kind, setKind] = useState<EffectKind>('answer')
  const [values, setValues] = useState(() => usualValues('answer'))
  const [often, setOften] = useState<Often>('always')
  const [number, setNumber] = useState('')
  const control = useControl()
  const { fields, make } = effectForm(kind)
  const { number: asked, make: makeOften } = oftenForm(often)

  return (
    <form
      aria-label="New fault"
      className="flex flex-wrap items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        control.mutate({
          method: 'POST',
          path: '/__sandbox/faults',
          body: {
            match: { ...(method ? { method } : {}), ...(path ? { path } : {}) },
            ...makeOften(Number(number)),
            effect: make(values),
          },
          done: 'Added the fault.',
        })
      }}
    >
      <Field label="Method">
        <select className="field" value={method} onChange={({ target }) => setMethod(target.value)}>
          <option value="">any</option>
          {[...new Set([...methods, givenMethod].filter(Boolean))].map((each) => (
            <option key={each}>{each}</option>
          ))}
        </select>
      </Field>
      <Field label="Path" className="min-w-50 flex-1">
        <input
          className="field font-mono"
          placeholder="any"
          pattern="/.*"
          title="Begins with a slash; :name stands for a segment, /* at the end for any rest"
          spellCheck={false}
          value={path}
          onChange={({ target }) => setPath(target.value)}
        />
      </Field>
      <Field label="Effect">
        <select
          className="field"
          value={kind}
          onChange={({ target }) => {
            const next = effectKinds.find((each) => each === target.value) ?? 'answer'

            setKind(next)
            setValues(usualValues(next))
          }}
        >
          {effectKinds.map((each) => (
            <option key={each} value={each}>
              {effectForms[each].label}
            </option>
          ))}
        </select>
      </Field>
      {fields.map((field) => (
        <EffectInput
          key={field.name}
          field={field}
          value={values[field.name] ?? ''}
          change={(value) => setValues((before) => ({ ...before, [field.name]: value }))}
        />
      ))}
      <Field label="How often">
        <select
          className="field"
          value={often}
          onChange={({ target }) => {
            const next = oftens.find((each) => each === target.value) ?? 'always'

            setOften(next)
            setNumber(oftenForm(next).number?.usual ?? '')
          }}
        >
          {oftens.map((each) => (
            <option key={each} value={each}>
              {oftenForms[each].label}
            </option>
          ))}
        </select>
      </Field>
      {asked && (
        <Field label={asked.label}>
          <input
            className="field w-20 font-mono"
            type="number"
            min={1}
            max={asked.max}
            required
            value={number}
            onChange={({ target }) => setNumber(target.value)}
          />
        </Field>
      )}
      <button type="submit" className="button" data-tone="primary" disabled={control.isPending}>
        <Plus size={14} aria-hidden />
        {control.isPending ? 'Adding…' : 'Add fault'}
      </button>
    </form>
  )
}

function EffectInput(props: { field: EffectField; value: string; change: (value: string) => void }) {
  const { field, value, change } = props
  const { label, kind, usual, placeholder } = field

  return (
    <Field label={label} className={kind === 'text' ? 'min-w-50 flex-1' : ''}>
      <input
        className={`field font-mono ${kind === 'number' ? 'w-24' : ''}`}
        {...(kind === 'number' ? { type: 'number', min: 1 } : { spellCheck: false })}
        required={usual !== ''}
        placeholder={placeholder}
        value={value}
        onChange={({ target }) => change(target.value)}
      />
    </Field>
  )
}

function usualValues(kind: EffectKind): Record<string, string> {
  return Object.fromEntries(effectForm(kind).fields.map(({ name, usual }) => [name, usual]))
}
