import { Dialog } from '@base-ui/react/dialog'
import { createStore, useStore } from '../../lib/store.ts'
import { Button, IconButton } from '../controls/button.tsx'
import { Form } from '../controls/field.tsx'
import { X } from 'lucide-react'
import { type ReactNode, useId } from 'react'

interface ModalProps {
  readonly title: string
  readonly role?: 'dialog' | 'alertdialog'
  /** The id of the element that describes it, for screen readers. */
  readonly describedBy?: string
  /** Whether the title is for screen readers only. */
  readonly hidesTitle?: boolean
  readonly className?: string
  readonly children: ReactNode
  readonly close: () => void
}

/** A modal dialog. Its first control has the focus. */
export function Modal(props: ModalProps) {
  const { title, role = 'dialog', describedBy, hidesTitle, className = '', children, close } = props

  return (
    <Dialog.Root open onOpenChange={(isOpen) => !isOpen && close()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-black/40" />
        <Dialog.Popup
          role={role}
          aria-describedby={describedBy}
          className={`fixed inset-0 z-50 m-auto flex h-fit max-h-[calc(100dvh-32px)] max-w-[calc(100vw-16px)] flex-col overflow-hidden rounded border border-line-strong bg-ground shadow-xl ${className}`}
        >
          <Dialog.Title
            className={
              hidesTitle
                ? 'sr-only'
                : 'shrink-0 truncate border-b border-line py-2 pr-12 pl-4 text-lg leading-7'
            }
          >
            {title}
          </Dialog.Title>
          {children}
          {/* The last, so that it is not focused first. */}
          {!hidesTitle && (
            <span className="absolute top-2 right-2">
              <IconButton Icon={X} label="Close" size={16} run={close} />
            </span>
          )}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

interface FormDialogProps extends Pick<ModalProps, 'title' | 'children' | 'close'> {
  /** The text of the button that submits it. */
  readonly action: string
  readonly isDisabled?: boolean
  readonly submit: () => void
}

export function FormDialog({ action, isDisabled = false, submit, children, ...modal }: FormDialogProps) {
  return (
    <Modal {...modal} className="w-110">
      <Form className="flex flex-col gap-3 p-4" submit={submit}>
        {children}
        <div className="flex justify-end gap-2">
          <Button onClick={modal.close}>Cancel</Button>
          <Button type="submit" tone="primary" disabled={isDisabled}>
            {action}
          </Button>
        </div>
      </Form>
    </Modal>
  )
}

interface Confirmation {
  readonly title: string
  readonly body: ReactNode
  /** The text of the button that confirms. */
  readonly action: string
}

interface PendingConfirmation extends Confirmation {
  readonly decide: (isSure: boolean) => void
}

export const pendingConfirmation = createStore<PendingConfirmation | undefined>(undefined)

/** Asks for confirmation of an action that cannot be undone easily. Resolves to whether it was confirmed. */
export function confirm(confirmation: Confirmation): Promise<boolean> {
  pendingConfirmation.get()?.decide(false)

  return new Promise((resolve) => {
    pendingConfirmation.set({
      ...confirmation,
      decide: (isSure) => {
        pendingConfirmation.set(undefined)
        resolve(isSure)
      },
    })
  })
}

/** The dialog that `confirm()` opens; Cancel has the focus. */
export function ConfirmationDialog() {
  const confirmation = useStore(pendingConfirmation)
  const bodyId = useId()

  if (!confirmation) return null
  const { title, body, action, decide } = confirmation

  return (
    <Modal
      title={title}
      role="alertdialog"
      describedBy={bodyId}
      close={() => decide(false)}
      className="w-100"
    >
      <div id={bodyId} className="p-4">
        {body}
      </div>
      <div className="flex justify-end gap-2 border-t border-line p-3">
        <Button onClick={() => decide(false)}>Cancel</Button>
        <Button tone="danger" onClick={() => decide(true)}>
          {action}
        </Button>
      </div>
    </Modal>
  )
}
