import { storedStateOf } from '../../persistence/stored-state.ts'
import type { Sandboxes } from '../../sandbox/sandboxes.ts'

/** All that a request could change of a sandbox, to be compared: states of data never change, so they identify what they hold. */
type Fingerprints = ReadonlyMap<string, Readonly<Record<string, unknown>>>

export function fingerprintsOf(sandboxes: Sandboxes): Fingerprints {
  return new Map(
    sandboxes.list().map(({ sandbox }) => {
      const { store, random, clock, snapshots, settings, baseline } = sandbox
      const { runtimeState } = storedStateOf(sandbox)

      return [
        sandbox.id,
        {
          data: store.state,
          random: random.position,
          clock: JSON.stringify(clock.setting),
          runtimeState: JSON.stringify(runtimeState),
          seed: settings.seed,
          first: baseline.state,
          ...Object.fromEntries(snapshots.list().map(([name, { state }]) => [`snapshot ${name}`, state])),
        },
      ]
    }),
  )
}

/** The differences. Missing sandboxes have expired, and requests that name a new one create it. */
export function differencesOf(before: Fingerprints, after: Fingerprints): string[] {
  return Array.from(after).flatMap(([id, its]) => {
    const was = before.get(id)

    if (!was) return []

    return [...new Set([...Object.keys(was), ...Object.keys(its)])]
      .filter((name) => was[name] !== its[name])
      .map((name) => `${name} of ${id}`)
  })
}
