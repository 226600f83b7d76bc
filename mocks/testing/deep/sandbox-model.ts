import type { Model, Step } from './linearizable.ts'

/** Identifiers of the notes that requests are about. The first two exist at the start, with the ids 5000 and 5001. */
export const names = ['a', 'b', 'c'] as const
export type Name = (typeof names)[number]

/** Values of a unique property. */
export const codes = ['A', 'B', 'C', 'D', 'F'] as const

/** An entity with a text that no other write has. */
export interface Note {
  readonly id: number
  readonly text: string
  readonly code: string
}

type Notes = { readonly [name in Name]?: Note | undefined }

interface Data {
  readonly notes: Notes
  readonly lastId: number
}

/** A change that can be undone or redone. */
interface Change {
  readonly sequence: number
  readonly kind: 'change' | 'reset'
  readonly before: Data
  readonly after: Data
}

/** A token of each kind, issued together. */
export interface Tokens {
  readonly access: string
  readonly refresh: string
}

/** What one sandbox knows, as far as the requests of this test see it. */
export interface KnownState {
  readonly data: Data
  /** The last change, as its event describes it: sequence, kind, ids of its entities. */
  readonly event: string
  readonly sequence: number
  readonly done: readonly Change[]
  readonly undone: readonly Change[]
  /** Faults that each fail one unlucky request, in the order in which they are matched. */
  readonly faults: readonly { readonly id: string; readonly hits: number }[]
  readonly lastFault: number
  readonly access: readonly string[]
  readonly refresh: readonly string[]
}

const seededNotes = {
  a: { id: 5000, text: 'first a', code: 'A' },
  b: { id: 5001, text: 'first b', code: 'B' },
}
const seeded: Data = { notes: seededNotes, lastId: 5001 }

/** The data of the sandbox, as its options name them. */
export const noteOptions = {
  machineClock: () => 0,
  data: {
    definitions: [
      {
        name: 'Note',
        member_groups: [
          {
            name: 'Main',
            members: [
              { type: 'String' as const, name: 'Text' },
              { type: 'String' as const, name: 'Code', is_unique: true },
            ],
          },
        ],
      },
    ],
    entities: Object.entries(seededNotes).map(([identifier, { id, text, code }]) => ({
      definition: 'Note',
      id,
      identifier,
      properties: { Text: text, Code: code },
    })),
  },
}

const initial: KnownState = {
  data: seeded,
  event: '',
  sequence: 0,
  done: [],
  undone: [],
  faults: [],
  lastFault: 0,
  access: [],
  refresh: [],
}

/** @param events the events of all changes, in the order in which they were sent */
export function modelWith(events: readonly string[]): Model<KnownState> {
  return {
    initial,
    keyOf: ({ data, done, undone, ...rest }) =>
      JSON.stringify([data, [...done, ...undone].map(({ sequence, before }) => [sequence, before]), rest]),
    mayFollow: (before, { sequence, event }) =>
      sequence === before.sequence || events[sequence - 1] === event,
  }
}

/** What a storage has of a state, as one text. What was counted may be stored later. */
export function storedPartOf({ data: { notes }, faults, access, refresh }: KnownState): string {
  return storedText({ notes, faults: faults.map(({ id }) => id), access, refresh })
}

interface StoredPart extends Pick<KnownState, 'access' | 'refresh'> {
  readonly notes: Notes
  readonly faults: readonly string[]
}

export function storedText({ notes, faults, access, refresh }: StoredPart): string {
  const found = names.map((name) => {
    const note = notes[name]

    return note ? `${name}: ${note.id} ${note.text} ${note.code}` : `no ${name}`
  })

  return [...found, ...faults, ...access.toSorted(), ...refresh.toSorted()].join('; ')
}

export const reads = (isRight: (state: KnownState) => boolean): Step<KnownState> => ({ reads: isRight })
export const changes = (change: (state: KnownState) => KnownState | undefined): Step<KnownState> => ({
  changes: change,
})

/** Whether a write with this code is rejected, since another note has it. */
export function isTaken({ data: { notes } }: KnownState, name: Name, code: string): boolean {
  return names.some((other) => other !== name && notes[other]?.code === code)
}

/** The state after a note was written, or deleted. A new note gets the next id. */
export function withNote(state: KnownState, name: Name, values: Omit<Note, 'id'> | undefined): KnownState {
  const { notes, lastId } = state.data
  const id = notes[name]?.id ?? lastId + 1
  const note = values && { id, text: values.text, code: values.code }
  const data = { notes: { ...notes, [name]: note }, lastId: note ? Math.max(lastId, id) : lastId }

  return withChange(state, data, 'change')
}

/** The state after a reset: the data of the start, no faults, no tokens. */
export function afterReset(state: KnownState): KnownState {
  return { ...withChange(state, seeded, 'reset'), faults: [], lastFault: 0, access: [], refresh: [] }
}

function withChange(state: KnownState, data: Data, kind: Change['kind']): KnownState {
  const sequence = state.sequence + 1
  const change = { sequence, kind, before: state.data, after: data }

  return { ...withEvent(state, data, kind), done: [...state.done, change], undone: [] }
}

/** The state after the last change was undone; undefined when there is none. */
export function undone(state: KnownState): KnownState | undefined {
  const change = state.done.at(-1)

  return (
    change && {
      ...withEvent(state, change.before, 'undo'),
      done: state.done.slice(0, -1),
      undone: [...state.undone, change],
    }
  )
}

/** The state after the change was redone that was undone last; undefined when there is none. */
export function redone(state: KnownState): KnownState | undefined {
  const change = state.undone.at(-1)

  return (
    change && {
      ...withEvent(state, change.after, 'redo'),
      done: [...state.done, change],
      undone: state.undone.slice(0, -1),
    }
  )
}

function withEvent(state: KnownState, data: Data, kind: string): KnownState {
  const sequence = state.sequence + 1
  const ids = names.flatMap((name) => {
    const [before, after] = [state.data.notes[name], data.notes[name]]

    return [before, after].flatMap((note) => (note && before?.text !== after?.text ? [note.id] : []))
  })

  return { ...state, data, sequence, event: eventText(sequence, kind, ids) }
}

export function eventText(sequence: number, kind: string, ids: readonly number[]): string {
  return `${sequence} ${kind} ${[...new Set(ids)].toSorted((one, other) => one - other).join()}`
}

/** The state after a fault was added, which is matched before the others. */
export function withFault(state: KnownState): KnownState {
  const lastFault = state.lastFault + 1

  return { ...state, lastFault, faults: [{ id: `fault-${lastFault}`, hits: 0 }, ...state.faults] }
}

/** The fault that the next unlucky request meets. */
export function nextFault({ faults }: KnownState): string | undefined {
  return faults.find(({ hits }) => hits === 0)?.id
}

/** The state after an unlucky request met this fault; undefined when it can't. */
export function afterHit(state: KnownState, id: string): KnownState | undefined {
  if (nextFault(state) !== id) return undefined

  return { ...state, faults: state.faults.map((fault) => (fault.id === id ? { id, hits: 1 } : fault)) }
}

/** The state after tokens were issued, instead of a refresh token that may be used once; undefined when it can't. */
export function withTokens(state: KnownState, issued: Tokens, redeemed?: string): KnownState | undefined {
  const { access, refresh } = state

  if (access.includes(issued.access) || (redeemed !== undefined && !refresh.includes(redeemed))) {
    return undefined
  }

  return {
    ...state,
    access: [...access, issued.access],
    refresh: [...refresh.filter((token) => token !== redeemed), issued.refresh],
  }
}
