import { CircleAlert, CircleCheck, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { createStore, useStore } from '../lib/store.ts'

interface Toast {
  readonly key: number
  readonly tone: 'good' | 'bad'
  readonly text: ReactNode
  readonly actions?: readonly { readonly label: string; readonly run: () => void }[]
}

const shown = createStore<readonly Toast[]>([])
let last = 0

/** Says for a while that something was done, or was not. */
export function toast(text: ReactNode, options: Partial<Pick<Toast, 'tone' | 'actions'>> = {}): void {
  const key = ++last

  shown.set([...shown.get().slice(-2), { tone: 'good', ...options, key, text }])
  setTimeout(() => dismiss(key), options.tone === 'bad' || options.actions ? 12_000 : 5000)
}

export function toastFailure(error: unknown): void {
  toast(error instanceof Error ? error.message : String(error), { tone: 'bad' })
}

export function Toasts() {
  const toasts = useStore(shown)

  return (
    <section
      aria-label="Notices"
      aria-live="polite"
      className="pointer-events-none fixed right-3 bottom-3 z-50 flex w-90 max-w-[calc(100vw-24px)] flex-col gap-2 max-sm:bottom-16"
    >
      {toasts.map((each) => (
        <div
          key={each.key}
          role={each.tone === 'bad' ? 'alert' : undefined}
          className="card pointer-events-auto flex items-start gap-2 border-line-strong p-3 shadow-lg"
        >
          {each.tone === 'good' ? (
            <CircleCheck size={16} className="mt-px shrink-0 text-green" aria-label="Done:" />
          ) : (
            <CircleAlert size={16} className="mt-px shrink-0 text-red" aria-label="Failed:" />
          )}
          <div className="min-w-0 flex-1 break-words">{each.text}</div>
          {each.actions?.map(({ label, run }) => (
            <button
              key={label}
              type="button"
              className="shrink-0 font-medium text-accent hover:underline"
              onClick={() => {
                dismiss(each.key)
                run()
              }}
            >
              {label}
            </button>
          ))}
          <button
            type="button"
            className="shrink-0 text-muted hover:text-ink"
            aria-label="Dismiss"
            onClick={() => dismiss(each.key)}
          >
            <X size={14} />
          </button>
        </div>
      ))}
    </section>
  )
}

function dismiss(key: number): void {
  shown.set(shown.get().filter((each) => each.key !== key))
}
