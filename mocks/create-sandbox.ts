import { importData } from './import/import.ts'
import type { Source } from './import/sources/source.ts'
import type { Imported } from './import/summary.ts'
import type { DataFileInput } from './model/data-file/data-file.ts'
import type { EntityDefinition } from './model/definitions/definition.ts'
import type { Entity } from './model/entities/entity.ts'
import type { OptionList } from './model/definitions/option-list.ts'
import { tables } from './model/tables.ts'
import { Clock } from './sandbox/time/clock.ts'
import type { Commands } from './sandbox/command.ts'
import { JournalBudget } from './sandbox/journal/journal-budget.ts'
import { defaultJournalLimits, type JournalLimits } from './sandbox/journal/journal.ts'
import { Random } from './model/shared/random.ts'
import { Sandbox } from './sandbox/sandbox.ts'
import { defaultHostname, type SandboxSettings } from './sandbox/sandbox-parts.ts'
import { defaultSandboxId } from './sandbox/sandboxes.ts'
import { defaultValidation, type ValidationLevel } from './sandbox/validation.ts'
import { generateState } from './seed/generator/generate-state.ts'
import type { Scenario } from './sandbox/scenarios/scenario.ts'
import { Store } from './store/store.ts'

export interface SandboxOptions {
  /** The integer that reproduces the sandbox: data, identifiers, tokens. Default that of `data`, else 1. */
  readonly seed?: number | undefined
  /** How many entities of content to generate; users, settings and the like come on top. Default 1,000. */
  readonly entities?: number | undefined
  /**
   * Definitions to fill instead of the built-in content; the built-in users and settings stay. Their JSON in any form
   * that answers and packages have it in, or in Node the path of a file, folder or zip that holds them.
   */
  readonly definitions?: readonly EntityDefinition[] | Source | undefined
  readonly optionLists?: readonly OptionList[] | Source | undefined
  /**
   * What to hold instead of generated content: a data file, such as an export, entities, or what other systems answer
   * and export. What of it was changed or left out is in the sandbox's `imported`.
   */
  readonly data?: DataFileInput | readonly Entity[] | Source | undefined
  /** Whether requests without credentials act as the default persona (`default`) or get 401 (`required`). */
  readonly auth?: SandboxSettings['auth'] | undefined
  /** Scenarios of one's own, beside the built-in ones. */
  readonly scenarios?: readonly Scenario[] | undefined
  /** Name of the scenario to start in. */
  readonly scenario?: string | undefined
  /** How many requests a user may send in a second before it gets 429 with `Retry-After`. Default: any number. */
  readonly rateLimit?: number | undefined
  /** Whether what requests say wrongly or in vain is passed over, marked (`warn`, the default) or refused with 400. */
  readonly validate?: ValidationLevel | undefined
  /** What `GET /api/status` gives as its `hostname`. Default `entity-sandbox`. */
  readonly hostname?: string | undefined
  /** What `POST /api/commands/{folder}/{command}` runs, by `folder/command`. */
  readonly commands?: Commands | undefined
  /** How much the journal of requests holds. Default 1,000 entries, 64 KiB of each body, and 64 MiB in all sandboxes. */
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
 * @throws {InvalidRequest} when the definitions or the data given do not fit together
 */
export async function createSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const { entities: count = 1000, onProgress } = options
  const imported = await importData(options, options.seed)
  const seed = options.seed ?? imported.file.seed ?? 1
  const state = await generateState(imported.file, { seed, count, onProgress })
  const sandbox = sandboxWith(options, imported, new Store(tables, state), seed)

  const { scenario } = options

  if (scenario !== undefined) await sandbox.transact((turn) => sandbox.scenarios.enter(turn, scenario))

  return sandbox
}

/** A sandbox that holds nothing yet, to revive one that was kept elsewhere. */
export async function createEmptySandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const imported = await importData(options, options.seed)

  return sandboxWith(options, imported, new Store(tables), options.seed ?? 1)
}

function sandboxWith(
  options: SandboxOptions,
  { file, summary }: Imported,
  store: Store<typeof tables>,
  seed: number,
): Sandbox {
  const { auth = 'default', entities: count = 1000 } = options
  const clock = new Clock(options.machineClock)

  if (file.clock) clock.follow(file.clock)

  const journal = { ...defaultJournalLimits, ...options.journal }

  return new Sandbox(
    defaultSandboxId,
    {
      seed,
      auth,
      journal,
      journalBudget: new JournalBudget(journal.totalBytes),
      scenarios: options.scenarios ?? [],
      scenario: options.scenario,
      rateLimit: options.rateLimit,
      validate: options.validate ?? defaultValidation,
      hostname: options.hostname ?? defaultHostname,
      commands: options.commands ?? {},
    },
    {
      store,
      clock,
      random: new Random(file.random ?? seed),
      imported: summary,
      generator: {
        state: (other, otherSeed) => generateState(other ?? file, { seed: otherSeed, count }),
        // It brings faker.
        values: async (...of) => (await import('./seed/generator/made-up-values.ts')).madeUpValues(...of),
      },
    },
  )
}
