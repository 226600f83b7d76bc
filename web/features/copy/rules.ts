import { textOrJson } from '../../lib/format.ts'
import type { Failures } from '../../service/service-client.ts'
import { isObject, type Json } from '../../lib/parse-json.ts'
import type { PropertyMethod, RelationMethod } from '../../service/entity-queries.ts'

/** The methods for properties (interface 4.3.5) in display order. The type ensures that none is missing. */
const propertyMethods: Readonly<Record<PropertyMethod, string>> = {
  Keep: 'Gets the source’s value.',
  Remove: 'Becomes empty.',
  Overwrite: 'Gets a new value.',
  Ignore: 'Keeps the target’s value.',
}

/** The methods for relations (interface 4.3.6). */
const relationMethods: Readonly<Record<RelationMethod, string>> = {
  Keep: 'Refers to the same entities.',
  Remove: 'Becomes empty.',
  Copy: 'Refers to copies of these entities.',
  Overwrite: 'Refers to the source’s entities only.',
  Append: 'Adds references to the source’s entities.',
  Ignore: 'Keeps the target’s references.',
}

/** The methods by the kind of the member, each with its meaning. */
export const methodsOf: Readonly<Record<keyof Rules, Readonly<Record<string, string>>>> = {
  properties: propertyMethods,
  relations: relationMethods,
}

/** A rule with all further inputs, also those of a method that was chosen before. */
export interface RuleDraft {
  readonly method: string
  readonly newValue?: string | undefined
  readonly related?: Rules
}

type MemberRules = Readonly<Record<string, RuleDraft>>

/** The rules chosen for one entity, by member; members without a rule are not sent. */
export interface Rules {
  readonly properties: MemberRules
  readonly relations: MemberRules
}

export const noRules: Rules = { properties: {}, relations: {} }

/** All input of the copy form. */
export interface CopyDraft {
  /** Undefined for a new entity, null for an existing entity that is not chosen yet. */
  readonly destination: number | null | undefined
  /** The identifier of the copy profile; empty without one. */
  readonly profile: string
  readonly rules: Rules
}

export const emptyDraft: CopyDraft = { destination: undefined, profile: '', rules: noRules }

/** The body of the request (interface 2.3.1). */
export function bodyOf({ destination, profile, rules }: CopyDraft): object {
  return {
    ...(profile ? { copy_profile_identifier: profile } : {}),
    ...(destination ? { destination_entity_id: destination } : {}),
    ...optionsOf(rules),
  }
}

function optionsOf(rules: Rules): object {
  const properties = Object.entries(rules.properties).map(([property, { method, newValue = '' }]) => ({
    property,
    method,
    ...(method === 'Overwrite' && { new_value: newValue }),
  }))
  const relations = Object.entries(rules.relations).map(([relation, { method, related = noRules }]) => {
    const options = method === 'Copy' ? optionsOf(related) : {}

    return { relation, method, ...(Object.keys(options).length > 0 && { related_copy_options: options }) }
  })

  return {
    ...(properties.length > 0 && { property_copy_options: properties }),
    ...(relations.length > 0 && { relation_copy_options: relations }),
  }
}

/** A value as the text of `new_value`: options as identifiers, anything but text as JSON. */
export function newValueOf(value: Json | undefined): string {
  if (value === null || value === undefined) return ''

  return textOrJson(Array.isArray(value) ? value.map(optionIdentifier) : optionIdentifier(value))
}

function optionIdentifier(value: Json): Json {
  return isObject(value) ? (value['identifier'] ?? value) : value
}

/** `rules` with `rule` for a member, or without a rule for it if that is undefined. */
export function withRule(rules: Rules, kind: keyof Rules, name: string, rule: RuleDraft | undefined): Rules {
  const { [name]: _, ...others } = rules[kind]

  return { ...rules, [kind]: rule ? { ...rules[kind], [name]: rule } : others }
}

/**
 * The validation error of a member, which the service reports by the JSON path of its option, or by its name.
 *
 * @param place the path of the rules: empty, or that of `relatedPlace()`
 */
export function problemOf(
  problems: Failures,
  place: string,
  rules: Rules,
  kind: keyof Rules,
  name: string,
): string | undefined {
  const list = `${place}${lists[kind]}`
  const option = `${list}.${Object.keys(rules[kind]).indexOf(name)}`

  return Object.entries(problems).find(
    ([path]) =>
      [`${place}${name}`, `${list}.${name}`, option].includes(path) ||
      (path.startsWith(`${option}.`) && !path.startsWith(`${option}.related_copy_options.`)),
  )?.[1]
}

const lists = { properties: 'property_copy_options', relations: 'relation_copy_options' }

/** The path of a relation's rules for related entities. */
export function relatedPlace(place: string, rules: Rules, relation: string): string {
  return `${place}${lists.relations}.${Object.keys(rules.relations).indexOf(relation)}.related_copy_options.`
}
