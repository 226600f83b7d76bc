import { Check } from 'lucide-react'

interface SwitchProps {
  readonly label: string
  /** The whole name, where the label alone says too little. */
  readonly description?: string
  readonly isOn: boolean
  readonly isDisabled?: boolean
  readonly change: (isOn: boolean) => void
}

/** On or off, with immediate effect; its state is a place and a tick, not only a colour. */
export function Switch({ label, description, isOn, isDisabled = false, change }: SwitchProps) {
  return (
    <button
      type="button"
      role="switch"
      aria-checked={isOn}
      aria-label={description ?? label}
      disabled={isDisabled}
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
