import type { LabelCase } from '../../model/health/component.ts'
import { tables, type DataState } from '../../model/tables.ts'
import type { ClockSetting } from '../../sandbox/clock.ts'
import type { Sandbox } from '../../sandbox/sandbox.ts'
import type { IssuedTokens } from '../../sandbox/sign-ins.ts'
import { ChangeSet } from '../../store/change-set.ts'
import { Store } from '../../store/store.ts'
import type { Key } from '../../store/table-spec.ts'
import { Database } from './database.ts'

/** A record that is not as the sandbox began with it; without `record` it is gone. */
export interface KeptRecord {
  readonly table: string
  readonly key: Key
  readonly record?: object | undefined
}

/** Everything of a sandbox beside its records. */
export interface KeptSettings {
  readonly random: number
  readonly clock: ClockSetting
  readonly sequences: readonly (readonly [sequence: string, last: number])[]
  readonly actingUser: string | null
  readonly labelCase?: LabelCase
  readonly signIns: IssuedTokens
}

/**
 * Keeps in the browser what changed since a sandbox began: a write costs as much as what it changed, whatever the size
 * of the data.
 */
export class KeptChanges {
  readonly #database: Database
  readonly #sandbox: Sandbox
  readonly #first: DataState
  #saved: DataState
  #savedSettings: string
  #lastSave: Promise<void> = Promise.resolve()

  private constructor(database: Database, sandbox: Sandbox, first: DataState) {
    this.#database = database
    this.#sandbox = sandbox
    this.#first = first
    this.#saved = sandbox.store.state
    this.#savedSettings = JSON.stringify(settingsOf(sandbox))
  }

  /** Opens what was kept under a name, and brings a sandbox that just began to where it was. */
  static async open(name: string, sandbox: Sandbox): Promise<KeptChanges> {
    const database = await Database.open(name)
    const first = sandbox.store.state
    const [records, settings] = await database.read()

    if (settings) {
      await sandbox.putBack(
        { ...sandbox.moment(), ...settings, state: await stateWith(first, records, settings) },
        { kind: 'restore' },
        { clock: true },
      )
      sandbox.actingUser = settings.actingUser
      sandbox.labelCase = settings.labelCase ?? 'documented'
      sandbox.signIns.restore(settings.signIns)
    }

    return new KeptChanges(database, sandbox, first)
  }

  /** Resolves when everything that has changed so far is kept. Saves take turns. */
  save(): Promise<void> {
    this.#lastSave = this.#lastSave.then(() => this.#write())

    return this.#lastSave
  }

  close(): void {
    this.#database.close()
  }

  async #write(): Promise<void> {
    const { state } = this.#sandbox.store
    const settings = settingsOf(this.#sandbox)
    const settingsText = JSON.stringify(settings)

    if (state === this.#saved && settingsText === this.#savedSettings) return

    const { changes } = new ChangeSet(this.#saved, state, { kind: 'change' })
    const changed = changes.map(({ table, key, after }) => ({ table, key, record: after }))

    await this.#database.write(
      changed.filter((change) => !this.#isAsFirst(change)),
      changed.filter((change) => this.#isAsFirst(change)),
      settings,
    )
    this.#saved = state
    this.#savedSettings = settingsText
  }

  #isAsFirst({ table, key, record }: KeptRecord): boolean {
    const first: { get(key: Key): object | undefined } | undefined =
      this.#first.tables[table as keyof DataState['tables']] // names of the first state's own tables

    return first?.get(key) === record
  }
}

function settingsOf({ store, random, clock, actingUser, labelCase, signIns }: Sandbox): KeptSettings {
  return {
    random: random.position,
    clock: clock.setting,
    sequences: [...store.state.sequences],
    actingUser,
    labelCase,
    signIns: signIns.issued,
  }
}

async function stateWith(
  first: DataState,
  records: readonly KeptRecord[],
  { sequences }: KeptSettings,
): Promise<DataState> {
  const store = new Store(tables, first)

  await store.change((draft) => {
    const drafts: Readonly<Record<string, unknown>> = draft

    for (const { table, key, record } of records) {
      const written = drafts[table] as { put(record: object): void; delete(key: Key): void } // as it was kept from

      if (record) written.put(record)
      else written.delete(key)
    }
    for (const [sequence, last] of sequences) draft.numbers.startAt(sequence, last)
  })

  return store.state
}
