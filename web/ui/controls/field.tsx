import { useEffect, useRef, useState, type ReactNode, type ComponentProps } from 'react'
import { useMutation } from '@tanstack/react-query'
import { Button } from './button.tsx'
import { Search } from 'lucide-react'

/** How long typing has to pause before a text is sent, in milliseconds. */
const pause = 250

/**
 * The text of a field whose value is in the page's address, which changes when typing pauses: to `valueOf` the text.
 * Another new `value` (Back, a link) replaces the text.
 */
export function useTypedText(
  value: string,
  change: (text: string) => void,
  valueOf = (text: string) => text,
): readonly [text: string, type: (text: string) => void] {
  const [text, setText] = useState(value)
  /** The value that the address has, and those that it will have in a moment. */
  const sent = useRef([value])
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  useEffect(() => {
    const isSent = sent.current.includes(value)

    sent.current = isSent ? sent.current.slice(sent.current.lastIndexOf(value)) : [value]
    if (isSent) return
    clearTimeout(timer.current)
    setText(value)
  }, [value])

  useEffect(() => () => clearTimeout(timer.current), [])

  const type = (next: string) => {
    setText(next)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      sent.current.push(valueOf(next))
      change(next)
    }, pause)
  }

  return [text, type]
}

interface NameFormProps {
  readonly label: string
  readonly placeholder?: string
  /** The pattern of the name, and its description for users. */
  readonly rule: { readonly pattern: string; readonly title: string }
  /** Verb and icon of the button. */
  readonly children: ReactNode
  /** Resolves to undefined if it failed; then the name stays in the field. */
  readonly submit: (name: string) => Promise<unknown>
}

/** A one-field form that names something new. */
export function NameForm(props: NameFormProps) {
  const { label, placeholder, rule, children, submit } = props
  const [name, setName] = useState('')
  const naming = useMutation({
    mutationFn: submit,
    onSuccess: (result) => result !== undefined && setName(''),
  })

  return (
    <Form className="flex gap-2" submit={() => naming.mutate(name)}>
      <TextField
        aria-label={label}
        className="w-40 min-w-0 flex-1"
        placeholder={placeholder}
        {...rule}
        spellCheck={false}
        value={name}
        change={(name) => setName(name.trim())}
      />
      <Button type="submit" disabled={naming.isPending}>
        {children}
      </Button>
    </Form>
  )
}

/** A form control with a label above it. */
export function Field(props: { label: string; className?: string; children: ReactNode }) {
  const { label, className = '', children } = props

  return (
    <label className={`flex max-w-full min-w-0 flex-col gap-1 ${className}`}>
      <span className="text-sm text-muted">{label}</span>
      {children}
    </label>
  )
}

interface TextFieldProps extends Omit<ComponentProps<'input'>, 'onChange'> {
  /** Visible label; use `aria-label` instead where the field needs none. */
  readonly label?: string
  /** Not needed for a field that its form reads when it is submitted, by its name. */
  readonly change?: (text: string) => void
}

export function TextField({ label, className = '', change, ...rest }: TextFieldProps) {
  const input = (
    <input className={`field ${className}`} onChange={({ target }) => change?.(target.value)} {...rest} />
  )

  return label ? <Field label={label}>{input}</Field> : input
}

/** A field that filters what is shown, with a search icon. */
export function SearchField(props: Omit<TextFieldProps, 'label'>) {
  return (
    <div className="relative">
      <Search
        size={14}
        aria-hidden
        className="pointer-events-none absolute top-1/2 left-2 -translate-y-1/2 text-muted"
      />
      <TextField type="search" className="w-full pl-7" spellCheck={false} {...props} />
    </div>
  )
}

interface SelectProps<Value extends string> extends Omit<ComponentProps<'select'>, 'onChange'> {
  readonly label?: string
  readonly value: NoInfer<Value>
  /** The values, each with its label if that differs. */
  readonly options: readonly (Value | readonly [value: Value, label: string])[]
  readonly choose: (value: Value) => void
}

/** Selects one of several values; a current value that is not among them is added. */
export function Select<Value extends string>(props: SelectProps<Value>) {
  const { label, value, options, choose, className = '', ...rest } = props
  const pairs = options.map((option) => (typeof option === 'string' ? ([option, option] as const) : option))
  const allPairs = pairs.some(([each]) => each === value) ? pairs : [...pairs, [value, value] as const]
  const select = (
    <select
      className={`field max-w-full ${className}`}
      value={value}
      onChange={({ target }) => choose(allPairs[target.selectedIndex]?.[0] ?? value)}
      {...rest}
    >
      {allPairs.map(([each, name]) => (
        <option key={each} value={each}>
          {name}
        </option>
      ))}
    </select>
  )

  return label ? <Field label={label}>{select}</Field> : select
}

/** The error message of a field, if there is one. */
export function Problem({ text, className = '' }: { text: string | undefined; className?: string }) {
  return (
    <p role="alert" className={`text-sm text-red empty:hidden ${className}`}>
      {text}
    </p>
  )
}

/** Whether no field in a part of the page is invalid; otherwise, the browser focuses the first and says what is wrong. */
export function isValid(part: Element | null): boolean {
  return part?.querySelector<HTMLInputElement>('.field:invalid')?.reportValidity() ?? true
}

/** A ref that focuses a field on mount: a constant, because React calls a new ref function after each render. */
export function focusOnMount(field: HTMLElement | null): void {
  field?.focus()
}

interface FormProps extends Omit<ComponentProps<'form'>, 'onSubmit'> {
  /** Called with the texts of the fields that have a name. */
  readonly submit: (texts: Readonly<Record<string, string>>) => void
}

/** A form that calls `submit` instead of being sent by the browser. */
export function Form({ submit, ...rest }: FormProps) {
  return (
    <form
      {...rest}
      onSubmit={(event) => {
        event.preventDefault()
        // Those of files would not be texts; no form has a named one.
        submit(Object.fromEntries(new FormData(event.currentTarget)) as Record<string, string>)
      }}
    />
  )
}
