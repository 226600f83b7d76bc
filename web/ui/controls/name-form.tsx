import { useState, type ReactNode } from 'react'
import { Button } from './button.tsx'
import { focusOnMount, Form, TextField } from './field.tsx'

/** The rule for names: a pattern, and the same in words. */
interface NameRule {
  readonly pattern: string
  readonly title: string
}

export const snapshotNames: NameRule = {
  pattern: String.raw`(?!\.{1,2}$)[\w.\-]{1,100}`,
  title: 'Up to 100 letters, digits, periods, underscores and hyphens, but not “.” or “..”',
}

export const sandboxIds: NameRule = {
  pattern: String.raw`[\w\-]{1,64}`,
  title: 'Up to 64 letters, digits, underscores and hyphens',
}

interface NameFormProps {
  readonly label: string
  readonly placeholder?: string
  readonly names: NameRule
  /** Verb and icon of the button. */
  readonly children: ReactNode
  readonly isBusy?: boolean
  /** The current name; the field has the focus then. */
  readonly current?: string
  /** @returns whether it succeeded; until then the name stays in the field */
  readonly submit: (name: string) => Promise<boolean>
}

/** A form for a name: of something new, or (`current`) of something that exists. */
export function NameForm(props: NameFormProps) {
  const { label, placeholder, names, children, isBusy = false, current, submit } = props
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
        {...names}
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
