import type { Component, Flap, HealthSource, HealthLabel } from './component.ts'
import { green, seededComponents, wholeService, healthLabels, defaultMessages } from './component.ts'
import type { Data } from '../data-tables.ts'
import { appendTo } from '../shared/maps.ts'

/** How long Yellow lasts unless it is held (interface 3.2), in milliseconds. */
export const recoveryTime = 30_000

/** The component that causes the aggregated label of a component and those below it. */
interface Cause {
  readonly path: string
  readonly label: HealthLabel
  readonly message: string
}

/** The health of a component and all below it, at one time. */
export interface ComponentHealth {
  readonly name: string
  readonly path: string
  readonly label: HealthLabel
  readonly message: string
  readonly hold: boolean
  /** When the label last changed, ISO 8601 UTC. */
  readonly since: string
  /** When Yellow turns Green; null when it does not. */
  readonly recoversOn: string | null
  /** The label it alternates with, and when it changes next; null when it does not. */
  readonly flap: (Flap & { readonly switchesOn: string }) | null
  readonly source: HealthSource
  /** The last outage (Red); without `until` while it lasts. */
  readonly lastOutage: Component['lastOutage']
  /** The worst label of this component and all below it. */
  readonly aggregated: HealthLabel
  /** Null when all is Green. */
  readonly why: Cause | null
  readonly downstream: readonly ComponentHealth[]
}

/** The worst of the labels; Green when there are none. */
export function worstOf(labels: readonly HealthLabel[]): HealthLabel {
  return healthLabels.findLast((label) => labels.includes(label)) ?? 'Green'
}

/**
 * The health of the service and all components at a time. Recovery is computed from the clock rather than by timers, so
 * it is also correct for a clock that is frozen or moved.
 *
 * @param now milliseconds since 1970
 */
export function readHealth(data: Pick<Data, 'components'>, now: number): ComponentHealth {
  const components = componentsOf(data)
  const below = new Map<string, Component[]>()

  for (const component of components.values()) {
    if (component.path !== wholeService) appendTo(below, parentOf(component.path), component)
  }

  return healthOf(components.get(wholeService) ?? green(wholeService, 'seed'), below, now)
}

/** Every component by its path: the seeded ones, those that were added, and missing ones above these. */
export function componentsOf(data: Pick<Data, 'components'>): ReadonlyMap<string, Component> {
  const components = new Map(seededComponents)

  for (const component of data.components.all()) {
    components.set(component.path, component)
    for (let above = parentOf(component.path); !components.has(above); above = parentOf(above)) {
      components.set(above, green(above, component.source))
    }
  }

  return components
}

/** A component and those below it. */
export function componentsIn(health: ComponentHealth): ComponentHealth[] {
  return [health, ...health.downstream.flatMap(componentsIn)]
}

export function findComponent(health: ComponentHealth, path: string): ComponentHealth | undefined {
  if (health.path === path) return health
  const next = health.downstream.find((each) => each.path === path || path.startsWith(`${each.path}/`))

  return next && findComponent(next, path)
}

/** A component that every sandbox has, or the service. */
export function builtInComponentHealth(health: ComponentHealth, path: string): ComponentHealth {
  const found = findComponent(health, path)

  if (!found) throw new Error(`Failed to read the health: there is no component "${path}".`)

  return found
}

function healthOf(
  component: Component,
  below: ReadonlyMap<string, readonly Component[]>,
  now: number,
): ComponentHealth {
  const own = stateAt(component, now)
  const downstream = (below.get(component.path) ?? []).map((each) => healthOf(each, below, now))
  const aggregated = worstOf([own.label, ...downstream.map((each) => each.aggregated)])
  const { path, hold, source } = component

  return {
    name: path.slice(path.lastIndexOf('/') + 1),
    path,
    ...own,
    hold,
    source,
    aggregated,
    why: causeOf({ path, label: own.label, message: own.message }, aggregated, downstream),
    downstream,
  }
}

function stateAt(component: Component, now: number) {
  const { label, message, since, hold, flap, lastOutage } = component
  const state = { label, message, since, recoversOn: null, flap: null, lastOutage }

  if (flap) return turnAt({ ...component, flap }, now)
  if (label !== 'Yellow' || hold) return state

  const recovery = Date.parse(since) + recoveryTime
  const recoversOn = timestamp(recovery)

  if (now < recovery) return { ...state, recoversOn }

  return { ...state, label: 'Green' as const, message: defaultMessages.Green, since: recoversOn }
}

/** The state of a flapping component: turns are counted from the time when the state was set. */
function turnAt({ label, message, since, flap, lastOutage }: Component & { flap: Flap }, now: number) {
  const { every_ms: length } = flap
  const start = Date.parse(since)
  const turn = Math.max(0, Math.floor((now - start) / length))
  const from = start + turn * length
  const own = { label, message }
  const other = { label: flap.label, message: flap.label === label ? message : defaultMessages[flap.label] }
  const [current, last] = turn % 2 === 0 ? [own, other] : [other, own]
  const outageBefore =
    turn > 0 && last.label === 'Red' ? { from: timestamp(from - length), until: timestamp(from) } : lastOutage

  return {
    ...current,
    since: timestamp(from),
    recoversOn: null,
    flap: { ...flap, switchesOn: timestamp(from + length) },
    lastOutage: current.label === 'Red' ? { from: timestamp(from) } : outageBefore,
  }
}

function timestamp(time: number): string {
  return new Date(time).toISOString()
}

function causeOf(own: Cause, aggregated: HealthLabel, downstream: readonly ComponentHealth[]): Cause | null {
  if (aggregated === 'Green') return null
  if (own.label === aggregated) return own

  return downstream.find((each) => each.aggregated === aggregated)?.why ?? null
}

function parentOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')))
}
