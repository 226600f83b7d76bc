import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { client } from '../../service/client.ts'
import { toast, toastFailure } from '../../ui/feedback/toasts.tsx'

type Step = 'undo' | 'redo'

/** Takes the last changes of the sandbox's data back, or makes them again. */
export function useUndo() {
  const queries = useQueryClient()

  const walk = async (step: Step, changes: number, done: ReactNode, expected?: number) => {
    try {
      if (expected !== undefined && (await latestChange()) !== expected) {
        throw new Error(
          'Something else has changed since then. You can undo changes in order on the Sandbox page.',
        )
      }
      for (let left = changes; left > 0; left--) await client.POST(`/__sandbox/${step}`)
      await say(done, step === 'undo' ? 'redo' : 'undo', changes)
    } catch (error) {
      toastFailure(error)
    }
    await queries.invalidateQueries()
  }

  const step = (step: Step, changes = 1, done = words[step], expected?: number) =>
    void walk(step, changes, done, expected)

  /** The button takes back these changes, and not those that another client made since. */
  const say = async (done: ReactNode, back: Step, changes: number, then?: string) => {
    const expected = await latestChange()

    toast(done, { label: labels[back], run: () => step(back, changes, then, expected) })
  }

  return {
    step,
    /** Says that something was done, in so many changes, and offers to take it back. */
    offer: (done: ReactNode, changes = 1, back?: string) =>
      void say(done, 'undo', changes, back).catch(toastFailure),
  }
}

const labels = { undo: 'Undo', redo: 'Redo' }
const words = { undo: 'Undid the last change.', redo: 'Redid the change.' }

async function latestChange(): Promise<number> {
  const { data } = await client.GET('/__sandbox/changes')

  return data.items.find(({ is_undone }) => !is_undone)?.sequence ?? 0
}
