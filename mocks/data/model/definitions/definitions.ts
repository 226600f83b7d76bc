import { compileDefinition, propertyMembersOf, relationsOf, withRelations } from './compiled-definition.ts'
import {
  MemberGroup,
  type EntityDefinition,
  type Member,
  type PropertyMember,
  type RelationMember,
  type Role,
} from './definition.ts'
import type { Entity } from '../entities/entity.ts'
import { entitiesOf } from '../entities/references.ts'
import { ApiError, FailureList, type FailureSink } from '../shared/errors.ts'
import { uniqueValueIn, uniqueKeysOf } from '../entities/properties.ts'
import { setRelated } from '../relations/relations.ts'
import type { Sliced } from '../shared/slices.ts'
import type { Data, DataDraft } from '../data-tables.ts'
import {
  loadExpressionEngine,
  maxExpressionSizes,
  sizeOfExpression,
  uncheckedExpressionMessage,
} from '../shared/regular-expressions.ts'
import { suggestion } from '../shared/suggestion.ts'
import { namingMembers } from './unknown-fields.ts'

/**
 * Adds definitions that may refer to one another, and both ends of their relations. An existing definition with the
 * same name is replaced.
 *
 * @throws {InvalidRequest} with every problem, and the names of the definition and member
 */
export function addDefinitions(draft: DataDraft, definitions: readonly EntityDefinition[]): void {
  const failures = new FailureList()

  for (const [index, definition] of definitions.entries()) {
    const sameId = draft.definitions.find('id', String(definition.id))

    if (sameId && sameId.name !== definition.name) {
      failures.add(`definitions.${index}.id`, `${definition.id} is already the id of "${sameId.name}".`)
    } else draft.definitions.put(definition)
  }
  for (const [index, definition] of definitions.entries())
    checkMembers(draft, definition, namingMembers(failures, definition), `definitions.${index}.`)
  failures.throwIfAny()

  for (const { name } of definitions) addOtherEnds(draft, name)
}

/** Adds a definition, and the other ends of its relations. */
export function createDefinition(draft: DataDraft, definition: EntityDefinition): void {
  const failures = new FailureList()

  if (draft.definitions.has(definition.name)) {
    failures.add('name', `There is already a definition "${definition.name}".`)
  }
  if (draft.definitions.find('id', String(definition.id))) {
    failures.add('id', `There is already a definition with id ${definition.id}.`)
  }

  checkMembers(draft, definition, failures)
  failures.throwIfAny()
  draft.definitions.put(definition)
  addOtherEnds(draft, definition.name)
}

/**
 * Replaces a definition. Values and references of removed members are removed. The type of a property can't change while
 * entities have values of it.
 */
export function* replaceDefinition(
  draft: DataDraft,
  before: EntityDefinition,
  after: EntityDefinition,
): Sliced<void> {
  const failures = new FailureList()
  const entities = entitiesOf(draft, before.name)

  if (after.name !== before.name)
    failures.add('name', `A definition can't be renamed: it is "${before.name}".`)
  checkMembers(draft, after, failures)
  checkTypeChanges(before, after, entities, failures)
  failures.throwIfAny()

  for (const relation of relationsOf(before)) {
    if (!hasRelation(after, relation)) yield* removeRelation(draft, before, relation)
  }

  draft.definitions.put({ ...after, id: before.id })
  addOtherEnds(draft, before.name)
  for (const { id } of entities) {
    migrate(draft, after, id, failures)
    yield
  }
  failures.throwIfAny()
}

/** @throws {ApiError} 409 while there are entities of the definition, or when it belongs to the system */
export function* deleteDefinition(draft: DataDraft, definition: EntityDefinition): Sliced<void> {
  const { size } = draft.entities.group('definition', definition.name)

  if (size > 0) throw new ApiError(409, `"${definition.name}" has entities (${size}): delete them first.`)
  if (definition.is_system_owned) throw new ApiError(409, `"${definition.name}" belongs to the system.`)

  for (const relation of relationsOf(definition)) yield* removeRelation(draft, definition, relation)
  draft.definitions.delete(definition.name)
}

function checkTypeChanges(
  before: EntityDefinition,
  after: EntityDefinition,
  entities: readonly Entity[],
  failures: FailureList,
): void {
  const old = compileDefinition(before).properties

  for (const [name, property] of compileDefinition(after).properties) {
    const previous = old.get(name)

    if (!previous || isSameType(previous, property)) continue
    if (entities.some((entity) => Object.hasOwn(entity.properties, name))) {
      failures.add(name, `"${name}" has values, so its type can't change. Remove the values first.`)
    }
  }
}

function isSameType(a: PropertyMember, b: PropertyMember): boolean {
  return (
    a.type === b.type &&
    a.is_multilanguage === b.is_multilanguage &&
    a.is_multivalue === b.is_multivalue &&
    (a.datasource ?? null) === (b.datasource ?? null)
  )
}

/** Removes values of removed members, and reindexes unique properties. */
function migrate(draft: DataDraft, definition: EntityDefinition, id: number, failures: FailureList): void {
  const entity = draft.entities.get(id)
  const compiled = compileDefinition(definition)

  if (!entity) return

  const kept = Object.entries(entity.properties).filter(
    ([name]) => compiled.properties.get(name)?.name === name,
  )
  const properties = Object.fromEntries(kept)
  const uniqueValues = uniqueKeysOf(compiled, properties)
  const duplicate = uniqueValues.find(
    (key) => (draft.entities.find('propertyValue', key) ?? entity).id !== id,
  )

  if (duplicate !== undefined) {
    const [, property, value] = uniqueValueIn(duplicate)

    failures.add(
      property,
      `"${property}" can't be unique: entities share the value ${JSON.stringify(value)}.`,
    )
  }
  if (
    kept.length < Object.keys(entity.properties).length ||
    uniqueValues.join() !== entity.uniqueValues.join()
  ) {
    draft.entities.put({ ...entity, properties, uniqueValues })
  }
}

/** Adds the other ends of a definition's relations to their definitions. */
function addOtherEnds(draft: DataDraft, name: string): void {
  const definition = draft.definitions.get(name)

  if (definition) for (const relation of relationsOf(definition)) addOtherEnd(draft, definition, relation)
}

function addOtherEnd(draft: DataDraft, definition: EntityDefinition, member: RelationMember): void {
  const other = draft.definitions.get(member.associated_entitydefinition)

  if (!other || relationsOf(other).some((end) => end.name === member.name && end.role !== member.role)) return

  const otherEnd: RelationMember = {
    ...member,
    role: member.role === 'Parent' ? 'Child' : 'Parent',
    associated_entitydefinition: definition.name,
    labels: member.associated_labels,
    associated_labels: member.labels,
    // These are about the given end only.
    helptext: {},
    is_conditional: false,
    conditions: [],
    can_trigger_conditional_members: false,
    nested_properties: [],
  }

  draft.definitions.put(withMember(other, otherEnd))
}

function withMember(definition: EntityDefinition, member: Member): EntityDefinition {
  const [first = MemberGroup.parse({ name: 'Main' }), ...others] = definition.member_groups

  return { ...definition, member_groups: [{ ...first, members: [...first.members, member] }, ...others] }
}

/** Removes a relation at both ends, with its references. */
function* removeRelation(
  draft: DataDraft,
  definition: EntityDefinition,
  member: RelationMember,
): Sliced<void> {
  const ends = compileDefinition(definition).relations.get(member.name) ?? []

  for (const { id } of entitiesOf(draft, definition.name)) {
    for (const end of ends) setRelated(draft, id, end, [])
    yield
  }

  const other = draft.definitions.get(member.associated_entitydefinition)

  if (other) draft.definitions.put(withRelations(other, ({ name }) => name !== member.name))
}

/** Of a self-referencing relation either end is enough, since the other is added. */
function hasRelation(definition: EntityDefinition, member: RelationMember): boolean {
  const isWithItself = member.associated_entitydefinition === definition.name

  return relationsOf(definition).some(
    (other) =>
      other.name === member.name &&
      (other.role === member.role || isWithItself) &&
      other.cardinality === member.cardinality &&
      other.associated_entitydefinition === member.associated_entitydefinition,
  )
}

/** Checks the members of a definition against each other and against the other definitions. */
export function checkMembers(
  data: Data,
  definition: EntityDefinition,
  failures: FailureSink,
  prefix = '',
): void {
  const seen = new Map<string, 'property' | Role[]>()
  let sizes = 0

  for (const [g, group] of definition.member_groups.entries()) {
    for (const [m, member] of group.members.entries()) {
      const path = `${prefix}member_groups.${g}.members.${m}`
      const previous = seen.get(member.name)
      const roles = Array.isArray(previous) ? previous : []
      // A definition may have both ends of a self-referencing relation.
      const isOtherEnd = member.type === 'Relation' && !roles.includes(member.role) && previous !== 'property'

      if (previous && !isOtherEnd) failures.add(`${path}.name`, `There is another member "${member.name}".`)
      seen.set(member.name, member.type === 'Relation' ? [...roles, member.role] : 'property')

      if (member.type === 'Relation') checkRelation(data, definition, member, path, failures)
      else if (member.datasource && !data.optionLists.has(member.datasource)) {
        failures.add(`${path}.datasource`, `The option list "${member.datasource}" does not exist.`)
      }
      if (member.type !== 'Relation' && member.validation_expression) {
        sizes += checkExpression(
          member.validation_expression,
          sizes,
          `${path}.validation_expression`,
          failures,
        )
      }
    }
  }
}

/** Adds a failure when an expression is too large, or with those before it; returns its size. */
function checkExpression(expression: string, before: number, path: string, failures: FailureSink): number {
  const size = sizeOfExpression(expression)
  const { one, all } = maxExpressionSizes

  if (size > one || before + size > all) {
    failures.add(
      path,
      `The expression is too large: with its counts multiplied out it has ${size} characters and classes; ${one} are possible, and ${all} in all expressions of a definition. Use smaller counts.`,
    )
  }

  return size
}

function checkRelation(
  data: Data,
  definition: EntityDefinition,
  member: RelationMember,
  path: string,
  failures: FailureSink,
): void {
  const associated = member.associated_entitydefinition

  if (associated !== definition.name && !data.definitions.has(associated)) {
    failures.add(
      `${path}.associated_entitydefinition`,
      `The definition "${associated}" does not exist.`,
      () => suggestion(associated, data.definitions.keys()),
    )
  }

  const other = associated === definition.name ? definition : data.definitions.get(associated)
  const otherEnd =
    other && relationsOf(other).find((end) => end.name === member.name && end.role !== member.role)

  if (otherEnd && otherEnd.associated_entitydefinition !== definition.name) {
    failures.add(
      `${path}.name`,
      `"${member.name}" relates "${associated}" to "${otherEnd.associated_entitydefinition}".`,
    )
  } else if (otherEnd && otherEnd.cardinality !== member.cardinality) {
    failures.add(`${path}.cardinality`, `"${member.name}" is ${otherEnd.cardinality} at its other end.`)
  }
}

/** The properties whose `validation_expression` is not enforced, each with its path in the definition and the reason. */
export async function uncheckedExpressions({ member_groups }: Pick<EntityDefinition, 'member_groups'>) {
  if (propertyMembersOf({ member_groups }).some(({ validation_expression }) => validation_expression))
    await loadExpressionEngine()

  return member_groups.flatMap(({ members }, group) =>
    members.flatMap((member, index) => {
      const expression = member.type === 'Relation' ? '' : member.validation_expression
      const message = expression ? uncheckedExpressionMessage(expression) : undefined
      const place = ['member_groups', group, 'members', index, 'validation_expression']

      return message ? [{ property: member.name, message, place }] : []
    }),
  )
}
