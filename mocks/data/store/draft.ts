import { Sequences, type Draft, type Specs, type State } from './state.ts'
import { runSync, type Sliced } from './time-slice.ts'
import { Table, TableDraft } from './table.ts'

/** The state of tables without records. */
export function emptyState<S extends Specs>(specs: S): State<S> {
  const tables = Object.entries(specs).map(([name, spec]) => [name, new Table(spec)])

  return { tables: Object.fromEntries(tables) as State<S>['tables'], sequences: new Map() } // a table for each spec
}

/** Begins a change of a state, which itself never changes. */
export function beginDraft<S extends Specs>({ tables, sequences }: State<S>): Draft<S> {
  const draft: Record<string, TableDraft | Sequences> = { sequences: new Sequences(sequences) }

  for (const name in tables) draft[name] = new TableDraft(tables[name])

  return draft as unknown as Draft<S> // a draft for each table
}

/**
 * The state after the changes of a draft; the same one if nothing has changed. Yields after each record.
 *
 * @param before the state that the draft began with
 * @param areValid whether the records that were written are valid by construction
 *
 * @throws {z.ZodError} when a record does not match the schema of its table
 */
export function* commitDraft<S extends Specs>(
  before: State<S>,
  draft: Draft<S>,
  areValid = false,
): Sliced<State<S>> {
  const drafts: Readonly<Record<string, TableDraft>> = draft
  let { tables } = before

  for (const name in tables) {
    const next = yield* drafts[name]?.commit(areValid) ?? []

    if (next !== tables[name]) tables = { ...tables, [name]: next }
  }

  const sequences = draft.sequences.lastUsed

  return tables === before.tables && sequences === before.sequences ? before : { tables, sequences }
}

/** Applies a rule to a state. Returns the state after it and its result; if the rule throws, there is none. */
export function change<S extends Specs, R>(
  before: State<S>,
  rule: (draft: Draft<S>) => R,
  areValid = false,
): { state: State<S>; result: R } {
  const draft = beginDraft(before)
  const result = rule(draft)

  return { state: runSync(commitDraft(before, draft, areValid)), result }
}
