import { Select } from '../../ui/controls/field.tsx'
import { Button, IconButton } from '../../ui/controls/button.tsx'
import { useQuery } from '@tanstack/react-query'
import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import { getQuery } from '../../service/service-client.ts'
import type { Option, PropertyOfDefinition } from '../../service/entity-queries.ts'
import { textOrJson, labelOf } from '../../lib/format.ts'
import { isObject, parseJson, type Json } from '../../lib/parse-json.ts'
import { nameInLink } from '../../lib/page-addresses.ts'

interface EditorProps {
  readonly property: PropertyOfDefinition
  readonly label: string
  readonly value: Json
  readonly isInvalid: boolean
  /** Whether it must have a value, like each value of a multi-value property. */
  readonly isRequired?: boolean
  readonly change: (value: Json) => void
}

/** The editor for a value, by the type of its property, or for each of its values. An empty value is null, or `''` in a list. */
export function ValueEditor(props: EditorProps) {
  return props.property.is_multivalue ? <ListEditor {...props} /> : <SingleEditor {...props} />
}

function SingleEditor(props: EditorProps) {
  const { property, label, value, change, isRequired } = props
  const { type, datasource } = property

  if (datasource || type === 'Boolean') return <ChoiceEditor {...props} />

  return (
    <div className="flex items-start gap-1">
      <div className="min-w-0 flex-1">
        <TextEditor {...props} />
      </div>
      {!isRequired && value !== null && (
        <IconButton Icon={X} label={`Clear ${label}`} title="Clear (null)" run={() => change(null)} />
      )}
    </div>
  )
}

/** A text, a number or JSON. What can't be parsed, as `-` and `{`, is changed as a text, and makes the field invalid. */
function TextEditor({ property, label, value, isInvalid, isRequired, change }: EditorProps) {
  const { type, content_type } = property
  const [typed, setTyped] = useState<{ readonly text: string; readonly value: Json }>()
  const isString = type === 'String'
  const isDate = type === 'DateTime' || type === 'DateTimeOffset'
  const isJson = type === 'Json'
  const isNumber = !isString && !isDate && !isJson
  const parse = (text: string): Json | undefined => {
    if (isString) return text
    // An empty text is a value, but neither a date nor a number.
    if (text.trim() === '') return isRequired && !isJson ? '' : null
    if (isDate || isJson) return isDate ? text : parseJson(text)

    return Number.isFinite(Number(text)) ? Number(text) : undefined
  }
  const shown = isJson ? JSON.stringify(value, undefined, 2) : textOrJson(value)
  const isEmpty = value === null || (value === '' && !isJson)
  const text = typed && typed.value === value ? typed.text : isEmpty ? '' : shown
  const problem = parse(text) === undefined ? `Not ${isJson ? 'valid JSON' : 'a valid number'}.` : ''
  const hint = isDate ? 'empty, or 2026-01-31T12:00:00Z' : isJson ? 'empty, or JSON' : 'empty'
  const inputProps = {
    'aria-label': label,
    'aria-invalid': isInvalid || problem !== '',
    placeholder: isString && value !== null ? '' : hint,
    className: `field ${isNumber ? 'w-48' : 'w-full'} ${isString || isDate ? '' : 'font-mono'} ${isJson ? 'text-sm' : ''}`,
    value: text,
    ref: (field: HTMLInputElement | HTMLTextAreaElement | null) => field?.setCustomValidity(problem),
    onChange: ({ target }: { target: { value: string } }) => {
      const parsed = parse(target.value)
      const next = parsed === undefined ? target.value : parsed

      setTyped({ text: target.value, value: next })
      change(next)
    },
  }
  const isLong = text.length > 80 || text.includes('\n') || /multi|html|rich/i.test(content_type ?? '')

  return (
    <>
      {isJson || (isLong && !isNumber) ? (
        <textarea rows={4} dir={isJson ? undefined : 'auto'} {...inputProps} />
      ) : (
        <input dir="auto" inputMode={isNumber ? 'decimal' : undefined} {...inputProps} />
      )}
      {problem && <p className="text-sm text-red">{problem}</p>}
    </>
  )
}

function ChoiceEditor({ property, label, value, isInvalid, isRequired, change }: EditorProps) {
  const options = useOptions(property)
  const valueOf = (text: string) => (property.datasource ? { identifier: text } : text === 'true')

  return (
    <Select<string>
      aria-label={label}
      aria-invalid={isInvalid}
      className="max-w-full"
      value={textOrJson((isObject(value) ? value['identifier'] : value) ?? '')}
      options={[['', isRequired ? 'choose' : 'empty'], ...(options ?? [])]}
      choose={(text) => change(text ? valueOf(text) : isRequired ? '' : null)}
    />
  )
}

type Choices = readonly (readonly [value: string, label: string])[]

/** The values of a property that can be chosen; undefined until its option list has loaded. */
export function useOptions(property: PropertyOfDefinition | undefined): Choices | undefined {
  const name = property?.datasource && nameInLink(property.datasource.href)
  const list = useQuery({
    ...getQuery('/api/datasources/{name}', { path: { name: name ?? '' } }),
    enabled: name !== undefined,
  })

  if (name !== undefined && list.isPending) return undefined
  if (property?.type === 'Boolean') return [true, false].map((each) => [String(each), String(each)])

  return flatten(list.data?.values ?? [])
}

/** The options of a hierarchical list, indented by level. */
function flatten(values: readonly Option[], depth = 0): Choices {
  return values.flatMap(({ identifier, labels, values }) => [
    [identifier, `${'\u2003'.repeat(depth)}${labelOf(labels, identifier)}`] as const,
    ...flatten(values, depth + 1),
  ])
}

function ListEditor(props: EditorProps) {
  const { label, value, change } = props
  const values = Array.isArray(value) ? value : []

  return (
    <div className="flex flex-col gap-1">
      {values.map((each, index) => (
        <div key={index} className="flex gap-1">
          <div className="min-w-0 flex-1">
            <SingleEditor
              {...props}
              label={`${label} ${index + 1}`}
              value={each}
              change={(next) => change(values.with(index, next))}
              isRequired
            />
          </div>
          <IconButton
            Icon={X}
            label={`Remove ${label} ${index + 1}`}
            run={() => change(values.length === 1 ? null : values.toSpliced(index, 1))}
          />
        </div>
      ))}
      <Button
        Icon={Plus}
        className="self-start"
        onClick={() => change([...values, ''])}
        aria-label={`Add a value to ${label}`}
      >
        Add a value
      </Button>
    </div>
  )
}
