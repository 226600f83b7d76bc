import { changeSettings } from '../../lib/settings.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ask, type AnyAnswer, type Sending } from '../../service/client.ts'
import { toast, toastFailure } from '../../ui/feedback/toasts.tsx'
import { useUndo } from './use-undo.ts'

interface Control extends Pick<Sending, 'method' | 'path' | 'body' | 'text'> {
  /** What to say when it is done. */
  readonly done: string
  /** Whether it can be taken back. */
  readonly hasUndo?: boolean
}

/** Something that is done to the sandbox; everything on the page is read anew after it. */
export function useControl<T extends AnyAnswer = undefined>() {
  const queries = useQueryClient()
  const undo = useUndo()

  return useMutation({
    mutationFn: ({ method, path, body, text }: Control) =>
      ask<T>({ method, path, ...(text === undefined ? { body } : { text }) }),
    onSuccess: (_, { done, hasUndo }) => {
      if (hasUndo) undo.offer(done)
      else toast(done)
    },
    onError: toastFailure,
    onSettled: () => queries.invalidateQueries(),
  })
}

/** Clears all faults: no request fails on purpose any more. */
export function useClearFaults(): () => void {
  const control = useControl()

  return () => control.mutate({ method: 'DELETE', path: '/__sandbox/faults', done: 'Cleared all faults.' })
}

/** Changes whom the console's own requests come from. */
export function useActAs(): (persona: string) => void {
  const queries = useQueryClient()

  return (persona) => {
    changeSettings({ persona })
    void queries.resetQueries()
  }
}
