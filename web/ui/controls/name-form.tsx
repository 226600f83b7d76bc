import { useMutation } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { Button } from './button.tsx'
import { focusOnMount, Form, TextField } from './field.tsx'

/** A rule for names: its pattern, and its description for users. */
interface NameRule {
  readonly pattern: string
  readonly title: string
}

interface NameFormProps {
  readonly label: string
  readonly placeholder?: string
  readonly rule: NameRule
  /** Verb and icon of the button. */
  readonly children: ReactNode
  /** The current name, when renaming; the field is then required, and takes the focus. */
  readonly current?: string
  /** Resolves to undefined if it failed; then the name stays in the field. */
  readonly submit: (name: string) => Promise<unknown>
}

/** A one-field form that names something new, or (with `current`) renames something. */
export function NameForm(props: NameFormProps) {
  const { label, placeholder, rule, children, current, submit } = props
  const [name, setName] = useState(current ?? '')
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
        ref={current === undefined ? undefined : focusOnMount}
        required={current !== undefined}
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
