import type { EntityDefinition } from './model/definition.ts'
import type { Entity } from './model/entity.ts'
import type { OptionList } from './model/option-list.ts'
import { tables, type DataState } from './model/tables.ts'
import { Clock } from './sandbox/clock.ts'
import { defaultJournalLimits, type JournalLimits } from './sandbox/journal.ts'
import { Random } from './sandbox/random.ts'
import { Sandbox, type SandboxSettings } from './sandbox/sandbox.ts'
import { defaultSandboxId } from './sandbox/sandboxes.ts'
import { growEntities, highestId, layGround } from './seed/plant.ts'
import { Store } from './store/store.ts'

export interface SandboxOptions {
  /** The integer that reproduces the sandbox: data, identifiers, tokens. Default 1. */
  readonly seed?: number | undefined
  /** How many entities to generate. Default 1,000. */
  readonly entities?: number | undefined
  /** Definitions to fill instead of the built-in content; the built-in users and settings stay. */
  readonly definitions?: readonly EntityDefinition[] | undefined
  readonly optionLists?: readonly OptionList[] | undefined
  /** Entities to hold instead of generated ones. */
  readonly data?: readonly Entity[] | undefined
  /** Whether requests without credentials act as the default persona (`default`) or get 401 (`required`). */
  readonly auth?: SandboxSettings['auth'] | undefined
  /** How much the journal of requests holds. Default 1,000 entries and 64 KiB of each body. */
  readonly journal?: Partial<JournalLimits> | undefined
  /** Called while the data is put in place, with the number of entities done and in all. */
  readonly onProgress?: (done: number, total: number) => void
  /** The machine's clock, in milliseconds since 1970. Default `Date.now`. */
  readonly machineClock?: () => number
}

/**
 * Makes a private world: seeded data, with a clock and a random source of its own.
 *
 * @example
 * const sandbox = await createSandbox({ seed: 7, entities: 200 })
 *
 * @throws {InvalidRequest} when the definitions given do not fit together
 */
export async function createSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const { seed = 1, auth = 'default', machineClock } = options
  const planter = (otherSeed: number) => plantState({ ...options, seed: otherSeed })

  return new Sandbox(
    defaultSandboxId,
    { seed, auth, journal: { ...defaultJournalLimits, ...options.journal } },
    {
      store: new Store(tables, await planter(seed)),
      clock: new Clock(machineClock),
      random: new Random(seed),
      planter,
    },
  )
}

async function plantState(options: SandboxOptions & { seed: number }): Promise<DataState> {
  const store = new Store(tables)

  await store.change((draft) => layGround(draft, options))
  await putEntities(
    store,
    await growEntities(store.tables, { ...options, count: options.entities ?? 1000 }),
    options.onProgress,
  )

  return store.state
}

/** Entities put in place at a time. */
const batchSize = 5000

async function putEntities(
  store: Store<typeof tables>,
  entities: readonly Entity[],
  onProgress: SandboxOptions['onProgress'],
): Promise<void> {
  for (let done = 0; done < entities.length; done += batchSize) {
    onProgress?.(done, entities.length)
    await store.change((draft) => {
      for (const entity of entities.slice(done, done + batchSize)) draft.entities.put(entity)
    })
  }
  await store.change((draft) => draft.numbers.startAt('entity', highestId(entities)))
  onProgress?.(entities.length, entities.length)
}
