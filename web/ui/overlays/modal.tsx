import { createStore, useStore } from '../../lib/store.ts'
import { Button, IconButton } from '../controls/button.tsx'
import { Form } from '../controls/field.tsx'
import { X } from 'lucide-react'
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'

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

/** The initial focus of a dialog: the marked element, else its first control, else Close. */
const firstFocus = ['[data-first-focus]', '[data-content] :is(input, select, textarea, button, a[href])']

/** A modal dialog: the browser's own, which traps the focus and restores it afterwards. */
export function Modal(props: ModalProps) {
  const { title, role = 'dialog', describedBy, hidesTitle, className = '', children, close } = props
  const ref = useRef<HTMLDialogElement>(null)
  const isPressedOutside = useRef(false)
  const id = useId()

  // A layout effect, because `close()` must run before React removes the dialog: only then is the focus restored.
  useLayoutEffect(() => {
    const dialog = ref.current

    dialog?.showModal()
    firstFocus
      .map((selector) => dialog?.querySelector<HTMLElement>(selector))
      .find(Boolean)
      ?.focus()

    return () => dialog?.close()
  }, [])

  return (
    <dialog
      ref={ref}
      role={role}
      aria-describedby={describedBy}
      {...(hidesTitle ? { 'aria-label': title } : { 'aria-labelledby': id })}
      className={`m-auto max-h-[calc(100dvh-32px)] max-w-[calc(100vw-16px)] flex-col overflow-hidden rounded border border-line-strong bg-ground text-ink shadow-xl backdrop:bg-black/40 open:flex ${className}`}
      onCancel={(event) => {
        event.preventDefault()
        close()
      }}
      onPointerDown={({ target }) => {
        isPressedOutside.current = target === ref.current
      }}
      onClick={({ target }) => {
        // Not when a selection of text that began inside ends outside.
        if (target === ref.current && isPressedOutside.current) close()
      }}
    >
      {!hidesTitle && (
        <div className="flex shrink-0 items-center gap-2 border-b border-line py-2 pr-2 pl-4">
          <h2 id={id} className="min-w-0 flex-1 truncate text-lg">
            {title}
          </h2>
          <IconButton Icon={X} label="Close" size={16} run={close} />
        </div>
      )}
      <div data-content className="contents">
        {children}
      </div>
    </dialog>
  )
}

interface FormDialogProps extends Pick<ModalProps, 'title' | 'children' | 'close'> {
  /** The text of the button that submits it. */
  readonly action: string
  readonly isDisabled?: boolean
  readonly submit: () => void
}

/** A form in a modal dialog. */
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

const pending = createStore<(Confirmation & { readonly decide: (isSure: boolean) => void }) | undefined>(
  undefined,
)

/** Asks for confirmation of an action that cannot be undone easily. Resolves to whether it was confirmed. */
export function confirm(confirmation: Confirmation): Promise<boolean> {
  pending.get()?.decide(false)

  return new Promise((resolve) => {
    pending.set({
      ...confirmation,
      decide: (isSure) => {
        pending.set(undefined)
        resolve(isSure)
      },
    })
  })
}

/** The dialog that `confirm()` opens; Cancel has the focus. */
export function ConfirmationDialog() {
  const confirmation = useStore(pending)
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
        <Button data-first-focus onClick={() => decide(false)}>
          Cancel
        </Button>
        <Button tone="danger" onClick={() => decide(true)}>
          {action}
        </Button>
      </div>
    </Modal>
  )
}
