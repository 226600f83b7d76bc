import type { ReactNode } from 'react'
import { Modal } from './modal.tsx'

interface ConfirmDialogProps {
  readonly isOpen: boolean
  readonly title: string
  readonly children: ReactNode
  /** The verb on the button that does it. */
  readonly action: string
  readonly confirm: () => void
  readonly cancel: () => void
}

/** Asks before what cannot be taken back easily; Cancel has the focus. */
export function ConfirmDialog({ isOpen, title, children, action, confirm, cancel }: ConfirmDialogProps) {
  if (!isOpen) return null

  return (
    <Modal title={title} role="alertdialog" close={cancel} className="w-100">
      <div className="p-4">{children}</div>
      <div className="flex justify-end gap-2 border-t border-line p-3">
        <button type="button" className="button" onClick={cancel} data-first-focus>
          Cancel
        </button>
        <button type="button" className="button" data-tone="danger" onClick={confirm}>
          {action}
        </button>
      </div>
    </Modal>
  )
}
