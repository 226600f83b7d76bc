import { CircleAlert, CircleCheck, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { createStore, useStore } from '../../lib/store.ts'
import { Button, IconButton } from '../controls/button.tsx'

interface Notice {
  readonly isFailure?: boolean
  readonly text: string
  /** A button in the notice. */
  readonly action?: { readonly label: string; readonly run: () => void } | undefined
}

/** The notice that is shown. */
export const currentNotice = createStore<Notice | undefined>(undefined)
const dismiss = () => currentNotice.set(undefined)

/** Shows a notice for a few seconds. */
export function showNotice(text: string, action?: Notice['action']): void {
  currentNotice.set({ text, action })
}

export function showFailure(error: unknown): void {
  currentNotice.set({ text: error instanceof Error ? error.message : String(error), isFailure: true })
}

/** The latest notice, in a bar below the page, so that it covers nothing. */
export function NoticeBar() {
  const latest = useStore(currentNotice)
  const box = useRef<HTMLElement>(null)

  useEffect(() => {
    if (!latest) return
    const seconds = latest.isFailure || latest.action ? 12 : 5
    let remaining = seconds
    // Polled, because a removed element sends no event when the focus or the pointer leaves it.
    const timer = setInterval(() => {
      remaining = box.current?.matches(':hover, :focus-within') ? seconds : remaining - 1
      if (remaining === 0) dismiss()
    }, 1000)

    return () => clearInterval(timer)
  }, [latest])

  return (
    <section ref={box} aria-label="Notices" className="max-h-1/3 shrink-0 overflow-y-auto">
      {/* Screen readers announce changes inside a status, and an alert wherever it is inserted. */}
      <div role="status">{latest && !latest.isFailure && <NoticeContent {...latest} />}</div>
      {latest?.isFailure && <NoticeContent {...latest} />}
    </section>
  )
}

function NoticeContent({ isFailure, text, action }: Notice) {
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

const announcement = createStore('')

/** Announces a text to users of screen readers. */
export function announce(text: string): void {
  announcement.set('')
  // Screen readers repeat a text only if the region was empty in between.
  setTimeout(() => announcement.set(text), 50)
}

export function Announcer() {
  return (
    <div role="status" aria-live="polite" className="sr-only" data-testid="announcer">
      {useStore(announcement)}
    </div>
  )
}
