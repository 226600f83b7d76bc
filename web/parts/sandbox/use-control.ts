import { useMutation, useQueryClient } from '@tanstack/react-query'
import { changeSettings } from '../../lib/settings.ts'
import type { Answers } from '../../service/answers.ts'
import { ask } from '../../service/client.ts'
import { faults } from '../../service/faults.ts'
import { toast, toastFailure } from '../../ui/feedback/toasts.tsx'
import { useUndo } from './use-undo.ts'

/** A request below `/__sandbox/`; a file is sent as it is. */
type Call = readonly [method: string, path: string, body?: object]

interface Control {
  readonly call: Call
  /** What to say when it is done. */
  readonly done: string
  /** What takes it back: Undo, where it is a change of the data, or a request that sets what was before. */
  readonly back?: 'change' | Call | undefined
}

/** Something that is done to the sandbox; everything on the page is read anew after it. */
export function useControl() {
  const queries = useQueryClient()
  const undo = useUndo()
  const { mutate, isPending, data } = useMutation({
    mutationFn: ({ call: [method, path, body] }: Control) =>
      ask<Answers['imported'] | undefined>({
        method,
        path: `/__sandbox/${path}`,
        ...(body instanceof Blob ? { text: body } : { body }),
      }),
    onSuccess: (_, { call, done, back }) => {
      if (back === 'change') undo.offer(done)
      else toast(done, back && { label: 'Undo', run: () => run(back, 'Took it back.', call) })
    },
    onError: toastFailure,
    onSettled: () => queries.invalidateQueries(),
  })
  const run = (call: Call, done: string, back?: Control['back']) => mutate({ call, done, back })

  return { run, isPending, data }
}

/** Changes the faults, and offers to put them back as they were. */
export function useFaultControl() {
  const { run, isPending } = useControl()
  const queries = useQueryClient()

  const change = (call: Call, done: string) => {
    queries
      // The page of faults has them as they are; elsewhere they are read first.
      .fetchQuery({ ...faults, staleTime: 3500 })
      .then((items) => run(call, done, ['PUT', 'faults', { items }]), toastFailure)
  }

  return { change, clear: () => change(['DELETE', 'faults'], 'Cleared all faults.'), isPending }
}

/** Changes whom the console's own requests come from. */
export function useActAs(): (persona: string) => void {
  const queries = useQueryClient()

  return (persona) => {
    changeSettings({ persona })
    void queries.resetQueries()
  }
}
