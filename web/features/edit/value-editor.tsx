import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { optionList } from '../../service/entities.ts'
import type { Json, OptionAnswer, PropertyOfDefinition } from '../../service/shapes.ts'
import { inline, labelOf } from '../../lib/format.ts'
import { isObject, parseJson } from '../../lib/json.ts'
import { pathOfLink } from '../../lib/place.ts'
import { IconButton } from '../../ui/icon-button.tsx'

export interface EditorProps {
  readonly property: PropertyOfDefinition
  /** What it edits, for people who do not see where it stands. */
  readonly label: string
  readonly value: Json
  readonly isInvalid: boolean
  /** Whether it has to hold a value, as each of several does. */
  readonly isRequired?: boolean
  readonly change: (value: Json) => void
}

/** The editor for one value, by the type of its property. Empty is a value of its own: null. */
export function ValueEditor(props: EditorProps) {
  const { property, label, value, change, isRequired } = props
  const Editor = property.datasource ? OptionEditor : editors[property.type]

  return (
    <div className="flex items-start gap-1">
      <div className="min-w-0 flex-1">
        <Editor {...props} />
      </div>
      {!isRequired && value !== null && property.type !== 'Boolean' && !property.datasource && (
        <IconButton Icon={X} label={`Empty ${label}`} title="Make it empty (null)" run={() => change(null)} />
      )}
    </div>
  )
}

const editors: Record<PropertyOfDefinition['type'], (props: EditorProps) => ReactNode> = {
  String: TextEditor,
  Integer: NumberEditor,
  Long: NumberEditor,
  Decimal: NumberEditor,
  Boolean: BooleanEditor,
  DateTime: TextEditor,
  DateTimeOffset: TextEditor,
  Json: JsonEditor,
}

function TextEditor({ property, label, value, isInvalid, change }: EditorProps) {
  const text = typeof value === 'string' ? value : value === null ? '' : inline(value)
  const isDate = property.type !== 'String'
  const shared = {
    'aria-label': label,
    'aria-invalid': isInvalid,
    className: 'field w-full',
    placeholder: value === null ? (isDate ? 'empty, or 2026-01-31T12:00:00Z' : 'empty') : '',
    value: text,
    onChange: (event: { target: { value: string } }) => change(event.target.value),
  }
  const isLong =
    text.length > 80 || text.includes('\n') || /multi|html|rich/i.test(property.content_type ?? '')

  return isLong ? <textarea rows={4} {...shared} /> : <input type="text" {...shared} />
}

/** What is typed stays as it is until it is a number, so that `1.` and `-` can be on the way to one. */
function NumberEditor({ label, value, isInvalid, change }: EditorProps) {
  const [text, setText] = useState(value === null ? '' : inline(value))
  const [known, setKnown] = useState(value)
  const isNumber = text.trim() !== '' && Number.isFinite(Number(text))

  if (known !== value) {
    setKnown(value)
    setText(value === null ? '' : inline(value))
  }

  return (
    <input
      type="text"
      inputMode="decimal"
      aria-label={label}
      aria-invalid={isInvalid || (text !== '' && !isNumber)}
      className="field w-48 font-mono"
      placeholder="empty"
      value={text}
      onChange={({ target }) => {
        const next = target.value.trim() === '' ? null : Number(target.value)

        setText(target.value)
        if (next !== null && !Number.isFinite(next)) return
        setKnown(next)
        change(next)
      }}
    />
  )
}

function BooleanEditor({ label, value, isInvalid, change }: EditorProps) {
  return (
    <select
      aria-label={label}
      aria-invalid={isInvalid}
      className="field"
      value={inline(value)}
      onChange={({ target }) => change(target.value === 'null' ? null : target.value === 'true')}
    >
      <option value="null">empty</option>
      <option value="true">true</option>
      <option value="false">false</option>
    </select>
  )
}

function JsonEditor({ label, value, isInvalid, change }: EditorProps) {
  const [text, setText] = useState(value === null ? '' : JSON.stringify(value, undefined, 2))
  const parsed = text.trim() === '' ? null : parseJson(text)

  return (
    <>
      <textarea
        rows={4}
        aria-label={label}
        aria-invalid={isInvalid || parsed === undefined}
        className="field w-full font-mono text-sm"
        placeholder="empty, or JSON"
        value={text}
        onChange={({ target }) => {
          const next = target.value.trim() === '' ? null : parseJson(target.value)

          setText(target.value)
          if (next !== undefined) change(next)
        }}
      />
      {parsed === undefined && <p className="text-sm text-red">This is not JSON yet.</p>}
    </>
  )
}

function OptionEditor({ property, label, value, isInvalid, isRequired, change }: EditorProps) {
  const list = useQuery(optionList(pathOfLink(property.datasource?.href ?? '')))
  const identifier =
    isObject(value) && typeof value['identifier'] === 'string'
      ? value['identifier']
      : (inline(value ?? '') ?? '')
  const options = flatten(list.data?.values ?? [])

  return (
    <select
      aria-label={label}
      aria-invalid={isInvalid}
      className="field max-w-full"
      value={identifier}
      onChange={({ target }) =>
        change(target.value === '' ? (isRequired ? '' : null) : { identifier: target.value })
      }
    >
      <option value="">{isRequired ? 'choose' : 'empty'}</option>
      {identifier && !options.some((option) => option.identifier === identifier) && (
        <option>{identifier}</option>
      )}
      {options.map((option) => (
        <option key={option.identifier} value={option.identifier}>
          {option.label}
        </option>
      ))}
    </select>
  )
}

/** A hierarchical list with its levels indented. */
function flatten(values: readonly OptionAnswer[], depth = 0): { identifier: string; label: string }[] {
  return values.flatMap(({ identifier, labels, values = [] }) => [
    { identifier, label: `${'\u2003'.repeat(depth)}${labelOf(labels, identifier)}` },
    ...flatten(values, depth + 1),
  ])
}
