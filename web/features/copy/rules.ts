import { textOrJson } from '../../lib/format.ts'
import type { Failures } from '../../service/service-client.ts'
import { isObject, type Json } from '../../lib/parse-json.ts'
import type { PropertyMethod, RelationMethod, PropertyOfDefinition } from '../../service/entity-queries.ts'

/** What the form shows of a copy method (interface 4.3.5 and 4.3.6). */
export interface MethodInfo {
  readonly meaning: string
  /** A further input of the rule: a new value, or rules for the related entities. */
  readonly input?: 'value' | 'related'
}

/** In display order. The type ensures that no method of the service is missing. */
const propertyMethods: Readonly<Record<PropertyMethod, MethodInfo>> = {
  Keep: { meaning: 'Gets the source’s value.' },
  Remove: { meaning: 'Becomes empty.' },
  Overwrite: { meaning: 'Gets a new value.', input: 'value' },
  Ignore: { meaning: 'Keeps the target’s value.' },
}

const relationMethods: Readonly<Record<RelationMethod, MethodInfo>> = {
  Keep: { meaning: 'Refers to the same entities.' },
  Remove: { meaning: 'Becomes empty.' },
  Copy: { meaning: 'Refers to copies of these entities.', input: 'related' },
  Overwrite: { meaning: 'Refers to the source’s entities only.' },
  Append: { meaning: 'Adds references to the source’s entities.' },
  Ignore: { meaning: 'Keeps the target’s references.' },
}

/** The methods by the kind of the member. */
export const methodsOf: Readonly<Record<keyof Rules, Readonly<Record<string, MethodInfo>>>> = {
  properties: propertyMethods,
  relations: relationMethods,
}

/** A text, or a text for each culture. */
type NewValueDraft = string | Readonly<Record<string, string>>

/** A rule with all further inputs, also those of a method that was chosen before. */
export interface RuleDraft {
  readonly method: string
  readonly newValue?: NewValueDraft
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

function optionsOf({ properties, relations }: Rules): object {
  const propertyOptions = Object.entries(properties).map(([property, { method, newValue = '' }]) => ({
    property,
    method,
    ...(methodsOf.properties[method]?.input === 'value' ? { new_value: textOrJson(newValue) } : {}),
  }))
  const relationOptions = Object.entries(relations).map(([relation, { method, related }]) => ({
    relation,
    method,
    ...(methodsOf.relations[method]?.input === 'related' && related && countRules(related) > 0
      ? { related_copy_options: optionsOf(related) }
      : {}),
  }))

  return {
    ...(propertyOptions.length > 0 ? { property_copy_options: propertyOptions } : {}),
    ...(relationOptions.length > 0 ? { relation_copy_options: relationOptions } : {}),
  }
}

export function countRules({ properties, relations }: Rules): number {
  return Object.keys(properties).length + Object.keys(relations).length
}

/** The initial new value of a property: the source's, by culture if the property is multi-language. */
export function newValueFrom(property: PropertyOfDefinition, source: Json | undefined): NewValueDraft {
  return property.is_multilanguage && isObject(source)
    ? Object.fromEntries(Object.entries(source).map(([culture, value]) => [culture, asText(value)]))
    : asText(source)
}

/** A value as text, in the form of `new_value`: options as identifiers. */
function asText(value: Json | undefined): string {
  if (value === null || value === undefined) return ''

  return textOrJson(Array.isArray(value) ? value.map(optionIdentifier) : optionIdentifier(value))
}

function optionIdentifier(value: Json): Json {
  return isObject(value) ? (value['identifier'] ?? value) : value
}

/** `rules` with `rule` for these members, or without a rule for them if it is undefined. */
export function withRule(
  rules: Rules,
  kind: keyof Rules,
  names: readonly string[],
  rule: RuleDraft | undefined,
): Rules {
  const others = Object.entries(rules[kind]).filter(([name]) => !names.includes(name))

  return {
    ...rules,
    [kind]: Object.fromEntries([...others, ...(rule ? names.map((name) => [name, rule]) : [])]),
  }
}

/** The validation error of a member, which the service reports by JSON path or by name. */
export function problemOf(
  problems: Failures,
  rules: Rules,
  kind: keyof Rules,
  name: string,
): string | undefined {
  const list = kind === 'properties' ? 'property_copy_options' : 'relation_copy_options'
  const option = `${list}.${Object.keys(rules[kind]).indexOf(name)}`

  return Object.entries(problems).find(
    ([path]) =>
      [name, `${list}.${name}`, option].includes(path) ||
      (path.startsWith(`${option}.`) && !path.startsWith(`${option}.related_copy_options.`)),
  )?.[1]
}

/** The validation errors of a relation's rules for related entities, by JSON path relative to these rules. */
export function relatedProblems(problems: Failures, rules: Rules, relation: string): Failures {
  const prefix = `relation_copy_options.${Object.keys(rules.relations).indexOf(relation)}.related_copy_options.`

  return Object.fromEntries(
    Object.entries(problems).flatMap(([path, message]) =>
      path.startsWith(prefix) ? [[path.slice(prefix.length), message]] : [],
    ),
  )
}
