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
  readonly isBusy?: boolean
  /** The current name, when renaming; the field is then required, and takes the focus. */
  readonly current?: string
  /** @returns whether it succeeded; until then the name stays in the field */
  readonly submit: (name: string) => Promise<boolean>
}

/** A one-field form that names something new, or (with `current`) renames something. */
export function NameForm(props: NameFormProps) {
  const { label, placeholder, rule, children, isBusy = false, current, submit } = props
  const [name, setName] = useState(current ?? '')

  return (
    <Form
      className="flex gap-2"
      submit={() => {
        void submit(name).then((isDone) => isDone && setName(''))
      }}
    >
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
      <Button type="submit" disabled={isBusy}>
        {children}
      </Button>
    </Form>
  )
}
