import { entityInput, type GivenEntity } from '../../client/entity-types.ts'
import type { EntityDefinition, OptionList } from '../../data/model/definitions/definition.ts'
import type { DefinitionName } from '../../data/model/definitions/typed-definitions.ts'
import { saveEntity } from '../../data/model/entities/entities.ts'
import type { Entity } from '../../data/model/entities/entity.ts'
import { EntityInput } from '../../data/model/entities/entity-input.ts'
import type { Component } from '../../data/model/health/component.ts'
import type { Notification } from '../../data/model/notifications/notification.ts'
import { loadExpressionEngine } from '../../data/model/shared/regular-expressions.ts'
import { checked } from '../../data/model/shared/validation-messages.ts'
import { findUser } from '../../data/model/users/users.ts'
import type { TableReader, Key } from '../../data/store/table.ts'
import type { Sandbox } from '../../sandbox/sandbox.ts'
import { RecordCollection, type Source } from './record-collection.ts'
import { frozen } from './record-paths.ts'

/** An entity with its values and the ids of its related entities; frozen. */
export type EntityRecord = Omit<Entity, 'uniqueValues'>

/** A new entity, as for `give()`. */
export interface NewEntity extends GivenEntity {
  readonly definition: DefinitionName
  readonly cultures?: readonly string[]
}

/** The records of a sandbox as collections of `@msw/data`. Entities can be created; the others are read and observed. */
export interface Collections {
  readonly entities: RecordCollection<EntityRecord, NewEntity>
  readonly definitions: RecordCollection<EntityDefinition>
  readonly optionLists: RecordCollection<OptionList>
  readonly notifications: RecordCollection<Notification>
  readonly components: RecordCollection<Component>
}

export function collectionsIn(sandbox: Sandbox): Collections {
  const tables = () => sandbox.newest.data.tables
  const collections = {
    entities: new RecordCollection(entitySource(sandbox)),
    definitions: new RecordCollection(tableSource(() => tables().definitions, 'name')),
    optionLists: new RecordCollection(tableSource(() => tables().optionLists, 'name')),
    notifications: new RecordCollection(tableSource(() => tables().notifications, 'id')),
    components: new RecordCollection(tableSource(() => tables().components, 'path')),
  }
  const byTable = Object.entries<Pick<RecordCollection<object>, 'hooks' | 'announce'>>(collections)

  sandbox.history.onChange(({ change }) => {
    for (const [name, collection] of byTable)
      if (collection.hooks.listenerCount() > 0)
        collection.announce(change.changes.filter(({ table }) => table === name))
  })

  return collections
}

/** Records that are read as they are stored. */
function tableSource<T extends object>(
  table: () => Pick<TableReader<T>, 'size' | 'get' | 'all'>,
  key: keyof T & string,
): Source<T, never> {
  return {
    size: () => table().size,
    candidates: ({ [key]: value }) =>
      typeof value === 'string' || typeof value === 'number' ? [table().get(value)] : table().all(),
    recordOf: (stored) => frozen(stored) as T, // of this table
    keyOf: (record) => record[key] as Key, // by declaration of the table
    create() {
      throw new TypeError(
        'Only entities can be created. Other records are changed by requests: fetch(), setHealth(), import.',
      )
    },
  }
}

function entitySource(sandbox: Sandbox): Source<EntityRecord, NewEntity> {
  const table = () => sandbox.newest.data.tables.entities
  const records = new WeakMap<object, EntityRecord>()

  return {
    size: () => table().size,
    *candidates({ id, identifier, definition }) {
      if (typeof id === 'number') yield table().get(id)
      else if (typeof identifier === 'string') yield table().find('identifier', identifier)
      else if (typeof definition === 'string')
        for (const key of table().group('definition', definition).keys()) yield table().get(key)
      else yield* table().all()
    },
    recordOf(stored) {
      const known = records.get(stored)

      if (known) return known

      const { uniqueValues, ...members } = stored as Entity // of this table
      const record = frozen<EntityRecord>(members)

      records.set(stored, record)

      return record
    },
    keyOf: ({ id }) => id,
    async create(values) {
      await loadExpressionEngine()

      const created = sandbox.change((draft) => {
        const author = {
          userId: findUser(draft, writer)?.id ?? 0,
          now: draft.clock.timestamp(),
          newIdentifier: () => draft.random.identifier(),
        }

        return values.map(({ definition, cultures, ...given }) => {
          const input = { ...entityInput<string>(definition, given), cultures }

          return saveEntity(draft, checked(EntityInput, input), author)
        })
      }, writer)

      await sandbox.whenStored

      return created
    },
  }
}

/** The user who writes, as for verbs. */
const writer = 'admin'
