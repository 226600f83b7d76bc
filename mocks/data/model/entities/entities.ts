import { culturesOf } from '../definitions/cultures.ts'
import { type CompiledDefinition, compiledDefinitionOf } from '../definitions/compiled-definition.ts'
import type { Entity } from './entity.ts'
import { definitionNameOf, findByIdentifier } from './references.ts'
import type { EntityUpdate, EntityInput } from './entity-input.ts'
import { FailureList, InvalidRequest } from '../shared/errors.ts'
import { asKnown } from '../shared/letter-case.ts'
import { suggestion } from '../shared/suggestion.ts'
import { checkMandatory, checkUnique, cultureCode, mergeProperties, uniqueKeysOf } from './properties.ts'
import { withPublicLinkDefaults } from '../files/public-links.ts'
import { applyRelations, ownRelations } from '../relations/relation-input.ts'
import type { Data, DataDraft } from '../data-tables.ts'
import { detachEverywhere } from '../relations/relations.ts'

/** The context of a change: the user, the time, and the source of new ids. */
export interface Author {
  readonly userId: number
  /** ISO 8601 UTC. */
  readonly now: string
  /** The culture of plain values given for multi-language properties. */
  readonly culture?: string | undefined
  newIdentifier(): string
}

/** The next version of an entity, which the author modifies. */
export function nextVersionOf(entity: Entity, { now, userId }: Pick<Author, 'now' | 'userId'>): Entity {
  return { ...entity, version: entity.version + 1, modifiedOn: now, modifiedBy: userId }
}

/** The audit members of a definition, an option list or a policy that the author modifies. */
export function auditOf({ now, userId }: Pick<Author, 'now' | 'userId'>) {
  return { modified_on: now, modified_by: userId }
}

export function freshEntityId(draft: DataDraft): number {
  return draft.sequences.next('entity', (number) => draft.entities.has(number))
}

/**
 * An unused identifier. The random source repeats identifiers when it is reset without the data, for example when a
 * restore is undone.
 */
export function freshIdentifier(data: Data, author: Author): string {
  let identifier = author.newIdentifier()

  while (findByIdentifier(data, identifier)) identifier = author.newIdentifier()

  return identifier
}

/** Creates an entity, or updates the one with the `id` or `identifier` of the body (interface 4.2.1). */
export function saveEntity(draft: DataDraft, input: EntityInput, author: Author): Entity {
  // For a new entity, existing clients send 0 or a negative number.
  const id = input.id !== undefined && input.id > 0 ? input.id : undefined
  const byId = id === undefined ? undefined : draft.entities.get(id)
  const byIdentifier = input.identifier ? findByIdentifier(draft, input.identifier) : undefined

  if (byId && byIdentifier && byId !== byIdentifier) {
    throw new InvalidRequest({
      identifier: `"${input.identifier}" is entity ${byIdentifier.id}, but the body's id is ${byId.id}.`,
    })
  }
  if (byIdentifier && id !== undefined && !byId) {
    throw new InvalidRequest({
      id: `"${input.identifier}" is entity ${byIdentifier.id}, whose id can't change to ${id}.`,
    })
  }

  const existing = byId ?? byIdentifier

  if (!existing) return createEntity(draft, { ...input, id }, author)
  checkSameDefinition(draft, existing, input)

  return write(draft, { ...existing, identifier: input.identifier || existing.identifier }, input, author)
}

/** Updates the given properties of an entity (interface 4.1.4), and relations given as resources of this entity. */
export function updateEntity(draft: DataDraft, entity: Entity, update: EntityUpdate, author: Author): Entity {
  const failures = new FailureList()
  const { properties } = update
  const relations = ownRelations(entity.id, update.relations, failures)

  return write(draft, entity, { properties, relations }, author, failures)
}

/** @throws {InvalidRequest} when the body has another definition than the entity */
export function checkSameDefinition(
  data: Data,
  entity: Entity,
  { entitydefinition }: Pick<EntityInput, 'entitydefinition'>,
): void {
  if (entitydefinition && definitionNameOf(data, entitydefinition.href) !== entity.definition) {
    throw new InvalidRequest({
      entitydefinition: `Entity ${entity.id} is of definition "${entity.definition}", which can't be changed.`,
    })
  }
}

function createEntity(draft: DataDraft, input: EntityInput, author: Author): Entity {
  if (!input.entitydefinition) {
    throw new InvalidRequest({ entitydefinition: 'A new entity needs a link to its entity definition.' })
  }

  const name = definitionNameOf(draft, input.entitydefinition.href)
  const definition = name === undefined ? undefined : draft.definitions.get(name)

  if (!definition) {
    throw new InvalidRequest({
      entitydefinition:
        `"${input.entitydefinition.href}" is not a link to an entity definition that exists. ${suggestion(
          name ?? '',
          Array.from(draft.definitions.all(), (each) => each.name),
        )}`.trimEnd(),
    })
  }

  const before: Entity = {
    id: input.id ?? freshEntityId(draft),
    identifier: input.identifier || freshIdentifier(draft, author),
    definition: definition.name,
    cultures: [],
    properties: {},
    relations: {},
    uniqueValues: [],
    version: 0,
    createdOn: author.now,
    createdBy: author.userId,
    modifiedOn: author.now,
    modifiedBy: author.userId,
  }

  return write(draft, before, input, author)
}

/** @throws {InvalidRequest} when the culture in the query is not a culture code */
function write(
  draft: DataDraft,
  before: Entity,
  input: Pick<EntityInput, 'properties' | 'relations'> & { cultures?: EntityInput['cultures'] },
  author: Author,
  failures = new FailureList(),
): Entity {
  const compiled = compiledDefinitionOf(draft, before.definition)
  const cultures = [...before.cultures, ...culturesOf(draft)]
  const culture = author.culture && asKnown(author.culture, cultures)
  const given = (input.cultures ?? []).map((each) => asKnown(each, cultures))

  if (culture !== undefined && !cultureCode.test(culture)) {
    throw new InvalidRequest({
      culture: `Expected one culture code such as "en-US", not "${culture.slice(0, 60)}".`,
    })
  }

  const change = { before: before.properties, input: input.properties ?? {}, culture, cultures }
  const merged = mergeProperties(draft, compiled, change, failures)
  const properties = withPublicLinkDefaults(compiled, merged, author)
  const written = culturesAfterWrite(compiled, [...before.cultures, ...given], properties, culture)
  const isWithoutCulture = written.length === 0 && before.version === 0
  const entity: Entity = {
    ...nextVersionOf(before, author),
    cultures: isWithoutCulture ? culturesOf(draft).slice(0, 1) : written,
    properties,
    uniqueValues: uniqueKeysOf(compiled, properties),
  }

  checkMandatory(compiled, properties, failures)
  checkUnique(draft, entity, failures)
  draft.entities.put(entity)
  applyRelations(draft, { entityId: entity.id, compiled }, input.relations ?? {}, failures)
  failures.throwIfAny()

  return draft.entities.get(entity.id) ?? entity
}

/** The previous cultures of an entity, then the others that it has a value in. */
export function culturesAfterWrite(
  compiled: CompiledDefinition,
  previous: readonly string[],
  properties: Entity['properties'],
  culture: string | undefined,
): string[] {
  const used = compiled.multilanguage.flatMap(({ name }) =>
    Object.hasOwn(properties, name) ? Object.keys(properties[name] ?? {}) : [],
  )

  return [...new Set([...previous, ...used, ...(culture ? [culture] : [])])]
}

/** Deletes entities, with their files, their roles and every reference to them. */
export function deleteEntities(draft: DataDraft, entities: readonly Entity[]): void {
  detachEverywhere(draft, entities)
  for (const { id } of entities) {
    draft.files.delete(id)
    draft.roles.delete(id)
    draft.entities.delete(id)
  }
}
