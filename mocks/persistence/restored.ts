import { Random } from '../model/shared/random.ts'
import { Sandbox } from '../sandbox/sandbox.ts'
import { defaultSandboxId } from '../sandbox/sandbox-id.ts'
import { Sandboxes } from '../sandbox/sandboxes.ts'
import type { SandboxesOptions } from '../sandbox/sandboxes-options.ts'
import type { Recorder } from '../sandbox/state/recorder.ts'
import { Snapshots } from '../sandbox/state/snapshots.ts'
import { entriesBetween, inParts } from './image-entries.ts'
import type { LoggedPair, LogRecorder } from './log-recorder.ts'
import type { LogStorage } from './log-storage.ts'
import { emptyImage, LoggedSandbox } from './logged-sandbox.ts'
import type { SandboxImage } from './sandbox-image.ts'
import { SandboxLog, type ReadOptions } from './sandbox-log.ts'

/** The log of what sandboxes begin with, where that is kept: options may be other ones at the next start. */
export const originName = ''

/** The initial state of a storage's sandboxes; undefined when it has none yet. */
export async function readInitialImage(
  storage: LogStorage,
  options?: ReadOptions,
  name = originName,
): Promise<SandboxImage | undefined> {
  const log = await SandboxLog.open(storage, name)
  const image = await imageIn(log, emptyImage, options)

  return log.isEmpty ? undefined : image
}

/** Writes what sandboxes of a storage begin with. */
export async function writeInitialImage(
  storage: LogStorage,
  initial: SandboxImage,
  name = originName,
): Promise<void> {
  const log = await SandboxLog.open(storage, name)

  await log.skip()
  await log.compact(inParts(entriesBetween(emptyImage, initial)))
}

/** A sandbox as its log says. */
export interface ReadSandbox extends LoggedPair {
  readonly sandbox: Sandbox
}

/** Sandboxes as the logs of a storage say. */
export interface ReadSandboxes {
  /** How sandboxes begin. */
  readonly initial: Sandbox
  /** The default one. */
  readonly main: ReadSandbox
  readonly others: readonly ReadSandbox[]
}

/**
 * Reads the sandboxes of a storage.
 *
 * @param initial what they began with
 * @param like how they are set up in everything that logs do not say
 *
 * @throws {LogDamage} when a log is damaged
 */
export async function readLogs(
  storage: LogStorage,
  initial: SandboxImage,
  like: Sandbox,
  options: ReadOptions = {},
): Promise<ReadSandboxes> {
  const main = await readSandbox(storage, defaultSandboxId, initial, like, options)
  const others: ReadSandbox[] = []

  for (const name of await storage.list()) {
    if (name === originName || name === defaultSandboxId) continue

    const read = await readSandbox(storage, name, initial, like, options)

    if (read.log.isEmpty) await read.log.delete()
    else others.push(read)
  }

  return { initial: restored(like, defaultSandboxId, initial), main, others }
}

/** The sandboxes that were read, which from now on are kept. */
export function sandboxesOf(
  { initial, main, others }: ReadSandboxes,
  logs: LogRecorder,
  recorder: Recorder = logs,
  options?: SandboxesOptions,
): Sandboxes {
  for (const read of [main, ...others]) logs.resume(read)

  return new Sandboxes(main.sandbox, options, {
    origin: initial,
    others: others.map(({ sandbox }) => sandbox),
    recorder,
  })
}

/** Reads one sandbox. */
export async function readSandbox(
  storage: LogStorage,
  name: string,
  initial: SandboxImage,
  like: Sandbox,
  options: ReadOptions = {},
): Promise<ReadSandbox> {
  const log = await SandboxLog.open(storage, name)

  return { log, sandbox: restored(like, name, await imageIn(log, initial, options)) }
}

async function imageIn(log: SandboxLog, initial: SandboxImage, options?: ReadOptions): Promise<SandboxImage> {
  const logged = new LoggedSandbox(initial)

  for await (const entries of log.read(options)) {
    for (const entry of entries) await logged.apply(entry)
  }

  return logged.image()
}

/** A sandbox as it was kept, set up in everything else as another one is. */
export function restored(like: Sandbox, id: string, { seed, slots, runtimeState }: SandboxImage): Sandbox {
  const current = slots.get('current')
  const first = slots.get('first')

  if (!current || !first) throw new Error('the log is incomplete')

  const { generator, scenarios } = like
  const { signIns, faults, scenario, defined, ...changed } = runtimeState
  const store = like.store.at(current.state)
  const clock = like.clock.fork()
  const random = new Random(current.random)

  clock.restore(current.clock)

  const sandbox = new Sandbox(
    id,
    { ...like.settings, seed },
    { store, clock, random, generator, snapshots: snapshotsIn(slots), first },
  )

  sandbox.scenarios.copyFrom(scenarios)
  sandbox.runtimeSettings.restore(changed)
  sandbox.signIns.restore(signIns)
  sandbox.faults.restore(faults)
  sandbox.scenarios.restore(scenario, defined, slots.get('before'))

  return sandbox
}

function snapshotsIn(slots: SandboxImage['slots']): Snapshots {
  return new Snapshots(
    new Map(
      Array.from(slots).flatMap(([slot, checkpoint]) =>
        slot.startsWith('snapshot ') ? [[slot.slice('snapshot '.length), checkpoint] as const] : [],
      ),
    ),
  )
}
