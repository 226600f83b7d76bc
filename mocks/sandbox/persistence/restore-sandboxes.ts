import { areEqual, crc32 } from '../../data/model/shared/bytes.ts'
import { messageOf } from '../../data/model/shared/errors.ts'
import { Sandbox } from '../sandbox.ts'
import { defaultSandboxId } from '../sandbox-id.ts'
import { Sandboxes, type SandboxesOptions, type SetAside } from '../sandboxes.ts'
import type { ChangeRecorder, SandboxState } from '../state/sandbox-state.ts'
import { stepsBetween, inBatches } from './log-step.ts'
import type { LogRecorder } from './log-recorder.ts'
import { LogDamage, nameOfLog, Unrestorable, type LogStorage } from './log-storage.ts'
import { LogReplay } from './log-replay.ts'
import { SandboxLog, type ReadOptions } from './sandbox-log.ts'

/** Shorter texts are not worth a look-up. */
const minLength = 1000

/** Lets equal long texts and bytes share their memory, as those of copies did before they were stored and read again. */
export class SharedValues {
  readonly #texts = new Map<string, string>()
  /** By length and the checksum of their beginning. */
  readonly #bytes = new Map<string, Uint8Array>()

  /** Equal bytes that were passed before, or these. */
  readonly share = (bytes: Uint8Array): Uint8Array => {
    const same = known(this.#bytes, `${bytes.length} ${crc32(bytes.subarray(0, minLength))}`, bytes)

    return areEqual(same, bytes) ? same : bytes
  }

  /** Replaces long texts in a value that was read from JSON by equal ones that were read before. */
  shareIn(value: unknown): void {
    if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return

    // Read from JSON, so all members are its own.
    const members = value as Record<string, unknown>

    for (const name in members) {
      const member = members[name]

      if (typeof member !== 'string') this.shareIn(member)
      else if (member.length >= minLength) members[name] = known(this.#texts, member, member)
    }
  }
}

/** The value of a key, which is the given one if there was none. */
function known<T>(values: Map<string, T>, key: string, value: T): T {
  const first = values.get(key) ?? value

  values.set(key, first)

  return first
}

/** Name of the log with the initial state. It is stored because options may differ at the next start. */
const initialLogName = ''

/** The initial state of a storage's sandboxes; undefined when it has none yet. */
export async function readInitialState(
  storage: LogStorage,
  options?: ReadOptions,
  name = initialLogName,
): Promise<SandboxState | undefined> {
  const log = await SandboxLog.open(storage, name)
  const replay = await replayOf(log, undefined, options)

  return log.isEmpty ? undefined : stateOf(replay, name)
}

export async function writeInitialState(
  storage: LogStorage,
  initial: SandboxState,
  name = initialLogName,
): Promise<void> {
  const log = await SandboxLog.open(storage, name)

  await log.findExtentAndCleanUp()
  await log.compact(inBatches(stepsBetween(undefined, initial)))
}

/**
 * Reads the sandboxes of a storage. One that can't be restored is set aside, so that the others can be used.
 *
 * @param initial the state that their logs start from
 * @param template provides what logs do not contain: settings except the seed, configured scenarios, machine clock,
 *   generator
 */
export async function restoreSandboxes(
  storage: LogStorage,
  initial: SandboxState,
  template: Sandbox,
  options: ReadOptions = {},
) {
  const shared = new SharedValues()
  const unrestored = new Map<string, SetAside>()
  const read = async (name: string) => {
    try {
      return await restoreSandbox(storage, name, initial, template, options, shared)
    } catch (error) {
      if (!(error instanceof LogDamage || error instanceof Unrestorable)) throw error
      unrestored.set(name, setAside(storage, name, error))

      return undefined
    }
  }
  /** The sandbox that new ones are forked from. */
  const fresh = sandboxWith(template, defaultSandboxId, initial)
  const defaultSandbox = (await read(defaultSandboxId)) ?? {
    sandbox: fresh.fork(defaultSandboxId),
    log: await SandboxLog.open(storage, defaultSandboxId),
  }
  const others: (typeof defaultSandbox)[] = []

  for (const name of await storage.list()) {
    if (name === initialLogName || name === defaultSandboxId) continue

    const restored = await read(name)

    if (restored?.log.isEmpty) await restored.log.delete()
    else if (restored) others.push(restored)
  }

  return { initial: fresh, defaultSandbox, others, setAside: unrestored }
}

/** What a sandbox is set aside with. It is discarded whatever its log contains. */
export function setAside(storage: LogStorage, name: string, { message }: Error): SetAside {
  return {
    reason: message,
    async discard() {
      const log = await storage.open(name)

      for await (const { part, number } of log.read()) await log.remove(part, number, number + 1)
    },
  }
}

/**
 * Creates `Sandboxes` from those that were read, and records their changes.
 *
 * @param recorder what the sandboxes report to, if not `logRecorder` itself
 */
export function sandboxesOf(
  { initial, defaultSandbox, others, setAside }: Awaited<ReturnType<typeof restoreSandboxes>>,
  logRecorder: LogRecorder,
  recorder: ChangeRecorder = logRecorder,
  options?: SandboxesOptions,
): Sandboxes {
  for (const restored of [defaultSandbox, ...others]) {
    if (!setAside.has(restored.sandbox.id)) logRecorder.continueLog(restored)
  }

  return new Sandboxes(defaultSandbox.sandbox, options, {
    initial,
    others: others.map(({ sandbox }) => sandbox),
    setAside,
    recorder,
  })
}

/** Reads one sandbox. */
export async function restoreSandbox(
  storage: LogStorage,
  name: string,
  initial: SandboxState,
  template: Sandbox,
  options: ReadOptions = {},
  shared?: SharedValues,
) {
  const log = await SandboxLog.open(storage, name)
  const replay = await replayOf(log, initial, options, shared)

  return { log, sandbox: sandboxWith(template, name, await stateOf(replay, name)) }
}

/** @throws {Unrestorable} when something in a log can't be restored */
async function restoring<R>(log: string, work: () => R | Promise<R>): Promise<R> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof LogDamage) throw error
    throw new Unrestorable(`${nameOfLog(log)} can't be restored: ${messageOf(error)}`, { cause: error })
  }
}

async function replayOf(
  log: SandboxLog,
  initial: SandboxState | undefined,
  options?: ReadOptions,
  shared = new SharedValues(),
): Promise<LogReplay> {
  const replay = new LogReplay(initial)

  for await (const steps of log.readAndCleanUp({ ...options, share: shared.share })) {
    shared.shareIn(steps)
    for (const step of steps) await restoring(log.name, () => replay.apply(step))
  }

  return replay
}

/** @throws {LogDamage} when the log of this name has lost what every sandbox has */
async function stateOf(replay: LogReplay, log: string): Promise<SandboxState> {
  const state = await restoring(log, () => replay.state())

  if (!state) throw new LogDamage(log, 'it has no current state or no baseline')

  return state
}

/** A sandbox with a stored state, and everything else of a template. */
export function sandboxWith(template: Sandbox, id: string, state: SandboxState): Sandbox {
  const { settings, clock, generator } = template

  return new Sandbox(id, settings, { state, clock, generator })
}
