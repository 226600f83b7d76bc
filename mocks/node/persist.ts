import { mkdirSync } from 'node:fs'
import { createEmptySandbox, createSandbox, type SandboxOptions } from '../create-sandbox.ts'
import { checked } from '../model/checked.ts'
import type { Kept } from '../sandbox/sandbox.ts'
import { defaultSandboxId, Sandboxes, type SandboxesOptions } from '../sandbox/sandboxes.ts'
import { Snapshots } from '../sandbox/snapshots.ts'
import { KeptWorld, LogEntry, originName, type KeptSandbox } from '../sandbox/world-log.ts'
import { FolderError } from './folder-error.ts'
import { lockFolder } from './folder-lock.ts'
import { FolderRecorder, latestGeneration, logPath, type LogPlace } from './folder-recorder.ts'
import { readLog } from './log-file.ts'

export interface PersistOptions {
  /**
   * Whether a change is on the disk before it is answered, so that not even a power cut loses it. Default no: the
   * operating system has it, so that no end of the process loses it.
   */
  readonly flush?: boolean | undefined
  /** How many bytes the log may grow by before it is written anew without its history. Default 32 MiB. */
  readonly compactAfter?: number | undefined
}

/** Sandboxes that outlive the process. */
export interface PersistedSandboxes {
  /** For `listen()` or `createHandlers()`. */
  readonly sandboxes: Sandboxes
  /** Whether they were in the folder already; then the options of data and seed were not used. */
  readonly wasKept: boolean
  /** Lets go of the folder. Every change is there already. */
  readonly close: () => void
}

type AllOptions = SandboxOptions & SandboxesOptions & PersistOptions

/**
 * Keeps sandboxes in a folder: their data, snapshots, clocks and what a reset goes back to. Sign-ins, journals,
 * faults and what can be undone are the running process's and not kept.
 *
 * @example
 * const { sandboxes } = await openPersisted('./sandbox-data', { seed: 7 })
 * const server = await listen(sandboxes)
 *
 * @throws when another process uses the folder, or what is in it is damaged
 */
export async function openPersisted(folder: string, options: AllOptions = {}): Promise<PersistedSandboxes> {
  mkdirSync(folder, { recursive: true })
  const unlock = lockFolder(folder)

  try {
    const generation = latestGeneration(folder)
    const { sandboxes, recorder } =
      generation === undefined ? await begin(folder, options) : await resume(folder, generation, options)

    return {
      sandboxes,
      wasKept: generation !== undefined,
      close: () => {
        recorder.end()
        unlock()
      },
    }
  } catch (error) {
    unlock()
    throw error
  }
}

interface Opened {
  readonly sandboxes: Sandboxes
  readonly recorder: FolderRecorder
}

async function begin(folder: string, options: AllOptions): Promise<Opened> {
  const sandbox = await createSandbox(options)
  const origin = sandbox.fork(sandbox.id)
  const recorder = new FolderRecorder(folder, { origin, sandboxes: [sandbox] }, settingsOf(options))

  return { recorder, sandboxes: new Sandboxes(sandbox, options, { origin, recorder }) }
}

async function resume(folder: string, generation: number, options: AllOptions): Promise<Opened> {
  const { world, size } = await readWorld(logPath(folder, generation))
  const empty = createEmptySandbox(options)
  const reviveNamed = (name: string, id = name) => {
    const kept = world.sandboxes.get(name)

    if (!kept) throw new FolderError(`Failed to open ${folder}: it has no sandbox "${id}".`)

    return empty.revive(id, keptFrom(kept))
  }
  const origin = reviveNamed(originName, defaultSandboxId)
  const main = reviveNamed(defaultSandboxId)
  const others = [...world.sandboxes.keys()]
    .filter((name) => name !== originName && name !== defaultSandboxId)
    .map((name) => reviveNamed(name))
  const place: LogPlace = { generation, size }
  const recorder = new FolderRecorder(
    folder,
    { origin, sandboxes: [main, ...others] },
    settingsOf(options),
    place,
  )

  return { recorder, sandboxes: new Sandboxes(main, options, { origin, others, recorder }) }
}

async function readWorld(path: string): Promise<{ world: KeptWorld; size: number }> {
  const { entries, size } = readLog(path)
  const world = new KeptWorld()

  for (const entry of entries) await world.apply(checked(LogEntry, entry))

  return { world, size }
}

function keptFrom({ slots }: KeptSandbox): Kept {
  const current = slots.get('current')
  const first = slots.get('first')

  if (!current || !first)
    throw new FolderError('Failed to open a sandbox: the log ends before it was complete.')

  const snapshots = Array.from(slots).flatMap(([slot, moment]) =>
    slot.startsWith('snapshot ') ? [[slot.slice('snapshot '.length), moment] as const] : [],
  )

  return { current, first, seed: current.seed, snapshots: new Snapshots(new Map(snapshots)) }
}

const defaultCompactAfter = 32 * 1024 * 1024

function settingsOf({ flush = false, compactAfter = defaultCompactAfter }: PersistOptions) {
  return { isFlushed: flush, compactAfter }
}
