import { useMutation, useQueryClient } from '@tanstack/react-query'
import { changeSettings } from '../../lib/settings.ts'
import { client, type ClientResponse } from '../../service/client.ts'
import { faultsQuery } from '../../service/faults.ts'
import { toast, toastFailure } from '../../ui/feedback/toasts.tsx'
import { useUndo } from './use-undo.ts'

interface Control<Data> {
  readonly call: () => Promise<ClientResponse<Data>>
  /** The message on success. */
  readonly done: string
  /** What Undo does: `change` to undo a change of the data, else a request that sets the former value. */
  readonly back?: 'change' | (() => Promise<ClientResponse<Data>>) | undefined
  /** What `back` does: it makes the change again when this one was its Undo. */
  readonly direction?: keyof typeof backs
}

const backs = {
  undo: { label: 'Undo', done: 'Undone.', direction: 'redo' },
  redo: { label: 'Redo', done: 'Redone.', direction: 'undo' },
} as const

/** An action on the sandbox, after which all data of the page is fetched again. */
export function useControl<Data = unknown>() {
  const queryClient = useQueryClient()
  const undo = useUndo()
  const { mutate, mutateAsync, isPending, data } = useMutation({
    mutationFn: async ({ call }: Control<Data>) => (await call()).data,
    onSuccess: (_, { call, done, back, direction = 'undo' }) => {
      if (back === 'change') return undo.offer(done)

      const { label, ...next } = backs[direction]

      toast(done, back && { label, run: () => mutate({ call: back, back: call, ...next }) })
    },
    onError: toastFailure,
    onSettled: () => queryClient.invalidateQueries(),
  })
  const run = (call: Control<Data>['call'], done: string, back?: Control<Data>['back']) =>
    mutate({ call, done, back })
  /** The same; says whether it succeeded. */
  const attempt = (call: Control<Data>['call'], done: string, back?: Control<Data>['back']) =>
    mutateAsync({ call, done, back }).then(
      () => true,
      () => false,
    )

  return { run, attempt, isPending, data }
}

/** Changes the faults, and offers to restore them. */
export function useFaultControl() {
  const { run, isPending } = useControl()
  const queryClient = useQueryClient()

  const change = (call: () => Promise<ClientResponse<unknown>>, done: string) => {
    queryClient
      // The faults page polls, so its cache is fresh; elsewhere the list is fetched for Undo.
      .fetchQuery({ ...faultsQuery, staleTime: 3500 })
      .then(
        (items) => run(call, done, () => client.PUT('/__sandbox/faults', { body: { items } })),
        toastFailure,
      )
  }

  return {
    change,
    clear: () => change(() => client.DELETE('/__sandbox/faults'), 'Cleared all faults.'),
    isPending,
  }
}

/** Changes the user that the console acts as. */
export function useActAs(): (persona: string) => void {
  const queryClient = useQueryClient()

  return (persona) => {
    changeSettings({ persona })
    void queryClient.resetQueries()
  }
}
