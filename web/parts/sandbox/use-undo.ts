import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ask } from '../../service/client.ts'
import { toast, toastFailure } from '../../ui/feedback/toasts.tsx'

type Step = 'undo' | 'redo'

/** Takes the last changes of the sandbox's data back, or makes them again. */
export function useUndo() {
  const queries = useQueryClient()

  const walk = async (step: Step, changes: number, done: ReactNode) => {
    try {
      for (let left = changes; left > 0; left--) await ask({ method: 'POST', path: `/__sandbox/${step}` })
      say(done, step === 'undo' ? 'redo' : 'undo', changes)
    } catch (error) {
      toastFailure(error)
    }
    await queries.invalidateQueries()
  }

  const step = (step: Step, changes = 1, done = words[step]) => void walk(step, changes, done)
  const say = (done: ReactNode, back: Step, changes: number, then?: string) =>
    toast(done, { actions: [{ label: labels[back], run: () => step(back, changes, then) }] })

  return {
    step,
    /** Says that something was done, in so many changes, and offers to take it back. */
    offer: (done: ReactNode, changes = 1, back?: string) => say(done, 'undo', changes, back),
  }
}

const labels = { undo: 'Undo', redo: 'Redo' }
const words = { undo: 'Took the last change back.', redo: 'Made the change again.' }
