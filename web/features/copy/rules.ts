import { counted } from '../../lib/format.ts'
import type { PlannedTarget } from '../../service/copy.ts'
import type {
  DefinitionAnswer,
  EntityAnswer,
  PropertyOfDefinition,
  RelationOfDefinition,
} from '../../service/shapes.ts'

/** Interface 4.3.5 and 4.3.6, in a line each. */
export const propertyMeanings = {
  Keep: 'The source value is applied.',
  Remove: 'Becomes empty.',
  Overwrite: 'Becomes the new value.',
  Ignore: 'The target keeps its own.',
} as const
export type PropertyMethod = keyof typeof propertyMeanings

export const relationMeanings = {
  Keep: 'References to the same entities.',
  Remove: 'Becomes empty.',
  Copy: 'References to copies of the entities.',
  Overwrite: 'All references replaced by the source\u2019s.',
  Append: 'The source\u2019s references added to its own.',
  Ignore: 'Skipped; the target keeps its own.',
} as const
export type RelationMethod = keyof typeof relationMeanings

export interface PropertyRule {
  readonly method: PropertyMethod
  readonly newValue: string
}

export interface RelationRule {
  readonly method: RelationMethod
  readonly related?: Rules
}

/** What somebody chose for one entity, by member; what is not chosen is not sent. */
export interface Rules {
  readonly properties: Readonly<Record<string, PropertyRule>>
  readonly relations: Readonly<Record<string, RelationRule>>
}

export interface RuleStep {
  readonly relation: string
  readonly from: string
}

export interface RulesEditorProps {
  readonly definition: DefinitionAnswer
  /** What is copied; undefined for related entities, which are many. */
  readonly source?: EntityAnswer
  readonly rules: Rules
  /** The relations that lead here from the entity that is copied, and the definitions they start from. */
  readonly path: readonly RuleStep[]
  /** What the target becomes by these rules; undefined for related entities. */
  readonly target?: PlannedTarget | undefined
  /** Place in the request -> what the service said about it. */
  readonly problems: Readonly<Record<string, string>>
  readonly change: (rules: Rules) => void
}

export const noRules: Rules = { properties: {}, relations: {} }

/** The whole of a copy request. */
export interface CopyDraft {
  readonly destination: number | undefined
  readonly profileIdentifier: string
  readonly profileId: string
  readonly rules: Rules
}

export const emptyDraft: CopyDraft = {
  destination: undefined,
  profileIdentifier: '',
  profileId: '',
  rules: noRules,
}

/** The body of the request (interface 2.3.1). */
export function bodyOf({ destination, profileIdentifier, profileId, rules }: CopyDraft): object {
  return {
    ...(profileIdentifier ? { copy_profile_identifier: profileIdentifier } : {}),
    ...(profileId ? { copy_profile_id: Number(profileId) } : {}),
    ...(destination === undefined ? {} : { destination_entity_id: destination }),
    ...optionsOf(rules),
  }
}

function optionsOf({ properties, relations }: Rules): object {
  const propertyOptions = Object.entries(properties).map(([property, { method, newValue }]) => ({
    property,
    method,
    ...(method === 'Overwrite' ? { new_value: newValue } : {}),
  }))
  const relationOptions = Object.entries(relations).map(([relation, { method, related }]) => ({
    relation,
    method,
    ...(method === 'Copy' && related && countRules(related) > 0
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

/** Which of what was filled in does not count, by interface 4.3.3 and 4.3.4. */
export function ignoredOf({ profileIdentifier, profileId, rules }: CopyDraft): {
  identifier?: string
  id?: string
} {
  if (countRules(rules) > 0) {
    const reason = 'Ignored: options are given (rule 4).'

    return { ...(profileIdentifier ? { identifier: reason } : {}), ...(profileId ? { id: reason } : {}) }
  }

  return profileIdentifier && profileId ? { id: 'Ignored: the identifier wins (rule 3).' } : {}
}

export function propertiesOf(definition: DefinitionAnswer): PropertyOfDefinition[] {
  return definition.member_groups
    .flatMap(({ members }) => members)
    .filter((member) => member.type !== 'Relation')
}

/** One per relation, both ends of a relation of a definition with itself together. */
export function relationsOf(definition: DefinitionAnswer): RelationOfDefinition[] {
  const members = definition.member_groups
    .flatMap(({ members }) => members)
    .filter((member) => member.type === 'Relation')

  return members.filter((member, index) => members.findIndex(({ name }) => name === member.name) === index)
}

/** `rules` with another rule for one member, or none. */
export function withRule<Kind extends keyof Rules>(
  rules: Rules,
  kind: Kind,
  name: string,
  rule: Rules[Kind][string] | undefined,
): Rules {
  const { [name]: _, ...others } = rules[kind]

  return { ...rules, [kind]: rule ? { ...others, [name]: rule } : others }
}

/** `rules` with the same rule for several members, or none. */
export function withRules<Kind extends keyof Rules>(
  rules: Rules,
  kind: Kind,
  names: readonly string[],
  rule: Rules[Kind][string] | undefined,
): Rules {
  return names.reduce((all, name) => withRule(all, kind, name, rule), rules)
}

/** What the service said about a member: by its place in the request, or by its name. */
export function problemOf(
  problems: Readonly<Record<string, string>>,
  rules: Rules,
  kind: keyof Rules,
  name: string,
): string | undefined {
  const list = kind === 'properties' ? 'property_copy_options' : 'relation_copy_options'
  const option = `${list}.${Object.keys(rules[kind]).indexOf(name)}`

  return Object.entries(problems).find(
    ([place]) =>
      [name, `${list}.${name}`, option].includes(place) ||
      (place.startsWith(`${option}.`) && !place.startsWith(`${option}.related_copy_options.`)),
  )?.[1]
}

/** The problems of the rules for related entities, at their places in these. */
export function problemsBelow(
  problems: Readonly<Record<string, string>>,
  rules: Rules,
  relation: string,
): Record<string, string> {
  const start = `relation_copy_options.${Object.keys(rules.relations).indexOf(relation)}.related_copy_options.`

  return Object.fromEntries(
    Object.entries(problems).flatMap(([place, message]) =>
      place.startsWith(start) ? [[place.slice(start.length), message]] : [],
    ),
  )
}

/** `2 properties, 1 relation` */
export function summaryOf({ properties, relations }: Rules): string {
  const counts = [
    [Object.keys(properties).length, 'property', 'properties'],
    [Object.keys(relations).length, 'relation', 'relations'],
  ] as const

  return counts
    .filter(([count]) => count > 0)
    .map(([count, one, many]) => counted(count, one, many))
    .join(', ')
}
