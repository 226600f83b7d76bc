import type { LucideIcon } from 'lucide-react'

interface IconButtonProps {
  readonly Icon: LucideIcon
  /** What it does, for people who do not see the icon. */
  readonly label: string
  /** The same for people with a pointer. */
  readonly title?: string
  readonly size?: number
  readonly isDisabled?: boolean
  readonly run: () => void
}

/** A quiet button with nothing on it but an icon. */
export function IconButton({ Icon, label, title = label, size = 14, isDisabled, run }: IconButtonProps) {
  return (
    <button
      type="button"
      className="button shrink-0"
      data-tone="quiet"
      data-icon
      aria-label={label}
      title={title}
      // A disabled button would lose the focus of those who work by keyboard.
      aria-disabled={isDisabled}
      onClick={() => !isDisabled && run()}
    >
      <Icon size={size} aria-hidden />
    </button>
  )
}
