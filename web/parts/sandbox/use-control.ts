import { useMutation, useQueryClient } from '@tanstack/react-query'
import { changeSettings } from '../../lib/settings.ts'
import { client, type ClientResponse } from '../../service/client.ts'
import { faultsQuery, type ScenarioResponse, overviewQuery } from '../../service/sandbox.ts'
import { showNotice, showFailure } from '../../ui/feedback/toasts.tsx'
import { latestChange, useUndo } from './use-undo.ts'

/** A request that changes the sandbox, and the notice that confirms it. */
interface ControlRequest<Data> {
  readonly call: () => Promise<ClientResponse<Data>>
  /** The notice on success. */
  readonly message: string
  /** How to revert it: `undo` undoes a change of the data; otherwise, a request sets the former value. */
  readonly revert?: 'undo' | (() => Promise<ClientResponse<Data>>) | undefined
  /** The button in the notice that reverts it: Redo if this action was itself an Undo. */
  readonly button?: keyof typeof buttons
}

const buttons = {
  undo: { label: 'Undo', message: 'Undone.', button: 'redo' },
  redo: { label: 'Redo', message: 'Redone.', button: 'undo' },
} as const

/** Changes the sandbox by a request, confirms it with a notice that offers Undo, and refetches the page's data. */
export function useControl<Data = unknown>() {
  const queryClient = useQueryClient()
  const undo = useUndo()
  const { mutate, mutateAsync, isPending, data } = useMutation({
    mutationFn: async ({ call, revert }: ControlRequest<Data>) => {
      const before = revert === 'undo' ? await latestChange() : 0

      return { before, data: (await call()).data }
    },
    onSuccess: ({ before }, { call, message, revert, button = 'undo' }) => {
      if (revert === 'undo') return undo.offerSince(before, message)

      const { label, ...next } = buttons[button]

      showNotice(message, revert && { label, run: () => mutate({ call: revert, revert: call, ...next }) })
    },
    onError: showFailure,
    onSettled: () => queryClient.invalidateQueries(),
  })
  /** Resolves to whether it succeeded. */
  const attempt = (
    call: ControlRequest<Data>['call'],
    message: string,
    revert?: ControlRequest<Data>['revert'],
  ) =>
    mutateAsync({ call, message, revert }).then(
      () => true,
      () => false,
    )

  return {
    run: (...request: Parameters<typeof attempt>) => void attempt(...request),
    attempt,
    isPending,
    data: data?.data,
  }
}

/** Changes the faults; Undo restores the former ones. */
export function useFaultControl() {
  const { run, isPending } = useControl()
  const queryClient = useQueryClient()

  const change = (call: () => Promise<ClientResponse<unknown>>, message: string) => {
    queryClient
      // The faults page polls, so its cache is fresh; elsewhere the list is fetched for Undo.
      .fetchQuery({ ...faultsQuery, staleTime: 3500 })
      .then(
        (items) => run(call, message, () => client.PUT('/__sandbox/faults', { body: { items } })),
        showFailure,
      )
  }

  return {
    change,
    clear: () => change(() => client.DELETE('/__sandbox/faults'), 'Cleared all faults.'),
    isPending,
  }
}

/** Changes the acting user of the sandbox: the user of requests without a token, such as an application's. */
export function useActAs(): (name: string) => void {
  const { run } = useControl()
  const queryClient = useQueryClient()

  return (chosen) => {
    const name = chosen === 'anonymous' ? null : chosen
    const message = name ? `made as ${name}` : 'rejected'

    queryClient
      .fetchQuery(overviewQuery)
      .then(
        (before) => run(put(name), `Requests without a token are now ${message}.`, put(before.acting_user)),
        showFailure,
      )
  }
}

function put(name: string | null) {
  return () => client.PUT('/__sandbox/user', { body: { name } })
}

/** Changes the user of the console's own requests. */
export function useConsoleUser(): (name: string) => void {
  const queryClient = useQueryClient()

  return (persona) => {
    changeSettings({ persona })
    void queryClient.resetQueries()
  }
}

/** Enters and leaves scenarios. Leaving a scenario that changed data cannot be undone. */
export function useScenario() {
  const { run, isPending } = useControl()

  return {
    isPending,
    enter: ({ name }: ScenarioResponse) => run(enter(name), `Entered the scenario ${name}.`, leave),
    leave: ({ name, changes }: ScenarioResponse) =>
      run(leave, `Left the scenario ${name}.`, changes.includes('data') ? undefined : enter(name)),
  }
}

function enter(name: string) {
  return () => client.PUT('/__sandbox/scenario', { body: { name } })
}

function leave() {
  return client.DELETE('/__sandbox/scenario')
}
