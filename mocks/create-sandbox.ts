import type { EntityDefinition } from './model/definition.ts'
import type { Entity } from './model/entity.ts'
import type { OptionList } from './model/option-list.ts'
import { tables } from './model/tables.ts'
import { Clock } from './sandbox/clock.ts'
import { Random } from './sandbox/random.ts'
import { Sandbox, type SandboxSettings } from './sandbox/sandbox.ts'
import { defaultSandboxId } from './sandbox/sandboxes.ts'
import { plant } from './seed/plant.ts'
import { Store } from './store/store.ts'

export interface SandboxOptions {
  /** The integer that reproduces the sandbox: data, identifiers, tokens. Default 1. */
  readonly seed?: number
  /** How many entities to generate. Default 1,000. */
  readonly entities?: number
  /** Definitions to fill instead of the built-in content; the built-in users and settings stay. */
  readonly definitions?: readonly EntityDefinition[]
  readonly optionLists?: readonly OptionList[]
  /** Entities to hold instead of generated ones. */
  readonly data?: readonly Entity[]
  /** Whether requests without credentials act as the default persona (`default`) or get 401 (`required`). */
  readonly auth?: SandboxSettings['auth']
  /** The machine's clock, in milliseconds since 1970. Default `Date.now`. */
  readonly machineClock?: () => number
}

/**
 * Makes a private world: seeded data, with a clock and a random source of its own.
 *
 * @example
 * const sandbox = await createSandbox({ seed: 7, entities: 200 })
 */
export async function createSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const { seed = 1, auth = 'default', machineClock } = options
  const store = new Store(tables)
  const seedling = await plant({ ...options, seed, count: options.entities ?? 1000 })

  await store.change((draft) => {
    for (const list of seedling.optionLists) draft.optionLists.put(list)
    for (const definition of seedling.definitions) draft.definitions.put(definition)
    for (const entity of seedling.entities) draft.entities.put(entity)
    draft.numbers.startAt('definition', Math.max(0, ...seedling.definitions.map(({ id }) => id)))
    draft.numbers.startAt(
      'entity',
      seedling.entities.reduce((highest, { id }) => Math.max(highest, id), 0),
    )
  })

  return new Sandbox(
    defaultSandboxId,
    { seed, auth },
    { store, clock: new Clock(machineClock), random: new Random(seed) },
  )
}
