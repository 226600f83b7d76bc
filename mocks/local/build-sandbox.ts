import { routes } from './create-service.ts'
import { DataOptions, optionsIn, SandboxOptions } from './config.ts'
import type { Imported } from '../data/import/import-summary.ts'
import { InvalidRequest } from '../data/model/shared/errors.ts'
import { tables, type DataState } from '../data/model/data-tables.ts'
import { Budget } from '../sandbox/budget.ts'
import { Sandbox } from '../sandbox/sandbox.ts'
import { defaultSandboxId } from '../sandbox/sandbox-id.ts'
import { enterScenario } from '../sandbox/scenarios/sandbox-scenarios.ts'
import { FetchSender } from './fetch-sender.ts'
import { SandboxSettings } from '../sandbox/sandbox-settings.ts'
import { checkpointOf, emptyRuntime, initialControl } from '../sandbox/state/sandbox-state.ts'
import { Clock } from '../sandbox/time/clock.ts'
import { generateState } from '../data/seed/generator/generate-state.ts'
import { emptyState } from '../data/store/draft.ts'
import { rejectMisspeltPatterns } from '../service/control/misspelt-patterns.ts'
import type { Recording } from '../service/upstream/recording.ts'

export interface CreateSandboxOptions extends SandboxOptions {
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
  const built = await namingSources(options, async () => {
    const { entities: count, scenario } = optionsIn(SandboxOptions, options)
    const recording = await recordingFrom(options)
    const imported = await importedFrom(options, recording)
    const seed = options.seed ?? imported.file.seed ?? 1
    const state = await generateState(imported.file, { seed, count })
    const sandbox = sandboxWith({ ...options, recording }, imported, state, seed)

    recording?.listIn(sandbox)
    if (scenario !== undefined) sandbox.change((draft) => enterScenario(draft, scenario))

    return sandbox
  })

  return withCheckedPassthrough(built)
}

/** @throws {InvalidRequest} when what is passed on seems to be misspelt */
function withCheckedPassthrough(sandbox: Sandbox): Sandbox {
  const passthrough = sandbox.settings.passthrough.map((item) => {
    const [path = '', method] = item.split(/ +/).toReversed()

    return item.includes('/') ? { path, method } : { path: `/api/entitydefinitions/${item}` }
  })

  rejectMisspeltPatterns({ passthrough }, routes, sandbox.data)

  return sandbox
}

const sources = ['definitions', 'optionLists', 'data', 'replay'] as const

/** Does what reads the sources in the options. What is invalid in them is said with their files, and with its place. */
export async function namingSources<R>(options: SandboxOptions, read: () => Promise<R>): Promise<R> {
  try {
    return await read()
  } catch (error) {
    if (!(error instanceof InvalidRequest)) throw error

    const { failures } = error
    const files = sources.map((name) => options[name]).filter((file) => typeof file === 'string')
    const isUnreadable = Object.keys(failures).every((path) => sources.some((name) => name === path))
    const lines = Object.entries(failures).map(([path, message]) => `${path}: ${message}`)
    const whole = [`${files.join(' and ') || 'the options'}: the content is invalid.`, ...lines]

    throw new InvalidRequest(failures, (isUnreadable ? Object.values(failures) : whole).join('\n'))
  }
}

/** An empty sandbox, to restore a stored one into. */
export async function createEmptySandbox(options: CreateSandboxOptions = {}): Promise<Sandbox> {
  const empty = await namingSources(options, async () => {
    const recording = await recordingFrom(options)
    const imported = await importedFrom(options, recording)

    return sandboxWith({ ...options, recording }, imported, emptyState(tables), options.seed ?? 1)
  })

  // Of its definitions nothing is known yet.
  return withCheckedPassthrough(empty)
}

/** The recording to replay; loaded only if there is one. */
async function recordingFrom({
  replay,
  strict,
  target,
}: CreateSandboxOptions): Promise<Recording | undefined> {
  if (replay === undefined && strict) {
    throw new InvalidRequest({ strict: 'Name the recording to answer from: --replay, in code replay.' })
  }
  if (replay === undefined) return undefined
  if (target !== undefined) {
    throw new InvalidRequest({ replay: 'Either a recording or a target can answer, not both.' })
  }

  const { exchangesOf } = await import('../data/import/sources/source.ts')
  const { Recording } = await import('../service/upstream/recording.ts')

  return new Recording(
    await exchangesOf(replay, 'replay'),
    typeof replay === 'string' ? replay : 'the recording',
  )
}

async function importedFrom(options: CreateSandboxOptions, recording?: Recording): Promise<Imported> {
  const { definitions, optionLists, seed } = options
  const recorded = options.data === undefined ? await recording?.data() : undefined
  const data = options.data ?? (recorded && recorded.length > 0 ? recorded : undefined)

  if ([definitions, optionLists, data].every((source) => source === undefined)) return nothingImported

  // The importer is loaded only if there is something to import.
  const { importData } = await import('../data/import/import-sources.ts')
  const imported = await importData({ definitions, optionLists, data }, seed)

  return recorded && recording ? recording.continued(imported) : imported
}

const nothingImported: Imported = {
  file: { complete: false },
  summary: { imported: {}, changed: [], skipped: [] },
}

function sandboxWith(
  options: CreateSandboxOptions & { readonly recording: Recording | undefined },
  { file, summary }: Imported,
  data: DataState,
  seed: number,
): Sandbox {
  const { entities: count } = optionsIn(DataOptions, options)
  const settings = optionsIn(SandboxSettings, options)

  rejectMisspeltPatterns({ scenarios: settings.scenarios }, routes)

  if (settings.passthrough.length > 0 && settings.target === undefined && !options.recording) {
    throw new InvalidRequest({
      passthrough: 'Name the service to pass requests on to: --target, in code target.',
    })
  }

  const initial = initialControl(seed)
  const control = { ...initial, random: file.random ?? seed, clock: file.clock ?? initial.clock }
  const clock = new Clock(options.machineClock ?? Date.now, () => control.clock)
  const baseline = checkpointOf({ data, control }, clock.timestamp())

  return new Sandbox(
    defaultSandboxId,
    {
      ...settings,
      recording: options.recording,
      budget: new Budget(settings.memoryBudget),
      // Nothing leaves from a page or its worker.
      sender: globalThis.process?.versions?.node === undefined ? undefined : new FetchSender(),
    },
    {
      state: {
        data,
        control,
        runtime: emptyRuntime,
        checkpoints: { baseline, scenario: undefined, snapshots: new Map() },
      },
      clock,
      imported: summary,
      generator: {
        state: (other, otherSeed) => generateState(other ?? file, { seed: otherSeed, count }),
        // Loaded only when needed: it imports faker.
        values: async (...of) => (await import('../data/seed/generator/generate.ts')).generateValues(...of),
      },
    },
  )
}
