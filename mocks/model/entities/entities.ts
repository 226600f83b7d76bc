import type { CompiledDefinition } from '../definitions/compiled-definition.ts'
import { compiledDefinition } from './compiled-definition-of.ts'
import type { Entity } from './entity.ts'
import type { EntityChange, EntityInput } from './entity-input.ts'
import { FailureList, InvalidRequest } from '../shared/errors.ts'
import { suggestion } from '../shared/suggestion.ts'
import { checkMandatory, checkUnique, cultureCode, mergeProperties, uniqueValuesOf } from './properties.ts'
import { definitionNameOf, findByIdentifier } from './references.ts'
import { publicLinkValues } from '../files/public-links.ts'
import { applyRelations, ownRelations } from '../relations/relation-input.ts'
import type { Data, DataDraft } from '../tables.ts'

/** The context of a change: the user, the time, and the source of new ids. */
export interface Author {
  readonly userId: number
  /** ISO 8601 UTC. */
  readonly now: string
  /** The culture that takes a plain value of a multi-language property. */
  readonly culture?: string | undefined
  newIdentifier(): string
}

/** The next number that no entity has. */
export function freshEntityId(draft: DataDraft): number {
  return draft.numbers.next('entity', (number) => draft.entities.has(number))
}

/**
 * An identifier that no entity has. A random source that was rewound without the data, as when a restore is undone,
 * repeats identifiers.
 */
export function freshIdentifier(data: Data, author: Author): string {
  let identifier = author.newIdentifier()

  while (findByIdentifier(data, identifier)) identifier = author.newIdentifier()

  return identifier
}

export interface Saved {
  readonly entity: Entity
  /** Whether the body's `identifier` led to an upsert. */
  readonly byIdentifier: boolean
}

/** Creates an entity, or updates the one that the body's `id` or `identifier` names (interface 4.2.1). */
export function saveEntity(draft: DataDraft, input: EntityInput, author: Author): Saved {
  // Existing clients send 0, others a negative number, for "new".
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
      id: `"${input.identifier}" is entity ${byIdentifier.id}, which can't become entity ${id}.`,
    })
  }

  const existing = byId ?? byIdentifier
  const entity = existing
    ? upsertEntity(draft, existing, input, author)
    : createEntity(draft, { ...input, id }, author)

  return { entity, byIdentifier: Boolean(input.identifier) && id === undefined }
}

/** Changes an entity by PUT: the properties that the body names (interface 4.1.4), and its own relation resources. */
export function updateEntity(draft: DataDraft, entity: Entity, change: EntityChange, author: Author): Entity {
  const failures = new FailureList()
  const { properties } = change
  const relations = ownRelations(entity.id, change.relations, failures)

  return write(draft, entity, { properties, relations }, author, failures)
}

/** @throws {InvalidRequest} when the body's definition is not the entity's */
export function checkSameDefinition(
  data: Data,
  entity: Entity,
  { entitydefinition }: Pick<EntityInput, 'entitydefinition'>,
): void {
  if (!entitydefinition) return
  const named = definitionNameOf(data, entitydefinition.href)

  if (named !== entity.definition) {
    throw new InvalidRequest({
      entitydefinition: `Entity ${entity.id} is of definition "${entity.definition}", which can't be changed.`,
    })
  }
}

function upsertEntity(draft: DataDraft, existing: Entity, input: EntityInput, author: Author): Entity {
  checkSameDefinition(draft, existing, input)

  const renamed = { ...existing, identifier: input.identifier || existing.identifier }

  return write(draft, renamed, input, author)
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

function write(
  draft: DataDraft,
  before: Entity,
  input: Pick<EntityInput, 'properties' | 'relations'> & { cultures?: EntityInput['cultures'] },
  author: Author,
  failures = new FailureList(),
): Entity {
  const compiled = compiledDefinition(draft, before.definition)
  const cultures = [...before.cultures, ...(input.cultures ?? [])]

  checkCulture(author.culture)

  const merged = mergeProperties(
    draft,
    compiled,
    { before: before.properties, input: input.properties ?? {}, culture: author.culture },
    failures,
  )
  const properties = publicLinkValues(compiled, merged, author)
  const entity: Entity = {
    ...before,
    cultures: writtenCultures(compiled, cultures, properties, author.culture),
    properties,
    uniqueValues: uniqueValuesOf(compiled, properties),
    version: before.version + 1,
    modifiedOn: author.now,
    modifiedBy: author.userId,
  }

  checkMandatory(compiled, properties, failures)
  checkUnique(draft, entity, failures)
  draft.entities.put(entity)
  applyRelations(draft, { entityId: entity.id, compiled }, input.relations ?? {}, failures)
  failures.throwIfAny()

  return draft.entities.get(entity.id) ?? entity
}

/** @throws {InvalidRequest} when what the query calls a culture is none */
function checkCulture(culture: string | undefined): void {
  if (culture === undefined || cultureCode.test(culture)) return

  throw new InvalidRequest({
    culture: `Expected one culture code such as "en-US", not "${culture.slice(0, 60)}".`,
  })
}

/** Every culture the entity has a value in, the ones it had first. */
export function writtenCultures(
  compiled: CompiledDefinition,
  known: readonly string[],
  properties: Entity['properties'],
  culture: string | undefined,
): string[] {
  const used = compiled.multilanguage.flatMap(({ name }) =>
    Object.hasOwn(properties, name) ? Object.keys(properties[name] ?? {}) : [],
  )

  return [...new Set([...known, ...used, ...(culture ? [culture] : [])])]
}
