import { X } from 'lucide-react'
import { useEffect, useId, useRef, type ReactNode } from 'react'
import { IconButton } from './icon-button.tsx'

interface ModalProps {
  readonly title: string
  readonly role?: 'dialog' | 'alertdialog'
  readonly className?: string
  readonly children: ReactNode
  readonly close: () => void
}

/** A dialog over the page: the browser's own, which keeps the focus inside and gives it back. */
export function Modal({ title, role = 'dialog', className = '', children, close }: ModalProps) {
  const ref = useRef<HTMLDialogElement>(null)
  const id = useId()

  useEffect(() => {
    const dialog = ref.current

    dialog?.showModal()
    dialog?.querySelector<HTMLElement>('[data-first-focus]')?.focus()

    return () => dialog?.close()
  }, [])

  return (
    <dialog
      ref={ref}
      role={role}
      aria-labelledby={id}
      className={`m-auto max-h-[calc(100dvh-32px)] max-w-[calc(100vw-16px)] flex-col overflow-hidden rounded border border-line-strong bg-ground text-ink shadow-xl backdrop:bg-black/40 open:flex ${className}`}
      onCancel={(event) => {
        event.preventDefault()
        close()
      }}
      onClick={(event) => {
        if (event.target === ref.current) close()
      }}
    >
      <div className="flex shrink-0 items-center gap-2 border-b border-line py-2 pr-2 pl-4">
        <h2 id={id} className="min-w-0 flex-1 truncate text-lg">
          {title}
        </h2>
        <IconButton Icon={X} label="Close" size={16} run={close} />
      </div>
      {children}
    </dialog>
  )
}
