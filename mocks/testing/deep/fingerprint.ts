import { storedStateOf } from '../../sandbox/persistence/stored-state.ts'
import type { Sandboxes } from '../../sandbox/sandboxes.ts'

/** Everything in a sandbox that a request could change, by sandbox id. A state is immutable, so it is compared by reference. */
type Fingerprints = ReadonlyMap<string, Readonly<Record<string, unknown>>>

export function fingerprintsOf(sandboxes: Sandboxes): Fingerprints {
  return new Map(
    sandboxes.list().map(({ sandbox }) => {
      const { store, random, clock, snapshots, settings, baseline } = sandbox
      const { runtimeState } = storedStateOf(sandbox)
      const { access, refresh } = runtimeState.signIns

      return [
        sandbox.id,
        {
          data: store.state,
          random: random.state,
          clock: JSON.stringify(clock.setting),
          runtimeState: JSON.stringify({ ...runtimeState, signIns: [[...access], [...refresh]] }),
          seed: settings.seed,
          baseline: baseline.state,
          ...Object.fromEntries(snapshots.list().map(([name, { state }]) => [`snapshot ${name}`, state])),
        },
      ]
    }),
  )
}

/** The sandboxes that are only in the second, and the differences between those that are in both: others have expired. */
export function differencesOf(before: Fingerprints, after: Fingerprints): string[] {
  return Array.from(after).flatMap(([id, current]) => {
    const previous = before.get(id)

    if (!previous) return [`there is ${id}`]

    return [...new Set([...Object.keys(previous), ...Object.keys(current)])]
      .filter((name) => previous[name] !== current[name])
      .map((name) => `${name} of ${id}`)
  })
}
