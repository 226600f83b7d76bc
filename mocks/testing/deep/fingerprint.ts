import type { Sandboxes } from '../../sandbox/sandboxes.ts'

/** Everything in a sandbox that a request could change, by sandbox id. A state is immutable, so it is compared by reference. */
type Fingerprints = ReadonlyMap<string, Readonly<Record<string, unknown>>>

export function fingerprintsOf(sandboxes: Sandboxes): Fingerprints {
  return new Map(
    sandboxes.list().map((sandbox) => {
      const { data, control, runtime, checkpoints } = sandbox.newest

      return [
        sandbox.id,
        {
          data,
          control: JSON.stringify(control),
          faults: JSON.stringify([...runtime.tables.faults.all()]),
          tokens: JSON.stringify([...runtime.tables.tokens.all()]),
          baseline: checkpoints.baseline.data,
          ...Object.fromEntries(
            Array.from(checkpoints.snapshots, ([name, each]) => [`snapshot ${name}`, each.data]),
          ),
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
