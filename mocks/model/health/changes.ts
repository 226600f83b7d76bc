import { seededComponents, wholeService } from './component.ts'
import { meanings } from './labels.ts'
import type { Component, Flap, HealthSource } from './component.ts'
import type { HealthLabel } from './labels.ts'
import { InvalidRequest, NotFound } from '../shared/errors.ts'
import { componentsOf } from './health.ts'
import type { DataDraft } from '../tables.ts'

/** How deep components may be nested. */
const maxDepth = 16

export interface HealthState {
  readonly label: HealthLabel
  readonly message?: string | undefined
  readonly hold?: boolean | undefined
  readonly flap?: Flap | undefined
}

/**
 * Gives a component a state, adding it when it is new; those above it that are missing are Green.
 *
 * @param now milliseconds since 1970
 *
 * @throws {InvalidRequest} when the path can't be a component's
 */
export function setHealth(
  draft: DataDraft,
  path: string,
  state: HealthState,
  { now, source = 'you' }: { now: number; source?: HealthSource },
): void {
  checkPath(path)

  const since = new Date(now).toISOString()
  const before = draft.components.get(path)

  draft.components.put({
    path,
    label: state.label,
    message: state.message || meanings[state.label],
    hold: state.hold ?? false,
    ...(state.flap ? { flap: state.flap } : {}),
    since,
    source,
    ...stoppedBy(before, state.label, since),
  })
}

/**
 * Gives a seeded component its seeded state back, and removes an added one with all below it.
 *
 * @throws {NotFound} when there is no such component
 */
export function releaseHealth(draft: DataDraft, path: string, now: number): void {
  const before = componentsOf(draft).get(path)
  const seeded = seededComponents.get(path)

  if (!before) throw componentNotFound(path)
  if (seeded) {
    draft.components.put({ ...seeded, ...stoppedBy(before, seeded.label, new Date(now).toISOString()) })

    return
  }
  const removed = Array.from(draft.components.keys()).filter((key) => `${key}/`.startsWith(`${path}/`))

  for (const key of removed) draft.components.delete(key)
}

/** Gives every seeded component its seeded state back, and removes the others. */
export function releaseAllHealth(draft: DataDraft, now: number): void {
  const paths = Array.from(draft.components.keys())

  for (const path of paths) {
    if (draft.components.has(path)) releaseHealth(draft, path, now)
  }
}

export function componentNotFound(path: string): NotFound {
  return new NotFound(`There is no component "${path.slice(0, 100)}".`)
}

/** Work that came in while a component was Red is waiting; it goes on when the component is back. */
function stoppedBy(
  before: Component | undefined,
  label: HealthLabel,
  now: string,
): Pick<Component, 'stopped'> {
  const stopped = before?.stopped

  if (label === 'Red') return { stopped: { from: stopped && !stopped.until ? stopped.from : now } }
  if (!stopped) return {}

  return { stopped: { from: stopped.from, until: stopped.until ?? now } }
}

function checkPath(path: string): void {
  if (path === wholeService) return
  const names = path.split('/')

  if (names.some((name) => name === '' || name.length > 64)) {
    throw new InvalidRequest({
      path: 'A component needs a name of 1 to 64 characters at each step of its path.',
    })
  }
  if (names.length > maxDepth) {
    throw new InvalidRequest({ path: `Components can be ${maxDepth} deep, not ${names.length}.` })
  }
}
