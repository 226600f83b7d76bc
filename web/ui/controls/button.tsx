import { createLink } from '@tanstack/react-router'
import { type LucideIcon, Check, ChevronDown, ChevronUp } from 'lucide-react'
import type { ComponentProps } from 'react'

interface ButtonProps extends ComponentProps<'button'> {
  readonly Icon?: LucideIcon
  readonly tone?: 'primary' | 'danger' | 'quiet'
  /** Whether it contains only an icon. */
  readonly isIcon?: boolean
}

/** A button; unlike HTML's, it does not submit a form by default. */
export function Button({ Icon, tone, isIcon, disabled, className = '', children, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      className={`button ${className}`}
      data-tone={tone}
      data-icon={isIcon || undefined}
      {...rest}
      // An element that is disabled in HTML's sense loses the keyboard's focus.
      aria-disabled={disabled}
      onClick={disabled ? (event) => event.preventDefault() : rest.onClick}
    >
      {Icon && <Icon size={14} aria-hidden />}
      {children}
    </button>
  )
}

interface IconButtonProps {
  readonly Icon: LucideIcon
  /** Its action, for screen readers. */
  readonly label: string
  /** Its tooltip, if that is not the label. */
  readonly title?: string
  readonly size?: number
  readonly isDisabled?: boolean
  readonly run: () => void
}

/** A quiet button that contains only an icon. */
export function IconButton({ Icon, label, title = label, size = 14, isDisabled, run }: IconButtonProps) {
  return (
    <Button
      tone="quiet"
      isIcon
      className="shrink-0"
      aria-label={label}
      title={title}
      disabled={isDisabled}
      onClick={run}
    >
      <Icon size={size} aria-hidden />
    </Button>
  )
}

interface MoveButtonsProps {
  readonly name: string
  /** The place of the item in its list. */
  readonly index: number
  readonly count: number
  readonly move: (offset: -1 | 1) => void
}

/** The buttons that move an item of a list up and down. */
export function MoveButtons({ name, index, count, move }: MoveButtonsProps) {
  return (
    <>
      <IconButton Icon={ChevronUp} label={`Move ${name} up`} isDisabled={index === 0} run={() => move(-1)} />
      <IconButton
        Icon={ChevronDown}
        label={`Move ${name} down`}
        isDisabled={index === count - 1}
        run={() => move(1)}
      />
    </>
  )
}

/** A link that looks like a button. */
export const LinkButton = createLink(
  ({ Icon, children, ...rest }: ComponentProps<'a'> & { Icon?: LucideIcon }) => (
    // Without the class that the router adds to active links.
    <a {...rest} className="button">
      {Icon && <Icon size={14} aria-hidden />}
      {children}
    </a>
  ),
)

interface SwitchProps {
  readonly label: string
  /** The accessible name, if the label alone is not enough. */
  readonly description?: string
  readonly isOn: boolean
  readonly change: (isOn: boolean) => void
}

/** A switch with immediate effect; its state is shown by position and a check mark, not by colour alone. */
export function Switch({ label, description, isOn, change }: SwitchProps) {
  return (
    <button
      type="button"
      role="switch"
      aria-checked={isOn}
      aria-label={description ?? label}
      className="inline-flex items-center gap-1.5 pointer-coarse:h-10"
      onClick={() => change(!isOn)}
    >
      <span
        aria-hidden
        className={`flex h-4 w-7 items-center rounded-full border px-px transition-colors ${isOn ? 'justify-end border-accent bg-accent' : 'border-line-strong bg-sunken'}`}
      >
        <span
          className={`grid size-3 place-items-center rounded-full ${isOn ? 'bg-on-accent text-accent' : 'bg-line-strong'}`}
        >
          {isOn && <Check size={9} strokeWidth={3} />}
        </span>
      </span>
      <span>{label}</span>
    </button>
  )
}
