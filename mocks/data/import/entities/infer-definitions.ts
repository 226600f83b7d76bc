import { membersOf, propertyMembersOf, relationKeyOf } from '../../model/definitions/compiled-definition.ts'
import {
  EntityDefinition,
  PropertyMember,
  RelationMember,
  OptionList,
  type Member,
  type PropertyType,
  type Cardinality,
} from '../../model/definitions/definition.ts'
import { addDefinitions } from '../../model/definitions/definitions.ts'
import { type Json, isObject, type JsonObject } from '../../model/shared/json.ts'
import type { Sliced } from '../../model/shared/slices.ts'
import type { DataDraft } from '../../model/data-tables.ts'
import type { ImportNotes } from '../import-summary.ts'
import type { ExternalEntity } from './external-entity.ts'
import type { Identities } from './identities.ts'
import { cultureCode, isOfType } from '../../model/entities/properties.ts'
import { appendTo } from '../../model/shared/maps.ts'
import type { RelationKey } from '../../model/definitions/typed-definitions.ts'

/**
 * Infers the missing definitions of entities from their values. A built-in definition of that name gets additional
 * members.
 *
 * @param given names of the imported definitions, which are unchanged
 */
export function* inferDefinitions(
  draft: DataDraft,
  identities: Identities,
  given: ReadonlySet<unknown>,
  notes: ImportNotes,
): Sliced<void> {
  const byDefinition = new Map<string, ExternalEntity[]>()

  for (const record of identities.all.flatMap(({ records }) => records)) {
    appendTo(byDefinition, record.definition, record)
    yield
  }

  const relations = yield* inferredRelations(draft, identities)
  const inferred = [...byDefinition.keys()]
    .filter((name) => !given.has(name) && isDefinitionName(name))
    .flatMap((name) => {
      const known = draft.definitions.get(name)
      const used = new Set(known ? membersOf(known).map((member) => member.name) : [])
      const properties = Array.from(valuesOf(byDefinition.get(name) ?? []), ([property, values]) =>
        inferredProperty(property, values, `${name}.${property}`),
      )
      const members = [...properties, ...(relations.get(name) ?? [])].filter(
        (member) => !used.has(member.name),
      )

      if (known && members.length === 0) return []
      notes.changed(textFor(name, known, members), name)

      return [known ? extended(known, members) : created(draft, name, members)]
    })

  for (const { datasource } of inferred.flatMap(propertyMembersOf)) {
    if (datasource && !draft.optionLists.has(datasource)) {
      draft.optionLists.put(OptionList.parse({ name: datasource }))
    }
  }
  addDefinitions(draft, inferred)
}

function valuesOf(records: readonly ExternalEntity[]): Map<string, Json[]> {
  const values = new Map<string, Json[]>()

  for (const { properties } of records) {
    for (const [property, value] of Object.entries(properties)) {
      const others = values.get(property) ?? []

      values.set(property, others)
      if (value !== null) others.push(value)
    }
  }
  for (const property of values.keys()) if (!isMemberName(property)) values.delete(property)

  return values
}

function textFor(name: string, known: EntityDefinition | undefined, members: readonly Member[]): string {
  const names = members.map((member) => member.name).join(', ')

  if (!known) return `"${name}" has no definition: it was inferred from its entities.`

  return `"${name}" gets members that its entities have: ${names}.`
}

function extended(definition: EntityDefinition, members: Member[]): EntityDefinition {
  const { member_groups } = EntityDefinition.parse({
    ...definition,
    member_groups: [...definition.member_groups, { name: 'Imported', members }],
  })

  return { ...definition, member_groups }
}

function created(draft: DataDraft, name: string, members: Member[]): EntityDefinition {
  const id = draft.sequences.next(
    'definition',
    (number) => draft.definitions.find('id', String(number)) !== undefined,
  )

  return EntityDefinition.parse({ id, name, member_groups: [{ name: 'Main', members }] })
}

function inferredProperty(name: string, values: readonly Json[], listName: string): PropertyMember {
  const isMultilanguage = values.length > 0 && values.every(isCultureMap)
  const plain = isMultilanguage ? values.flatMap((value) => Object.values(value)) : values
  const given = plain.filter((value) => value !== null)
  const isMultivalue = given.length > 0 && given.every((value) => Array.isArray(value))
  const single = isMultivalue ? given.flat() : given
  const isOption = single.length > 0 && single.every(isOptionValue)
  const [first = 'String', ...others] = isOption ? [] : single.map(typeOf)

  return PropertyMember.parse({
    name,
    labels: {},
    type: others.reduce(common, first),
    is_multilanguage: isMultilanguage,
    is_multivalue: isMultivalue,
    ...(isOption ? { datasource: listName } : {}),
  })
}

/** Responses have `{}` for an empty multi-language property. */
function isCultureMap(value: Json): value is JsonObject {
  return isObject(value) && Object.keys(value).every((key) => cultureCode.test(key) && key.includes('-'))
}

/** Whether a value is an option of a response: `{ "identifier": "main", "labels": {...} }`. */
function isOptionValue(value: Json): value is JsonObject & { identifier: string } {
  return (
    isObject(value) &&
    typeof value.identifier === 'string' &&
    Object.keys(value).every((key) => ['identifier', 'labels', 'values'].includes(key))
  )
}

/** The narrowest first. */
const types: readonly PropertyType[] = ['Boolean', 'Integer', 'Long', 'Decimal', 'DateTime', 'String', 'Json']

function typeOf(value: Json): PropertyType {
  return types.find((type) => isOfType(type, value)) ?? 'Json'
}

const numbers: readonly PropertyType[] = ['Integer', 'Long', 'Decimal']
const texts: readonly PropertyType[] = ['DateTime', 'String']

/** The narrowest type for values of both. */
function common(one: PropertyType, other: PropertyType): PropertyType {
  for (const kind of [numbers, texts]) {
    const wider = Math.max(kind.indexOf(one), kind.indexOf(other))

    if (kind.includes(one) && kind.includes(other)) return kind[wider] ?? one
  }

  return one === other ? one : 'Json'
}

/** A relation as entities use it, from parent to child. */
interface Use {
  readonly name: string
  readonly parent: string
  readonly child: string
  /** The members in which its ends were given. */
  readonly forms: Set<RelationKey>
}

/**
 * The relations that entities use and no definition declares, by the definition to which they are added: the child's,
 * from which the parent's end is derived.
 */
function* inferredRelations(draft: DataDraft, identities: Identities): Sliced<Map<string, RelationMember[]>> {
  const byDefinition = new Map<string, RelationMember[]>()

  const uses = yield* usesOf(draft, identities)

  for (const use of uses.values()) {
    if (isDeclared(draft, use)) continue

    const member = RelationMember.parse({
      type: 'Relation',
      name: use.name,
      role: 'Child',
      cardinality: cardinalityOf(use),
      associated_entitydefinition: use.parent,
    })

    appendTo(byDefinition, use.child, member)
  }

  return byDefinition
}

/** Each relation once, as it is first used. */
function* usesOf(draft: DataDraft, identities: Identities): Sliced<Map<string, Use>> {
  const uses = new Map<string, Use>()
  const definitions = new Map(identities.all.map(({ id, records }) => [id, records[0].definition]))
  const definitionOf = (id: number | undefined) =>
    id === undefined ? undefined : (definitions.get(id) ?? draft.entities.get(id)?.definition)

  for (const { definition, ends } of identities.all.flatMap(({ records }) => records)) {
    for (const { relation: name, side, isSingle, references } of ends) {
      const [other] = references.flatMap((reference) => definitionOf(identities.resolve(reference)) ?? [])

      if (other === undefined || ![definition, other].every(isDefinitionName) || !isMemberName(name)) continue

      const [parent, child] = side === 'parents' ? [other, definition] : [definition, other]
      const use = uses.get(name) ?? { name, parent, child, forms: new Set() }

      if (use.parent === parent && use.child === child) use.forms.add(relationKeyOf({ side, isSingle }))
      uses.set(name, use)
    }
    yield
  }

  return uses
}

function isDefinitionName(name: string): boolean {
  return EntityDefinition.shape.name.safeParse(name).success
}

function isMemberName(name: string): boolean {
  return RelationMember.shape.name.safeParse(name).success
}

function cardinalityOf({ forms }: Use): Cardinality {
  if (forms.has('child')) return 'OneToOne'
  if (forms.has('parents')) return 'ManyToMany'

  return forms.has('parent') ? 'OneToMany' : 'ManyToMany'
}

/** Whether a definition at one of its ends has a member of that name. */
function isDeclared({ definitions }: DataDraft, { name, parent, child }: Use): boolean {
  const ends = [parent, child].flatMap((end) => definitions.get(end) ?? [])

  return ends.flatMap(membersOf).some((member) => member.name === name)
}
