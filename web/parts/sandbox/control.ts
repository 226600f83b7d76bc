import { addressOfPage } from '../../lib/page-addresses.ts'
import { client, queryClient, type ClientResponse } from '../../service/service-client.ts'
import {
  overviewQuery,
  snapshotsQuery,
  faultsQuery,
  type Fault,
  type Overview,
  type Preset,
  type Scenario,
} from '../../service/sandbox-queries.ts'
import { showNotice, showFailure } from '../../ui/feedback/toasts.tsx'

/** The names of the snapshots, as stored now. */
export async function snapshotNames(): Promise<string[]> {
  const { items } = await queryClient.fetchQuery({ ...snapshotsQuery, staleTime: 0 })

  return items.map(({ name }) => name)
}

export function deleteSnapshot(name: string) {
  return () => client.DELETE('/__sandbox/snapshots/{name}', { path: { name } })
}

/** The name with the first number of which there is no snapshot yet. */
export function freeName(name: string, existing: readonly string[], first = 2): string {
  for (let number = first; ; number++) {
    const numbered = `${name.slice(0, 56)}-${number}`

    if (!existing.includes(numbered)) return numbered
  }
}

/** Takes a snapshot; without a name, it gets the next number. Resolves to undefined if it failed. */
export async function takeSnapshot(requestedName: string) {
  const names = await snapshotNames().catch(showFailure)

  if (!names) return undefined
  const name = requestedName || freeName('snapshot', names, names.length + 1)
  const isReplaced = names.includes(name)

  return control(
    () => client.POST('/__sandbox/snapshots', { body: { name } }),
    isReplaced ? `Replaced the snapshot “${name}”.` : `Took the snapshot “${name}”.`,
    // A replaced snapshot can't be restored.
    isReplaced ? undefined : deleteSnapshot(name),
  )
}

export function restoreSnapshot(name: string): void {
  const call = () => client.POST('/__sandbox/snapshots/{name}/restore', { path: { name } })

  void control(call, `Restored the snapshot “${name}”.`, 'undo')
}

/** Forks a sandbox, by default the one that is shown. */
export async function forkSandbox(id?: string): Promise<void> {
  try {
    const origin = id ?? (await queryClient.fetchQuery(overviewQuery)).sandbox
    const fork = await client.POST('/__sandbox/sandboxes/{id}/fork', { path: { id: origin }, body: {} })

    showNotice(`Forked ${origin} as ${fork.data.id}.`, {
      label: 'Open',
      run: () => location.assign(addressOfPage('/entities', fork.data.id)),
    })
  } catch (error) {
    showFailure(error)
  }
  await queryClient.invalidateQueries()
}

const directions = {
  undo: { label: 'Undo', opposite: 'redo', message: 'Undid the last change.', done: 'Undone.' },
  redo: { label: 'Redo', opposite: 'undo', message: 'Redid the change.', done: 'Redone.' },
} as const

type UndoDirection = keyof typeof directions

interface UndoOptions {
  /** The number of latest changes that it reverts. */
  readonly changes?: number
  /** The notice shown afterwards. */
  readonly message?: string
  /** The sequence number that the latest change must still have; otherwise nothing is reverted. */
  readonly expected?: number
}

/** Undoes the latest changes of the sandbox's data, or redoes them. */
export async function applyUndo(direction: UndoDirection, options: UndoOptions = {}): Promise<void> {
  const { changes = 1, message = directions[direction].message, expected } = options

  try {
    if (expected !== undefined && (await latestChange()) !== expected) {
      throw new Error(
        'Something else has changed since then. You can undo changes in order on the Sandbox page.',
      )
    }
    for (let step = 0; step < changes; step++) await client.POST(`/__sandbox/${direction}`)
    await offer(directions[direction].opposite, message, { changes })
  } catch (error) {
    showFailure(error)
  }
  await queryClient.invalidateQueries()
}

/**
 * Shows a notice whose button undoes changes; if anything else has changed since, it only says so.
 *
 * @param before the latest change before the action: if it still is, nothing was changed, and there is no button
 */
export function offerUndo(message: string, options: UndoOptions = {}, before?: number): void {
  offer('undo', message, options, before).catch(showFailure)
}

async function offer(
  direction: UndoDirection,
  message: string,
  options: UndoOptions,
  before?: number,
): Promise<void> {
  const expected = await latestChange()
  const run = () => void applyUndo(direction, { ...options, expected })

  showNotice(message, expected === before ? undefined : { label: directions[direction].label, run })
}

/** The sequence number of the latest change that is not undone. */
export async function latestChange(): Promise<number> {
  const { data } = await client.GET('/__sandbox/changes')

  return data.items.find(({ is_undone }) => !is_undone)?.sequence ?? 0
}

type Call<Data = unknown> = () => Promise<ClientResponse<Data>>

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
  button: UndoDirection = 'undo',
): Promise<{ readonly data: Data } | undefined> {
  try {
    const before = revert === 'undo' ? await latestChange() : 0
    const response = await call()
    const { label, done, opposite } = directions[button]

    if (revert === 'undo') offerUndo(message, {}, before)
    else showNotice(message, revert && { label, run: () => void control(revert, done, call, opposite) })

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

/** Lets the requests go that wait because of a fault, as they are or as an error. */
export function releaseRequests(id: string, status?: number): void {
  const call = () =>
    client.POST('/__sandbox/faults/{id}/release', { path: { id }, body: status ? { status } : {} })

  void control(call, `Released the waiting requests${status ? ` as ${status}` : ''}.`)
}

export function clearFaults(): void {
  void changeFaults(() => client.DELETE('/__sandbox/faults'), 'Cleared all faults.')
}

/**
 * Everything that can be entered and left by name: scenarios, and presets of faults but for those that a scenario of the
 * same name contains, or of which a scenario only consists.
 */
export function scenariosOf(
  scenarios: readonly Scenario[],
  presets: readonly Preset[],
  active: readonly Fault[],
) {
  const covered = scenarios.flatMap(({ name, changes, faults }) => [
    name,
    ...(changes.length === 1 && faults?.length === 1 ? faults : []),
  ])

  return [
    ...presets
      .filter(({ name }) => !covered.includes(name))
      .map((preset) => {
        const { name, description } = preset
        const isCurrent = active.some((fault) => fault.origin === name && fault.active)

        return {
          name,
          description: `${description} Health stays as it is.`,
          isCurrent,
          preset,
          toggle: () => (isCurrent ? stopPreset(name) : startPreset(name)),
        }
      }),
    ...scenarios.map((scenario) => ({
      name: scenario.name,
      description: scenario.description,
      isCurrent: scenario.current,
      scenario,
      toggle: () => (scenario.current ? leaveScenario(scenario) : enterScenario(scenario)),
    })),
  ]
}

/** Enters a preset, which is a scenario of faults only. */
export function startPreset(preset: Preset['name']): Promise<void> {
  const call = () => client.POST('/__sandbox/faults', { body: { preset } })

  return changeFaults(call, `Entered the scenario ${preset}.`)
}

function stopPreset(preset: Preset['name']): Promise<void> {
  const call = () => client.DELETE('/__sandbox/faults', { query: { preset } })

  return changeFaults(call, `Left the scenario ${preset}.`)
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

/** What happens to unknown members and values of the wrong type, in words. */
export const validationLevels = [
  ['off', 'Ignore'],
  ['warn', 'Warn in Requests and a header'],
  ['enforce', 'Reject (400)'],
] as const

const putValidation = (level: Overview['validation']) => () =>
  client.PUT('/__sandbox/validation', { body: { level } })

export function validateWith(level: Overview['validation'], before: Overview['validation']): void {
  void control(putValidation(level), 'Changed the validation.', putValidation(before))
}

const enter = (name: string) => () => client.PUT('/__sandbox/scenario', { body: { name } })
const leave = () => client.DELETE('/__sandbox/scenario')

export function enterScenario({ name }: Scenario) {
  return control(enter(name), `Entered the scenario ${name}.`, leave)
}

/** Leaves a scenario; one that changed data cannot be entered again by Undo. */
export function leaveScenario({ name, changes }: Scenario) {
  return control(leave, `Left the scenario ${name}.`, changes.includes('data') ? undefined : enter(name))
}
