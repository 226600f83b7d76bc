import { keyNames } from '../lib/format.ts'
import type { LucideIcon } from 'lucide-react'
import { useCommands } from '../commands/console-commands.ts'
import { Button } from '../ui/controls/button.tsx'

interface SubmitButtonProps {
  readonly label: string
  readonly Icon: LucideIcon
  /** Label while the request is pending. */
  readonly pending: string
  readonly isPending: boolean
  /** Whether the form is incomplete. */
  readonly isDisabled?: boolean
  readonly run: () => void
}

/** The button that submits a page's form; Mod+Enter does the same. */
export function SubmitButton({ label, Icon, pending, isPending, isDisabled, run }: SubmitButtonProps) {
  useCommands([{ label, keys: 'Mod+Enter', run: () => !isPending && !isDisabled && run() }])

  return (
    <Button
      Icon={Icon}
      tone="primary"
      disabled={isPending || isDisabled}
      title={keyNames(`${label} (Mod+Enter)`)}
      onClick={run}
    >
      {isPending ? pending : label}
    </Button>
  )
}
