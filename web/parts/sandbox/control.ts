import { changeSettings } from '../../lib/settings.ts'
import { client, queryClient, type ClientResponse } from '../../service/client.ts'
import {
  faultsQuery,
  type PresetResponse,
  type ScenarioResponse,
  overviewQuery,
} from '../../service/sandbox.ts'
import { showNotice, showFailure } from '../../ui/feedback/toasts.tsx'
import { latestChange, offerUndo } from './undo.ts'

type Call<Data = unknown> = () => Promise<ClientResponse<Data>>

const buttons = {
  undo: { label: 'Undo', message: 'Undone.', next: 'redo' },
  redo: { label: 'Redo', message: 'Redone.', next: 'undo' },
} as const

/**
 * Changes the sandbox by a request, confirms it with a notice that offers Undo, and refetches the page's data.
 *
 * @param message the notice on success
 * @param revert how to revert it: `undo` undoes a change of the data; otherwise, a request sets the former value
 * @param button the button in the notice that reverts it: Redo if this action was itself an Undo
 * @returns the body of the response in an object; undefined after a failure, of which a notice tells
 */
export async function control<Data>(
  call: Call<Data>,
  message: string,
  revert?: 'undo' | Call,
  button: keyof typeof buttons = 'undo',
): Promise<{ readonly data: Data } | undefined> {
  try {
    const before = revert === 'undo' ? await latestChange() : 0
    const response = await call()
    const { label, message: nextMessage, next } = buttons[button]

    if (revert === 'undo') offerUndo(message, {}, before)
    else showNotice(message, revert && { label, run: () => void control(revert, nextMessage, call, next) })

    return response
  } catch (error) {
    showFailure(error)

    return undefined
  } finally {
    await queryClient.invalidateQueries()
  }
}

/** Changes the faults; Undo restores the former ones. */
export async function changeFaults(call: Call, message: string): Promise<void> {
  // The faults page polls, so its cache is fresh; elsewhere the list is fetched for Undo.
  const before = await queryClient.fetchQuery({ ...faultsQuery, staleTime: 3500 }).catch(showFailure)

  if (before)
    await control(call, message, () => client.PUT('/__sandbox/faults', { body: { items: before.items } }))
}

export function clearFaults(): void {
  void changeFaults(() => client.DELETE('/__sandbox/faults'), 'Cleared all faults.')
}

export function triggerPreset(preset: PresetResponse['name']): Promise<void> {
  const call = () => client.POST('/__sandbox/faults', { body: { preset } })

  return changeFaults(call, `Triggered ${preset}.`)
}

const setUser = (name: string | null) => () => client.PUT('/__sandbox/user', { body: { name } })

/** Changes the acting user of the sandbox: the user of requests without a token, such as an application's. */
export async function actAs(chosen: string): Promise<void> {
  const name = chosen === 'anonymous' ? null : chosen
  const message = name ? `made as ${name}` : 'rejected'
  const before = await queryClient.fetchQuery(overviewQuery).catch(showFailure)

  if (before)
    await control(setUser(name), `Requests without a token are now ${message}.`, setUser(before.acting_user))
}

/** Changes the user of the console's own requests. */
export function chooseConsoleUser(persona: string): void {
  changeSettings({ persona })
  void queryClient.resetQueries()
}

const enter = (name: string) => () => client.PUT('/__sandbox/scenario', { body: { name } })
const leave = () => client.DELETE('/__sandbox/scenario')

export function enterScenario({ name }: ScenarioResponse) {
  return control(enter(name), `Entered the scenario ${name}.`, leave)
}

/** Leaves a scenario; one that changed data cannot be entered again by Undo. */
export function leaveScenario({ name, changes }: ScenarioResponse) {
  return control(leave, `Left the scenario ${name}.`, changes.includes('data') ? undefined : enter(name))
}
