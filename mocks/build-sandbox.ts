import { DataOptions, optionsIn, SandboxOptions } from './config.ts'
import type { Imported } from './import/summary.ts'
import { InvalidRequest } from './model/shared/errors.ts'
import { Random } from './model/shared/random.ts'
import { tables } from './model/tables.ts'
import { Budget } from './sandbox/budget.ts'
import { maxUndoBytes } from './sandbox/state/history.ts'
import { Sandbox } from './sandbox/sandbox.ts'
import { defaultSandboxId } from './sandbox/sandbox-id.ts'
import { SandboxSettings } from './sandbox/settings.ts'
import { Clock } from './sandbox/time/clock.ts'
import { generateState } from './seed/generator/generate-state.ts'
import { Store } from './store/store.ts'

export interface CreateSandboxOptions extends SandboxOptions {
  /** Called while data is generated, with the number of entities so far and in total. */
  readonly onProgress?: (done: number, total: number) => void
  /** The machine's clock, in milliseconds since 1970. Default `Date.now`. */
  readonly machineClock?: () => number
}

/**
 * Creates a sandbox: generated data, a clock and a random source.
 *
 * @example
 * const sandbox = await buildSandbox({ seed: 7, entities: 200 })
 *
 * @throws {TypeError} when an option is invalid
 * @throws {InvalidRequest} when the given definitions or data are invalid
 */
export async function buildSandbox(options: CreateSandboxOptions = {}): Promise<Sandbox> {
  const { entities: count, scenario } = optionsIn(SandboxOptions, options)
  const imported = await importedFrom(options)
  const seed = options.seed ?? imported.file.seed ?? 1
  const state = await generateState(imported.file, { seed, count, onProgress: options.onProgress })
  const sandbox = sandboxWith(options, imported, new Store(tables, state), seed)

  if (scenario !== undefined)
    await sandbox.transact((transaction) => sandbox.scenarios.enter(transaction, scenario))

  return sandbox
}

/** An empty sandbox, to restore a stored one into. */
export async function createEmptySandbox(options: CreateSandboxOptions = {}): Promise<Sandbox> {
  const imported = await importedFrom(options)

  return sandboxWith(options, imported, new Store(tables), options.seed ?? 1)
}

async function importedFrom(options: CreateSandboxOptions): Promise<Imported> {
  const { definitions, optionLists, data, seed } = options

  if ([definitions, optionLists, data].every((source) => source === undefined)) return nothingImported

  // The importer is loaded only if there is something to import.
  return (await import('./import/import.ts')).importData(options, seed)
}

const nothingImported: Imported = {
  file: { complete: false },
  summary: { imported: {}, changed: [], skipped: [] },
}

function sandboxWith(
  options: CreateSandboxOptions,
  { file, summary }: Imported,
  store: Store<typeof tables>,
  seed: number,
): Sandbox {
  const { entities: count } = optionsIn(DataOptions, options)
  const settings = optionsIn(SandboxSettings, options)

  if (settings.passthrough.length > 0 && settings.target === undefined) {
    throw new InvalidRequest({
      passthrough: 'Name the service to pass requests on to: --target, in code target.',
    })
  }

  const clock = new Clock(options.machineClock)

  if (file.clock) clock.restore(file.clock)

  return new Sandbox(
    defaultSandboxId,
    {
      ...settings,
      seed,
      journalBudget: new Budget(settings.journal.totalBytes),
      undoBudget: new Budget(maxUndoBytes),
    },
    {
      store,
      clock,
      random: new Random(file.random ?? seed),
      imported: summary,
      generator: {
        state: (other, otherSeed) => generateState(other ?? file, { seed: otherSeed, count }),
        // Loaded only when needed: it imports faker.
        values: async (...of) => (await import('./seed/generator/generate-values.ts')).generateValues(...of),
      },
    },
  )
}
