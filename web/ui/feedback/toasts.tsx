import { CircleAlert, CircleCheck, X } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { createStore, useStore } from '../../lib/store.ts'
import { Button, IconButton } from '../controls/button.tsx'

interface Toast {
  readonly isFailure?: boolean
  readonly text: ReactNode
  /** A button in the toast. */
  readonly action?: { readonly label: string; readonly run: () => void } | undefined
}

const shown = createStore<Toast | undefined>(undefined)
const dismiss = () => shown.set(undefined)

/** Says for a while that something was done. */
export function toast(text: ReactNode, action?: Toast['action']): void {
  shown.set({ text, action })
}

export function toastFailure(error: unknown): void {
  shown.set({ text: error instanceof Error ? error.message : String(error), isFailure: true })
}

/** The last notice, in a line below the page, where it covers nothing. It stays while it is hovered or focused. */
export function Toasts() {
  const latest = useStore(shown)
  const box = useRef<HTMLElement>(null)

  useEffect(() => {
    if (!latest) return
    const seconds = latest.isFailure || latest.action ? 12 : 5
    let remaining = seconds
    // It looks instead of listening: a removed element reports neither that the focus nor that the pointer left it.
    const timer = setInterval(() => {
      remaining = box.current?.matches(':hover, :focus-within') ? seconds : remaining - 1
      if (remaining === 0) dismiss()
    }, 1000)

    return () => clearInterval(timer)
  }, [latest])

  return (
    <section ref={box} aria-label="Notices" className="max-h-1/3 shrink-0 overflow-y-auto">
      {/* Screen readers announce what comes into a status, and an alert wherever it comes. */}
      <div role="status">{latest && !latest.isFailure && <Notice {...latest} />}</div>
      {latest?.isFailure && <Notice {...latest} />}
    </section>
  )
}

function Notice({ isFailure, text, action }: Toast) {
  const Icon = isFailure ? CircleAlert : CircleCheck

  return (
    <div
      role={isFailure ? 'alert' : undefined}
      className={`flex items-center gap-2 border-t py-0.5 pr-1 pl-3 ${isFailure ? 'border-red bg-red-soft' : 'border-line-strong bg-raised'}`}
    >
      <Icon
        size={16}
        className={`shrink-0 ${isFailure ? 'text-red' : 'text-green'}`}
        aria-label={isFailure ? 'Failed:' : 'Done:'}
      />
      <div className="min-w-0 break-words">{text}</div>
      {action && (
        <Button
          className="shrink-0 text-accent"
          tone="quiet"
          onClick={() => {
            dismiss()
            action.run()
          }}
        >
          {action.label}
        </Button>
      )}
      <span className="ml-auto">
        <IconButton Icon={X} label="Dismiss" run={dismiss} />
      </span>
    </div>
  )
}

const said = createStore('')

/** Says something to people who do not see the page. */
export function announce(text: string): void {
  said.set('')
  // An equal text is said again only when the region was empty in between.
  setTimeout(() => said.set(text), 50)
}

export function Announcer() {
  return (
    <div role="status" aria-live="polite" className="sr-only" data-testid="announcer">
      {useStore(said)}
    </div>
  )
}
