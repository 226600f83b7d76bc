import { readDataFile, type DataFile } from '../../model/data-file/data-file.ts'
import { detachEverywhere } from '../../model/relations/relations.ts'
import { inSlices, type Sliced } from '../../model/shared/slices.ts'
import type { DataDraft, DataState } from '../../model/data-tables.ts'
import { systemDefinitions } from '../../seed/domain/system-definitions.ts'
import { fixedEntities } from '../../seed/domain/fixed-entities.ts'
import { resolveConditions } from '../definitions/readable-definition.ts'
import { defaultCreatedBy, defaultCreatedOn } from '../../seed/domain/origin.ts'
import { generateState } from '../../seed/generator/generate-state.ts'
import { beginDraft, commitDraft } from '../../store/draft.ts'
import { isObject, lastSegment, type JsonObject, type Json } from '../../model/shared/json.ts'
import type { SourceRecord } from '../sources/source-records.ts'
import {
  referenceIn,
  type ExternalReference,
  externalEnds,
  externalEntity,
  type ExternalEntity,
} from './external-entity.ts'
import type { Imported, ImportNotes } from '../import-summary.ts'
import { addExternalEntities } from './add-entities.ts'
import { Identities } from './identities.ts'
import { inferDefinitions } from './infer-definitions.ts'
import { Notification } from '../../model/notifications/notification.ts'
import { membersOf } from '../../model/definitions/compiled-definition.ts'
import { OptionList, type OptionValue } from '../../model/definitions/definition.ts'
import { findOption } from '../../model/entities/properties.ts'
import { readableOption } from '../import-option-lists.ts'

interface ParsedSources {
  /** The data in the sandbox's own format, with all definitions and option lists. */
  readonly file: DataFile
  /** Names of the definitions that were given; others may get members that entities have. */
  readonly given: ReadonlySet<unknown>
  /** Entities, relation resources and notifications of other systems. */
  readonly records: readonly SourceRecord[]
  readonly seed: number
}

/** A complete data file of a sandbox with the external entities. */
export async function withExternalEntities(sources: ParsedSources, notes: ImportNotes): Promise<Imported> {
  const { file, seed } = sources
  const base = await generateState({ ...file, entities: file.entities ?? [] }, { seed, count: 0 })
  const draft = beginDraft(base)
  const counts = await inSlices(addTo(draft, sources, notes))
  const state = await inSlices(commitDraft(base, draft))
  const imported = {
    definitions: (file.definitions ?? []).length,
    optionLists: (file.optionLists ?? []).length,
    entities: counts.entities + (file.entities ?? []).length,
    ...(counts.relations > 0 ? { relations: counts.relations } : {}),
    ...(counts.notifications > 0 ? { notifications: counts.notifications } : {}),
  }

  return { file: await inSlices(fileOf(state, file)), summary: notes.summary(imported) }
}

/** Adds external entities with all that they need, and notifications. Returns how many were added. */
function* addTo(
  draft: DataDraft,
  { file, given, records, seed }: ParsedSources,
  notes: ImportNotes,
): Sliced<{ entities: number; relations: number; notifications: number }> {
  const external = yield* externalEntities(records, notes)

  if (given.size > 0) removeFixedContent(draft, file)

  const identities = yield* Identities.of(draft, external, notes)

  yield* inferDefinitions(draft, identities, given, notes)
  yield* extendLists(draft, identities, notes)
  const added = yield* addExternalEntities(draft, identities, seed, notes)

  resolveConditions(draft)

  const ofUsers = records.filter(({ kind }) => kind === 'notifications')

  return { ...added, notifications: yield* addNotifications(draft, ofUsers, identities, notes) }
}

const systemNames = new Set(systemDefinitions.map(({ name }) => name))

/** Removes the fixed content entities, which do not belong to imported data. */
function removeFixedContent(draft: DataDraft, { entities = [] }: DataFile): void {
  const own = new Set(entities.map(({ id }) => id))
  const content = fixedEntities
    .filter(({ id, definition }) => !own.has(id) && !systemNames.has(definition))
    .flatMap(({ id }) => draft.entities.get(id) ?? [])

  detachEverywhere(draft, content)
  for (const { id } of content) draft.entities.delete(id)
}

/** The external entities, with the relations from relation resources. */
function* externalEntities(records: readonly SourceRecord[], notes: ImportNotes): Sliced<ExternalEntity[]> {
  const entities: ExternalEntity[] = []

  for (const record of records) {
    const entity = record.kind === 'entities' ? externalEntity(record, notes) : undefined

    if (entity) entities.push(entity)
    yield
  }

  const byId = new Map(entities.map((entity) => [entity.id, entity]))
  const byIdentifier = new Map(entities.map((entity) => [entity.identifier, entity]))

  for (const { kind, value, place } of records) {
    if (kind !== 'relations') continue
    const { owner, relation } = relationIn(value)
    const entity = owner && (owner.id === undefined ? byIdentifier.get(owner.identifier) : byId.get(owner.id))

    if (entity) entity.ends.push(...externalEnds(relation, value))
    else notes.skipped('A relation of an entity that is not imported.', place)
    yield
  }

  return entities
}

function relationIn({ self }: JsonObject): { owner: ExternalReference | undefined; relation: string } {
  const href = isObject(self) && typeof self.href === 'string' ? self.href : ''

  return { owner: referenceIn(href.replace(/\/relations\/[^/]+$/, '')), relation: lastSegment(href) }
}

function* fileOf(
  { tables: records, sequences }: DataState,
  { seed, random, clock }: DataFile,
): Sliced<DataFile> {
  return yield* readDataFile({
    complete: true,
    seed,
    random,
    clock,
    sequences: Object.fromEntries(sequences),
    ...Object.fromEntries(Object.entries(records).map(([name, table]) => [name, [...table.all()]])),
  })
}

/**
 * Replaces the generated notifications by those of another system. Those of users that are not imported are for everyone.
 * Returns their number.
 */
function* addNotifications(
  draft: DataDraft,
  records: readonly SourceRecord[],
  identities: Identities,
  notes: ImportNotes,
): Sliced<number> {
  const userOf = (link: Json | undefined) => {
    const reference = referenceIn(link)
    const id = reference && (identities.resolve(reference) ?? reference.id)

    return id !== undefined && draft.entities.get(id)?.definition === 'User' ? id : undefined
  }
  let count = 0

  if (records.length > 0) {
    for (const id of Array.from(draft.notifications.keys())) draft.notifications.delete(id)
  }
  for (const { value, place } of records) {
    const { id, notificationtype: type, channels, parameters, created_on: createdOn, user } = value
    const userId = userOf(user)
    const createdBy = userOf(value.created_by) ?? defaultCreatedBy
    const { data } = Notification.safeParse({
      id,
      type,
      userId: userId ?? null,
      channels: (Array.isArray(channels) ? channels : [])
        .filter(isObject)
        .map(({ channelname, is_checked }) => ({ name: channelname, isChecked: is_checked })),
      parameters,
      createdOn: createdOn ?? defaultCreatedOn,
      createdBy,
      modifiedOn: value.modified_on ?? createdOn ?? defaultCreatedOn,
      modifiedBy: userOf(value.modified_by) ?? createdBy,
    })

    if (user !== undefined && userId === undefined) {
      notes.changed('A notification of a user that is not imported is for everyone.', place)
    }
    if (data) {
      draft.notifications.put(data)
      count += 1
    } else notes.skipped('This notification can’t be read.', place)
    yield
  }

  return count
}

/** Adds options that entities use to option lists that lack them. */
function* extendLists(draft: DataDraft, identities: Identities, notes: ImportNotes): Sliced<void> {
  const added = new Map<string, Map<string, OptionValue>>()

  for (const { definition: name, properties } of identities.all.flatMap(({ records }) => records)) {
    const definition = draft.definitions.get(name)

    for (const member of definition ? membersOf(definition) : []) {
      const value = Object.hasOwn(properties, member.name) ? properties[member.name] : undefined

      if (member.type === 'Relation' || !member.datasource || value === undefined) continue
      const options = added.get(member.datasource) ?? new Map<string, OptionValue>()
      const known = draft.optionLists.get(member.datasource)?.values ?? []

      added.set(member.datasource, options)
      for (const option of usedOptions(value)) {
        if (!findOption(known, option.identifier) && !options.has(option.identifier)) {
          options.set(option.identifier, option)
        }
      }
    }
    yield
  }

  for (const [name, options] of added) add(draft, name, [...options.values()], notes)
}

function add(draft: DataDraft, name: string, options: readonly OptionValue[], notes: ImportNotes): void {
  const list = draft.optionLists.get(name) ?? OptionList.parse({ name })

  if (options.length === 0) return
  draft.optionLists.put({ ...list, values: [...list.values, ...options] })
  for (const { identifier } of options) {
    notes.changed(`Options that entities use were added to the option list "${name}".`, identifier)
  }
}

/** The options of a value: objects as in responses, or identifiers; possibly in a list, or by culture. */
function usedOptions(value: Json): OptionValue[] {
  if (typeof value === 'string' && value !== '') return [{ identifier: value, labels: {} }]
  if (Array.isArray(value)) return value.flatMap(usedOptions)
  if (!isObject(value)) return []
  const { identifier, labels = null } = value

  return identifier === undefined
    ? Object.values(value).flatMap(usedOptions)
    : readableOption({ identifier, labels })
}
