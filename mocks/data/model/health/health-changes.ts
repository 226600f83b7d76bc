import type { Component, Flap, HealthSource, HealthLabel } from './component.ts'
import { seededComponents, wholeService, defaultMessages } from './component.ts'
import { InvalidRequest, NotFound } from '../shared/errors.ts'
import { suggestion } from '../shared/suggestion.ts'
import { componentsOf } from './component-health.ts'
import type { DataDraft } from '../data-tables.ts'

/** The maximum nesting of components. */
const maxDepth = 16

interface HealthState {
  readonly label: HealthLabel
  readonly message?: string | undefined
  /** Whether Yellow lasts until it is changed. */
  readonly hold?: boolean | undefined
  readonly flap?: Flap | undefined
}

/**
 * Sets the state of a component, adding it if necessary. Missing components above it count as Green.
 *
 * @param now milliseconds since 1970
 *
 * @throws {InvalidRequest} when the path is not valid
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
    message: state.message || defaultMessages[state.label],
    hold: state.hold ?? false,
    ...(state.flap ? { flap: state.flap } : {}),
    since,
    source,
    ...outageAfter(before, state.label, since),
  })
}

/**
 * Resets a seeded component to its seeded state, or removes an added component and the components below it.
 *
 * @throws {NotFound} when there is no such component
 */
export function resetHealth(draft: DataDraft, path: string, now: number): void {
  const before = componentsOf(draft).get(path)
  const seeded = seededComponents.get(path)

  if (!before) throw componentNotFound(path)
  if (seeded) {
    draft.components.put({ ...seeded, ...outageAfter(before, seeded.label, new Date(now).toISOString()) })

    return
  }
  const removed = Array.from(draft.components.keys()).filter((key) => `${key}/`.startsWith(`${path}/`))

  for (const key of removed) draft.components.delete(key)
}

/** Resets every seeded component to its seeded state, and removes the others. */
export function resetAllHealth(draft: DataDraft, now: number): void {
  for (const path of Array.from(draft.components.keys())) {
    if (draft.components.has(path)) resetHealth(draft, path, now)
  }
}

/**
 * Rejects a new component whose name is probably misspelt: another one at its place is similar. Names that differ in a
 * number or a suffix (`worker-2`, `worker-3`) are not.
 *
 * @throws {InvalidRequest} with the similar name
 */
export function rejectSimilar(draft: DataDraft, path: string): void {
  const paths = [...componentsOf(draft).keys()]
  const names = path.split('/')

  for (const [index, name] of names.entries()) {
    const above = names
      .slice(0, index)
      .map((each) => `${each}/`)
      .join('')
    const siblings = paths
      .filter((each) => each.startsWith(above))
      .map((each) => each.slice(above.length).split('/', 1)[0] ?? '')
    const others = siblings.filter((each) => stemOf(each) !== stemOf(name))
    const hint = siblings.includes(name) ? '' : suggestion(name, others).replace('"', `"${above}`)

    if (hint !== '') {
      throw new InvalidRequest({
        path: `There is no component "${above}${name}". ${hint} To add it all the same, set "is_new" to true.`,
      })
    }
  }
}

/** What numbered components have in common: `worker` of `worker-2`. */
function stemOf(name: string): string | undefined {
  return name.split(/[-.\d]/, 1)[0]
}

export function componentNotFound(path: string): NotFound {
  return new NotFound(`There is no component "${path.slice(0, 100)}".`)
}

/**
 * The last outage (Red) of a component that gets `label`; without `until` while it lasts. Messages to the component wait
 * until it is over.
 */
function outageAfter(
  before: Component | undefined,
  label: HealthLabel,
  now: string,
): Pick<Component, 'lastOutage'> {
  const lastOutage = before?.lastOutage

  if (label === 'Red')
    return { lastOutage: { from: lastOutage && !lastOutage.until ? lastOutage.from : now } }
  if (!lastOutage) return {}

  return { lastOutage: { from: lastOutage.from, until: lastOutage.until ?? now } }
}

function checkPath(path: string): void {
  if (path === wholeService) return
  const names = path.split('/')

  if (names.some((name) => name === '' || name.length > 64)) {
    throw new InvalidRequest({
      path: "Each segment of a component's path must have 1 to 64 characters.",
    })
  }
  if (names.length > maxDepth) {
    throw new InvalidRequest({
      path: `A component's path can have at most ${maxDepth} segments, not ${names.length}.`,
    })
  }
}
