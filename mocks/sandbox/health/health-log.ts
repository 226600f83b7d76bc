import type { HealthSource } from '../../data/model/health/component.ts'
import { componentsIn, readHealth, type ComponentHealth } from '../../data/model/health/component-health.ts'
import type { Data } from '../../data/model/data-tables.ts'
import type { DataChange } from '../../data/model/messages/message.ts'
import type { Clock } from '../time/clock.ts'

/** Maximum number of settings that are stored, and of moments that are listed. */
const limit = 200

/** The components as they were set, and when: milliseconds since 1970, on the sandbox's clock. */
interface Setting {
  readonly at: number
  readonly components: Data['components']
}

/** A change of a component's own label; null before the component was added and after it was removed. */
interface LabelChange {
  readonly path: string
  readonly from: string | null
  readonly to: string | null
  readonly message: string
  /** The source of the change; `itself` when the component recovered or flapped. */
  readonly source: HealthSource | 'itself'
}

interface HealthMoment {
  readonly at: number
  readonly aggregated: string
  readonly changes: readonly LabelChange[]
}

/** The history of a sandbox's health. Settings are recorded; recoveries and flaps are derived from them on each read. */
export class HealthLog {
  readonly #clock: Clock
  #settings: Setting[]

  /** @param components those that there are at the beginning */
  constructor(components: Data['components'], clock: Clock) {
    this.#clock = clock
    this.#settings = [{ at: clock.now(), components }]
  }

  /** Records a change of the data, if it has changed components. */
  add({ before, after }: DataChange): void {
    const { components } = after.tables

    if (components === before.tables.components) return
    this.#settings = [...this.#settings, { at: this.#clock.now(), components }].slice(-limit)
  }

  /** The latest moments at which a label changed, the oldest first. The first one has only the aggregated label. */
  moments(): HealthMoment[] {
    let samples: HealthSample[] = []

    for (let index = this.#settings.length - 1; index >= 0 && samples.length < limit; index--) {
      const setting = this.#settings[index]
      const until = this.#settings[index + 1]?.at ?? this.#clock.now()

      if (setting) samples = [...samplesOf(setting, until), ...samples]
    }

    return samples
      .map(({ at, isSet, health }, index) => {
        const before = samples[index - 1]

        return {
          at,
          aggregated: health.aggregated,
          changes: before ? changesBetween(before.health, health, isSet) : [],
        }
      })
      .filter(({ changes }, index) => index === 0 || changes.length > 0)
      .slice(-limit)
  }
}

/** The health at a moment when it may have changed. */
interface HealthSample {
  readonly at: number
  /** Whether it was set; otherwise components recovered or flapped. */
  readonly isSet: boolean
  readonly health: ComponentHealth
}

/** The health when it was set, and whenever it changed with time until it was set again. */
function samplesOf(setting: Setting, until: number): HealthSample[] {
  const first = readHealth(setting, setting.at)
  const changes = componentsIn(first).flatMap((component) => changeTimes(component, until))
  const later = [...new Set(changes)].filter((at) => at > setting.at && at <= until).sort((a, b) => a - b)

  return [
    { at: setting.at, isSet: true, health: first },
    ...later.slice(-limit).map((at) => ({ at, isSet: false, health: readHealth(setting, at) })),
  ]
}

/** When a component recovers or flaps. Only the last flaps are listed, however far the clock was moved. */
function changeTimes({ recoversOn, flap }: ComponentHealth, until: number): number[] {
  if (recoversOn !== null) return [Date.parse(recoversOn)]
  if (flap === null) return []

  const next = Date.parse(flap.switchesOn)
  const count = Math.max(0, Math.floor((until - next) / flap.every_ms) + 1)
  const skipped = Math.max(0, count - limit)

  return Array.from({ length: count - skipped }, (_, index) => next + (skipped + index) * flap.every_ms)
}

function changesBetween(before: ComponentHealth, after: ComponentHealth, isSet: boolean): LabelChange[] {
  const [was, is] = [byPath(before), byPath(after)]

  return [...new Set([...was.keys(), ...is.keys()])].flatMap((path) => {
    const [from, to] = [was.get(path), is.get(path)]

    if (from?.label === to?.label) return []

    return [
      {
        path,
        from: from?.label ?? null,
        to: to?.label ?? null,
        message: to?.message ?? '',
        source: isSet ? ((to ?? from)?.source ?? 'you') : 'itself',
      },
    ]
  })
}

function byPath(health: ComponentHealth): Map<string, ComponentHealth> {
  return new Map(componentsIn(health).map((component) => [component.path, component]))
}
