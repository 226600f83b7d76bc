import { CircleAlert, CircleCheck, X } from 'lucide-react'
import { useEffect, useState, type ReactNode } from 'react'
import { createStore, useStore } from '../../lib/store.ts'
import { Button } from '../controls/button.tsx'

interface ToastAction {
  readonly label: string
  readonly run: () => void
}

interface Toast {
  readonly tone: 'good' | 'bad'
  readonly text: ReactNode
  readonly actions?: readonly ToastAction[]
}

const shown = createStore<Toast | undefined>(undefined)

/** Says for a while that something was done, or was not. */
export function toast(text: ReactNode, options: Partial<Pick<Toast, 'tone' | 'actions'>> = {}): void {
  shown.set({ tone: 'good', ...options, text })
}

export function toastFailure(error: unknown): void {
  toast(error instanceof Error ? error.message : String(error), { tone: 'bad' })
}

/** The last notice, over the header, where it covers nothing that somebody works on. It waits while it is used. */
export function Toasts() {
  const latest = useStore(shown)
  const [isUsed, setUsed] = useState(false)

  useEffect(() => {
    if (!latest || isUsed) return
    const timer = setTimeout(
      () => shown.set(undefined),
      latest.tone === 'bad' || latest.actions ? 12_000 : 5000,
    )

    return () => clearTimeout(timer)
  }, [latest, isUsed])

  return (
    <section
      aria-label="Notices"
      aria-live="polite"
      className="pointer-events-none fixed inset-x-3 top-1 z-50 flex justify-center"
      onMouseEnter={() => setUsed(true)}
      onMouseLeave={() => setUsed(false)}
      onFocus={() => setUsed(true)}
      onBlur={() => setUsed(false)}
    >
      {latest && <Notice {...latest} />}
    </section>
  )
}

function Notice({ tone, text, actions }: Toast) {
  return (
    <div
      role={tone === 'bad' ? 'alert' : undefined}
      className="card pointer-events-auto flex min-h-8 max-w-140 items-center gap-2 border-line-strong py-0.5 pr-1 pl-2.5 shadow-lg"
    >
      {tone === 'good' ? (
        <CircleCheck size={16} className="shrink-0 text-green" aria-label="Done:" />
      ) : (
        <CircleAlert size={16} className="shrink-0 text-red" aria-label="Failed:" />
      )}
      <div className="min-w-0 flex-1 break-words">{text}</div>
      {actions?.map(({ label, run }) => (
        <Button
          key={label}
          className="h-6 shrink-0 text-accent"
          tone="quiet"
          onClick={() => {
            shown.set(undefined)
            run()
          }}
        >
          {label}
        </Button>
      ))}
      <Button
        className="size-6 shrink-0"
        tone="quiet"
        isIcon
        aria-label="Dismiss"
        onClick={() => shown.set(undefined)}
      >
        <X size={14} />
      </Button>
    </div>
  )
}
