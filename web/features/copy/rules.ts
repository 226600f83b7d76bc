import type {
  DefinitionAnswer,
  EntityAnswer,
  PropertyOfDefinition,
  RelationOfDefinition,
} from '../../service/shapes.ts'

/** Copy rules 5 and 6 of interface 4, in a line each. */
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

export interface RulesEditorProps {
  readonly definition: DefinitionAnswer
  /** What is copied; undefined for related entities, which are many. */
  readonly source?: EntityAnswer
  readonly rules: Rules
  /** The relations that lead here from the entity that is copied. */
  readonly path: readonly string[]
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

/** The body of the request (interface 2). */
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

/** Which of what was filled in does not count, by the copy rules 3 and 4. */
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
