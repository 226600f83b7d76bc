import { z } from 'zod'
import { ApiError } from '../../data/model/shared/errors.ts'
import { labelCases } from '../../data/model/health/component.ts'
import type { DataState } from '../../data/model/data-tables.ts'
import { emptyState } from '../../data/store/draft.ts'
import type { Draft, State } from '../../data/store/state.ts'
import { defineTable } from '../../data/store/table.ts'
import { Fault, faultSeed } from '../faults/fault-rule.ts'
import { StoredMessage } from '../messages/stored-message.ts'
import { DefinedScenario } from '../scenarios/scenario.ts'
import { validationLevels, type SandboxSettings } from '../sandbox-settings.ts'
import { ClockSetting } from '../time/clock.ts'

/** Everything that a sandbox knows and that outlives it. It never changes: a change makes the next one. */
export interface SandboxState {
  readonly data: DataState
  readonly control: Control
  readonly runtime: RuntimeState
  readonly checkpoints: Checkpoints
}

/** What a sandbox knows besides records, as plain JSON. */
export const Control = z.object({
  /** The integer that determines everything random in it. */
  seed: z.number(),
  /** The position of its random source. */
  random: z.number(),
  clock: ClockSetting,
  /** The user for requests without credentials, none if the name is null; null: as the settings say. */
  actingUser: z.object({ name: z.string().nullable() }).nullable(),
  /** The letter case of labels in status resources. */
  labelCase: z.enum(labelCases),
  /** The treatment of invalid and ignored parts of requests; null: as the settings say. */
  validation: z.enum(validationLevels).nullable(),
  /** The position of the random source of faults. */
  faultRandom: z.number(),
  /** Scenarios that were defined at run time. */
  definedScenarios: z.array(DefinedScenario),
  /** Hosts that messages may be sent to, besides those of the settings. */
  receivers: z.array(z.string()),
})
export type Control = Readonly<z.infer<typeof Control>>

/** What a sandbox knows before anything has changed. */
export function initialControl(seed: number): Control {
  return {
    seed,
    random: seed,
    clock: { mode: 'real', offset_ms: 0 },
    ...controlAfterReset,
    faultRandom: faultSeed(seed),
    definedScenarios: [],
    receivers: [],
  }
}

/** The members of `Control` that a reset restores. */
export const controlAfterReset = { actingUser: null, labelCase: 'documented', validation: null } as const

/** A token, or a code to get tokens with, that was issued in a sandbox, which is valid only there. */
const Token = z.object({
  /** They are numbered in the order in which they were issued. */
  number: z.int(),
  token: z.string(),
  userId: z.number(),
  /** When it expires: milliseconds since 1970. Null for a refresh token, which ends when it is used. */
  expires: z.number().nullable(),
  /** Of a code: what it was requested with, of which the challenge (PKCE) is optional, and whether it was used. */
  code: z
    .object({ redirectUri: z.string(), challenge: z.string().nullable(), isUsed: z.boolean() })
    .optional(),
  /** Of a token that follows from a code: the code's number, and whether the client has shown no secret. */
  origin: z.object({ code: z.int(), isPublic: z.boolean() }).optional(),
})
export type Token = z.infer<typeof Token>

/** A time in milliseconds since 1970 as a text that sorts like it, for all years of a clock. */
export function sortableTime(time: number): string {
  return String(2e15 + time)
}

/** Tables of what changes often and belongs to no data: an undo, a snapshot or an export leaves it out. */
export const runtimeTables = {
  /** In the order in which they are matched. */
  faults: defineTable({
    schema: Fault,
    key: (fault: Fault) => fault.order,
    unique: { id: (fault: Fault) => [fault.id] },
  }),
  tokens: defineTable({
    schema: Token,
    key: ({ number }: Token) => number,
    unique: { token: ({ token }: Token) => [token] },
    groups: {
      expires: ({ expires }: Token) => (expires === null ? [] : [sortableTime(expires)]),
      code: ({ origin }: Token) => (origin ? [String(origin.code)] : []),
    },
  }),
  /** Messages to receivers. */
  messages: defineTable({
    schema: StoredMessage,
    key: ({ number }: StoredMessage) => number,
    groups: { state: ({ state }: StoredMessage) => [state] },
  }),
}
export type RuntimeState = State<typeof runtimeTables>
export type RuntimeDraft = Draft<typeof runtimeTables>

export const emptyRuntime: RuntimeState = emptyState(runtimeTables)

/** The data of a sandbox at one moment, which a reset or a snapshot restores. Taking one copies nothing. */
export interface Checkpoint {
  readonly data: DataState
  /** The position of the random source, so that the same values follow each time. */
  readonly random: number
  readonly clock: ClockSetting
  /** When it was taken, ISO 8601 UTC on the sandbox's clock. */
  readonly at: string
}

export const EnteredScenario = z.object({
  name: z.string(),
  stepsLeft: z.number(),
  /** Requests counted for the next step. */
  seen: z.number(),
  /** The acting user when it was entered. */
  userBefore: z.string().nullable(),
})
export type EnteredScenario = Readonly<z.infer<typeof EnteredScenario>>

export interface Checkpoints {
  /** The one that a reset restores. */
  readonly baseline: Checkpoint
  /** The active scenario, with the data when it was entered. */
  readonly scenario: (EnteredScenario & { readonly before: Checkpoint }) | undefined
  /** Snapshots by name, the oldest first. */
  readonly snapshots: ReadonlyMap<string, Checkpoint>
}

const maxSnapshots = 200

/**
 * Saves a checkpoint under a name, replacing a snapshot of that name.
 *
 * @throws {ApiError} 409 when there are too many
 */
export function withSnapshot(checkpoints: Checkpoints, name: string, checkpoint: Checkpoint): Checkpoints {
  const { snapshots } = withoutSnapshot(checkpoints, name)

  if (snapshots.size >= maxSnapshots) {
    throw new ApiError(
      409,
      `A sandbox has ${maxSnapshots} snapshots at most. Delete one: DELETE /__sandbox/snapshots/{name}.`,
    )
  }

  return { ...checkpoints, snapshots: new Map([...snapshots, [name, checkpoint]]) }
}

export function withoutSnapshot(checkpoints: Checkpoints, name: string): Checkpoints {
  return {
    ...checkpoints,
    snapshots: new Map([...checkpoints.snapshots].filter(([other]) => other !== name)),
  }
}

export function checkpointOf(
  { data, control }: Pick<SandboxState, 'data' | 'control'>,
  at: string,
): Checkpoint {
  return { data, random: control.random, clock: control.clock, at }
}

/** A sandbox, or a change of it: what it knows, and its settings. */
export interface SandboxOrDraft {
  readonly control: Control
  readonly checkpoints: Checkpoints
  readonly settings: Pick<SandboxSettings, 'auth' | 'validate' | 'scenarios' | 'webhooks' | 'webhookHosts'>
}

/** Name of the user for requests without credentials; null to reject such requests. */
export function actingUserOf({ control: { actingUser }, settings }: SandboxOrDraft): string | null {
  return actingUser ? actingUser.name : defaultUser(settings)
}

/** The members of `Control` for another acting user. */
export function actingAs(name: string | null, { settings }: SandboxOrDraft): Pick<Control, 'actingUser'> {
  return { actingUser: name === defaultUser(settings) ? null : { name } }
}

function defaultUser({ auth }: SandboxOrDraft['settings']): string | null {
  return auth === 'required' ? null : defaultUserName
}

/** The user for requests without credentials, unless another one is chosen. */
export const defaultUserName = 'editor'

/** The treatment of invalid and ignored parts of requests. */
export function validationOf({ control, settings }: SandboxOrDraft): SandboxSettings['validate'] {
  return control.validation ?? settings.validate
}

/** Whether a change of data or faults adds or replaces records, and no table has fewer of them. */
export function changesButShrinksNoTable(before: SandboxState, { data, runtime }: SandboxState): boolean {
  if (data === before.data && runtime.tables.faults === before.runtime.tables.faults) return false

  return !isSmaller(data.tables, before.data.tables) && !isSmaller(runtime.tables, before.runtime.tables)
}

/** Whether there is a table with fewer records than before. */
function isSmaller<T extends Readonly<Record<string, { readonly size: number }>>>(
  tables: T,
  before: T,
): boolean {
  return Object.entries(before).some(([name, { size }]) => (tables[name]?.size ?? 0) < size)
}

/** The parts of a sandbox that a recorder reads. */
export interface RecordedSandbox {
  readonly id: string
  /** The newest stored state. */
  readonly state: SandboxState
}

/** Stores sandboxes so that they outlive the process. The state is stored when a call resolves. */
export interface ChangeRecorder {
  /**
   * Creates the log of a sandbox. One that was created by its first use gets it with its first change instead.
   *
   * @throws to reject the sandbox
   */
  createLog(sandbox: RecordedSandbox): Promise<void>
  /** Deletes the log of a sandbox that is deleted or has expired. @throws to prevent the deletion */
  deleteLog(sandbox: RecordedSandbox): Promise<void>
  /**
   * Stores the next state of a sandbox, which becomes visible when this resolves.
   *
   * @throws to reject the changes since the state before
   */
  record(sandbox: RecordedSandbox, next: SandboxState): Promise<void>
}

/** Sends the messages of sandboxes. Where there is none, as in a page, nothing is sent. */
export interface MessageSender<Sandbox> {
  /** Why no message may be sent to a URL; undefined if it may: nothing leaves to where nobody has allowed it. */
  refusal(url: string, sandbox: SandboxOrDraft): string | undefined
  /** Sends what is due. Called when something may have become due. */
  wake(sandbox: Sandbox): void
  /** Breaks off what is being sent. It is sent again when the sandbox wakes up the next time. */
  rest(sandbox: Sandbox): void
}
