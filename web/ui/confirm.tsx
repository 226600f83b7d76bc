import type { ReactNode } from 'react'
import { createStore, useStore } from '../lib/store.ts'
import { Modal } from './modal.tsx'
import { Button } from './button.tsx'

interface Question {
  readonly title: string
  /** What will happen. */
  readonly body: ReactNode
  /** The verb on the button that does it. */
  readonly action: string
}

const asked = createStore<(Question & { readonly answer: (isSure: boolean) => void }) | undefined>(undefined)

/** Asks before what can't be taken back easily. Resolves with whether to do it. */
export function confirm(question: Question): Promise<boolean> {
  asked.get()?.answer(false)

  return new Promise((resolve) => {
    asked.set({
      ...question,
      answer: (isSure) => {
        asked.set(undefined)
        resolve(isSure)
      },
    })
  })
}

/** The question that `confirm()` asks; Cancel has the focus. */
export function AskedQuestion() {
  const question = useStore(asked)

  if (!question) return null
  const { title, body, action, answer } = question

  return (
    <Modal title={title} role="alertdialog" close={() => answer(false)} className="m-auto w-100">
      <div className="p-4">{body}</div>
      <div className="flex justify-end gap-2 border-t border-line p-3">
        <Button data-first-focus onClick={() => answer(false)}>
          Cancel
        </Button>
        <Button tone="danger" onClick={() => answer(true)}>
          {action}
        </Button>
      </div>
    </Modal>
  )
}
