import { useState, type ReactNode } from 'react'

interface NameFormProps {
  /** What the name is for, for people who do not see the page. */
  readonly label: string
  readonly placeholder: string
  /** Verb and icon of the button. */
  readonly children: ReactNode
  readonly isRequired?: boolean
  readonly isBusy: boolean
  readonly submit: (name: string) => void
}

/** Gives something new a name: letters, digits, period, underscore and hyphen. */
export function NameForm(props: NameFormProps) {
  const { label, placeholder, children, isRequired = false, isBusy, submit } = props
  const [name, setName] = useState('')

  return (
    <form
      className="flex gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        submit(name)
        setName('')
      }}
    >
      <input
        aria-label={label}
        className="field min-w-0 flex-1"
        placeholder={placeholder}
        pattern={namePattern}
        title={nameRule}
        required={isRequired}
        spellCheck={false}
        value={name}
        onChange={({ target }) => setName(target.value.trim())}
      />
      <button type="submit" className="button" disabled={isBusy}>
        {children}
      </button>
    </form>
  )
}

export const namePattern = String.raw`[\w.\-]{1,64}`
export const nameRule = 'Up to 64 letters, digits, periods, underscores and hyphens'
