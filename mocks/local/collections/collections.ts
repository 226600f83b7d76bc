import { findUser } from '../../data/model/users/users.ts'
import { checked } from '../../data/model/shared/validation-messages.ts'
import { compiledDefinitionOf } from '../../data/model/definitions/compiled-definition.ts'
import type { EntityDefinition } from '../../data/model/definitions/definition.ts'
import type { OptionList } from '../../data/model/definitions/option-list.ts'
import type { DefinitionName } from '../../data/model/definitions/typed-definitions.ts'
import { deleteEntities, saveEntity, type Author } from '../../data/model/entities/entities.ts'
import type { Entity } from '../../data/model/entities/entity.ts'
import { EntityInput } from '../../data/model/entities/entity-input.ts'
import { entitiesWithIds } from '../../data/model/entities/references.ts'
import type { Component } from '../../data/model/health/component.ts'
import type { Notification } from '../../data/model/notifications/notification.ts'
import { InvalidRequest, NotFound } from '../../data/model/shared/errors.ts'
import { isObject, type JsonObject } from '../../data/model/shared/json.ts'
import { loadRegularExpressions } from '../../data/model/shared/regular-expressions.ts'
import type { Data, DataDraft } from '../../data/model/tables.ts'
import type { Key } from '../../data/store/table-spec.ts'
import { entityInput, type GivenEntity } from '../../client/entities.ts'
import type { Sandbox } from '../../sandbox/sandbox.ts'
import { RecordCollection, type ReadTable, type Source } from './record-collection.ts'
import { differencesOf, frozen } from './record-paths.ts'

/** An entity with its values and the ids of its related entities; frozen. */
export type EntityRecord = Omit<Entity, 'uniqueValues'>

/** A new entity, as for `give()`. */
export interface NewEntity extends GivenEntity {
  readonly definition: DefinitionName
  readonly cultures?: readonly string[]
}

/** The records of a sandbox as collections of `@msw/data`. Entities can be written; the others are read and observed. */
export class Collections {
  readonly entities: RecordCollection<EntityRecord, NewEntity>
  readonly definitions: RecordCollection<EntityDefinition>
  readonly optionLists: RecordCollection<OptionList>
  readonly notifications: RecordCollection<Notification>
  readonly components: RecordCollection<Component>

  /** @internal */
  constructor(sandbox: Sandbox) {
    this.entities = new RecordCollection(new EntitySource(sandbox))
    this.definitions = new RecordCollection(new ReadOnlySource(() => dataOf(sandbox).definitions, 'name'))
    this.optionLists = new RecordCollection(new ReadOnlySource(() => dataOf(sandbox).optionLists, 'name'))
    this.notifications = new RecordCollection(new ReadOnlySource(() => dataOf(sandbox).notifications, 'id'))
    this.components = new RecordCollection(new ReadOnlySource(() => dataOf(sandbox).components, 'path'))

    const { entities, definitions, optionLists, notifications, components } = this
    const byTable = { entities, definitions, optionLists, notifications, components }
    const collections = Object.entries<Pick<RecordCollection<object>, 'hooks' | 'announce'>>(byTable)

    sandbox.history.onChange(({ change }) => {
      for (const [name, collection] of collections) {
        if (collection.hooks.listenerCount() > 0)
          collection.announce(change.changes.filter(({ table }) => table === name))
      }
    })
  }
}

/** The newest data, whether they are stored or not. */
function dataOf(sandbox: Sandbox): Data {
  return sandbox.newest.data.tables
}

class ReadOnlySource<T extends object> implements Source<T, never> {
  readonly indexed: { readonly key: string }
  readonly #table: () => ReadTable

  constructor(table: () => ReadTable, key: keyof T & string) {
    this.#table = table
    this.indexed = { key }
  }

  get table(): ReadTable {
    return this.#table()
  }

  recordOf(stored: object): T {
    return frozen(stored) as T // of this table
  }

  keyOf(record: T): Key {
    return Reflect.get(record, this.indexed.key) as Key
  }

  create(): never {
    throw new TypeError(readOnly)
  }

  update(): never {
    throw new TypeError(readOnly)
  }

  delete(): never {
    throw new TypeError(readOnly)
  }
}

const readOnly =
  'Only entities can be written as a collection. Change other records by their routes: fetch(), setHealth(), import.'

/** Members of an entity that the sandbox sets. */
const setBySandbox = ['id', 'version', 'createdOn', 'createdBy', 'modifiedOn', 'modifiedBy'] as const

class EntitySource implements Source<EntityRecord, NewEntity> {
  readonly indexed = { key: 'id', unique: 'identifier', group: 'definition' }
  readonly #sandbox: Sandbox
  readonly #records = new WeakMap<object, EntityRecord>()

  constructor(sandbox: Sandbox) {
    this.#sandbox = sandbox
  }

  get table(): ReadTable {
    return dataOf(this.#sandbox).entities
  }

  recordOf(stored: object): EntityRecord {
    let record = this.#records.get(stored)

    if (!record) {
      const { uniqueValues, ...members } = stored as Entity // of this table

      record = frozen<EntityRecord>(members)
      this.#records.set(stored, record)
    }

    return record
  }

  keyOf({ id }: EntityRecord): Key {
    return id
  }

  async create(values: readonly NewEntity[]): Promise<readonly Entity[]> {
    return this.#change((draft, author) =>
      values.map(({ definition, cultures, ...given }) =>
        save(draft, { ...entityInput<string>(definition, given), cultures }, author),
      ),
    )
  }

  async update(
    changes: readonly { readonly before: EntityRecord; readonly after: EntityRecord }[],
  ): Promise<readonly Entity[]> {
    return this.#change((draft, author) =>
      changes.map(({ before, after }) =>
        save(draft, { ...changedMembers(draft, before, after), cultures: after.cultures }, author),
      ),
    )
  }

  delete(records: readonly EntityRecord[]): void {
    this.#sandbox.change(
      (draft) =>
        deleteEntities(
          draft,
          entitiesWithIds(
            draft,
            records.map(({ id }) => id),
          ),
        ),
      writer,
    )
  }

  async #change<R>(rule: (draft: DataDraft, author: Author) => R): Promise<R> {
    await loadRegularExpressions()

    const result = this.#sandbox.change(
      (draft) =>
        rule(draft, {
          userId: findUser(draft, writer)?.id ?? 0,
          now: draft.clock.timestamp(),
          newIdentifier: () => draft.random.identifier(),
        }),
      writer,
    )

    await this.#sandbox.stored

    return result
  }
}

/** The user who writes, as for verbs. */
const writer = 'admin'

function save(draft: DataDraft, input: unknown, author: Author): Entity {
  return saveEntity(draft, checked(EntityInput, input), author)
}

/** The body of the request that makes the changes of a record; it has only what differs. */
function changedMembers(data: Data, before: EntityRecord, after: EntityRecord): object {
  const { id, definition } = before
  const isSet = setBySandbox.find((name) => before[name] !== after[name])

  if (isSet) throw new InvalidRequest({ [isSet]: `"${isSet}" can't be changed: the sandbox sets it.` })
  if (!data.entities.has(id)) throw new NotFound(`Entity ${id} was not found.`)

  const { properties } = compiledDefinitionOf(data, definition)

  return entityInput<string>(after.definition, {
    id,
    ...(after.identifier === before.identifier ? {} : { identifier: after.identifier }),
    properties: changed(before.properties, after.properties, (was, is = null, name) =>
      // Cultures are merged, so those without a value any more are named.
      properties.get(name)?.is_multilanguage && isObject(was) && isObject(is)
        ? { ...emptied(was), ...is }
        : is,
    ),
    relations: changed(before.relations, after.relations, (was = {}, is = {}) => ({
      ...(was.parents || is.parents ? { parents: is.parents ?? [] } : {}),
      ...(was.children || is.children ? { children: is.children ?? [] } : {}),
    })),
  })
}

/** The members that differ, with the values that a request has for them. */
function changed<T, R>(
  before: Readonly<Record<string, T>>,
  after: Readonly<Record<string, T>>,
  valueOf: (was: T | undefined, is: T | undefined, name: string) => R,
): Record<string, R> {
  const names = new Set(Array.from(differencesOf(before, after), ({ path }) => String(path[0])))

  return Object.fromEntries(Array.from(names, (name) => [name, valueOf(before[name], after[name], name)]))
}

function emptied(values: JsonObject): JsonObject {
  return Object.fromEntries(Object.keys(values).map((name) => [name, null]))
}
