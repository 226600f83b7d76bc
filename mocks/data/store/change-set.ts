import { compareTrees } from './tree.ts'
import type { Specs, State } from './state.ts'
import type { Table, Key, RecordChange } from './table.ts'

/** The reason for a change: a request that writes, or another state put in place of the current one. */
export const changeKinds = ['change', 'reset', 'restore', 'import', 'undo', 'redo'] as const
export type ChangeKind = (typeof changeKinds)[number]

/** Why the data changed, and at whose request. */
interface ChangeCause {
  readonly kind: ChangeKind
  /** Name of the user who requested the change. */
  readonly by?: string | undefined
}

/** The difference between two states, with its cause. */
export class ChangeSet<S extends Specs = Specs> {
  readonly before: State<S>
  readonly after: State<S>
  readonly cause: ChangeCause
  #changes: readonly TableChange<S>[] | undefined

  constructor(before: State<S>, after: State<S>, cause: ChangeCause) {
    this.before = before
    this.after = after
    this.cause = cause
  }

  /**
   * The records that differ, table by table in key order. Computed on first use, so that a reset takes constant time.
   */
  get changes(): readonly TableChange<S>[] {
    this.#changes ??= Object.keys(this.before.tables).flatMap((table) =>
      differences(this.before.tables[table], this.after.tables[table]).map((change) => ({
        ...change,
        table,
      })),
    )

    return this.#changes
  }
}

type TableChange<S extends Specs = Specs> = RecordChange & { readonly table: keyof S & string }

/**
 * The records in which two versions of a table differ. Nodes that the versions share are skipped.
 *
 * @param limit the search stops once there are more changes than this
 */
export function differences<K extends Key>(
  before: Table<object, K> | undefined,
  after: Table<object, K> | undefined,
  limit = Infinity,
): RecordChange[] {
  const changes: RecordChange[] = []

  if (!before || !after || before === after) return changes

  const add = (key: Key, from: object | undefined, to: object | undefined) => {
    changes.push({ key, before: from, after: to })

    return changes.length > limit ? { break: true } : undefined
  }

  compareTrees(
    before.parts.records,
    after.parts.records,
    (key, record) => add(key, record, undefined),
    (key, record) => add(key, undefined, record),
    add,
  )

  return changes.sort((a, b) => (a.key < b.key ? -1 : 1))
}
