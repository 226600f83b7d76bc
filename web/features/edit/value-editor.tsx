import { Select } from '../../ui/controls/field.tsx'
import { Button, IconButton } from '../../ui/controls/button.tsx'
import { useQuery } from '@tanstack/react-query'
import { Plus, X } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { getQuery } from '../../service/client.ts'
import type { OptionResponse, PropertyOfDefinition } from '../../service/entities.ts'
import { textOrJson, labelOf } from '../../lib/format.ts'
import { isObject, parseJson, type Json } from '../../lib/json.ts'
import { nameInLink } from '../../lib/addresses.ts'

interface EditorProps {
  readonly property: PropertyOfDefinition
  readonly label: string
  readonly value: Json
  readonly isInvalid: boolean
  /** Whether it must have a value, like each value of a multi-value property. */
  readonly isRequired?: boolean
  readonly change: (value: Json) => void
}

/** The editor for one value, by the type of its property. An empty value is null, or `''` in a list. */
export function ValueEditor(props: EditorProps) {
  const { property, label, value, change, isRequired } = props
  const Editor = property.datasource ? OptionEditor : editors[property.type]

  return (
    <div className="flex items-start gap-1">
      <div className="min-w-0 flex-1">
        <Editor {...props} />
      </div>
      {!isRequired && value !== null && property.type !== 'Boolean' && !property.datasource && (
        <IconButton Icon={X} label={`Clear ${label}`} title="Clear (null)" run={() => change(null)} />
      )}
    </div>
  )
}

const editors: Record<PropertyOfDefinition['type'], (props: EditorProps) => ReactNode> = {
  String: TextEditor,
  Integer: ParsedEditor,
  Long: ParsedEditor,
  Decimal: ParsedEditor,
  Boolean: BooleanEditor,
  DateTime: TextEditor,
  DateTimeOffset: TextEditor,
  Json: ParsedEditor,
}

function TextEditor({ property, label, value, isInvalid, isRequired, change }: EditorProps) {
  const text = value === null ? '' : textOrJson(value)
  const isDate = property.type !== 'String'
  const inputProps = {
    'aria-label': label,
    'aria-invalid': isInvalid,
    dir: 'auto',
    className: 'field w-full',
    placeholder: value === null ? (isDate ? 'empty, or 2026-01-31T12:00:00Z' : 'empty') : '',
    value: text,
    // An empty text is a value, but not a date.
    onChange: ({ target }: { target: { value: string } }) =>
      change(isDate && target.value === '' && !isRequired ? null : target.value),
  }
  const isMultiline =
    text.length > 80 || text.includes('\n') || /multi|html|rich/i.test(property.content_type ?? '')

  return isMultiline ? <textarea rows={4} {...inputProps} /> : <input type="text" {...inputProps} />
}

/** A number or JSON. Keeps the typed text until it can be parsed, because `1.`, `-` and `{` may start a valid value. */
function ParsedEditor({ property, label, value, isInvalid, change }: EditorProps) {
  const isJson = property.type === 'Json'
  const parse = (text: string) => (text.trim() === '' ? null : isJson ? parseJson(text) : parseNumber(text))
  // A value that was added to a list of numbers is empty at first.
  const isEmpty = value === null || (value === '' && !isJson)
  const [typed, setTyped] = useState<{ readonly text: string; readonly value: Json }>()
  const text =
    typed && typed.value === value ? typed.text : isEmpty ? '' : JSON.stringify(value, undefined, 2)
  const isParsed = parse(text) !== undefined
  const inputProps = {
    'aria-label': label,
    'aria-invalid': isInvalid || !isParsed,
    placeholder: isJson ? 'empty, or JSON' : 'empty',
    value: text,
    onChange: ({ target }: { target: { value: string } }) => {
      const next = parse(target.value)

      setTyped({ text: target.value, value: next ?? value })
      if (next !== undefined) change(next)
    },
  }

  return (
    <>
      {isJson ? (
        <textarea rows={4} className="field w-full font-mono text-sm" {...inputProps} />
      ) : (
        <input inputMode="decimal" className="field w-48 font-mono" {...inputProps} />
      )}
      {!isParsed && <p className="text-sm text-red">Not {isJson ? 'valid JSON' : 'a valid number'}.</p>}
    </>
  )
}

function parseNumber(text: string): number | undefined {
  const number = Number(text)

  return Number.isFinite(number) ? number : undefined
}

function BooleanEditor({ label, value, isInvalid, isRequired, change }: EditorProps) {
  return (
    <Select<string>
      aria-label={label}
      aria-invalid={isInvalid}
      value={textOrJson(value)}
      options={[isRequired ? ['', 'choose'] : ['null', 'empty'], 'true', 'false']}
      choose={(text) => change(text === '' ? '' : (parseJson(text) ?? null))}
    />
  )
}

function OptionEditor({ property, label, value, isInvalid, isRequired, change }: EditorProps) {
  const name = nameInLink(property.datasource?.href ?? '')
  const list = useQuery(getQuery('/api/datasources/{name}', { path: { name } }))
  const identifier = textOrJson((isObject(value) ? value['identifier'] : value) ?? '')

  return (
    <Select<string>
      aria-label={label}
      aria-invalid={isInvalid}
      className="max-w-full"
      value={identifier}
      options={[['', isRequired ? 'choose' : 'empty'], ...flatten(list.data?.values ?? [])]}
      choose={(identifier) => change(identifier ? { identifier } : isRequired ? '' : null)}
    />
  )
}

/** The options of a hierarchical list, indented by level. */
function flatten(
  values: readonly OptionResponse[],
  depth = 0,
): (readonly [identifier: string, label: string])[] {
  return values.flatMap(({ identifier, labels, values }) => [
    [identifier, `${'\u2003'.repeat(depth)}${labelOf(labels, identifier)}`] as const,
    ...flatten(values, depth + 1),
  ])
}

/** The editors of a multi-value property, one for each value. */
export function MultiValueEditor(props: EditorProps) {
  const { label, value, change } = props
  const values = Array.isArray(value) ? value : []

  return (
    <div className="flex flex-col gap-1">
      {values.map((each, index) => (
        <div key={index} className="flex gap-1">
          <div className="min-w-0 flex-1">
            <ValueEditor
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
