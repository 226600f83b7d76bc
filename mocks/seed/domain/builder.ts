import type { z } from 'zod'
import { EntityDefinition } from '../../model/definitions/definition.ts'
import type {
  Cardinality,
  MemberGroup,
  PropertyMember,
  PropertyType,
  RelationMember,
} from '../../model/definitions/definition.ts'
import type { Labels } from '../../model/shared/json.ts'

/**
 * The words the built-in domain is written in. Texts that people read are given in all cultures at once:
 * `'Price | Prijs | Preis'`.
 */

/** The cultures of the built-in domain; the first is the default. */
export const cultures = ['en-US', 'nl-NL', 'de-DE'] as const

/** When, and by whom, what is built in was made. */
export const builtIn = {
  created_on: '2023-06-01T08:00:00.000Z',
  created_by: 6,
  modified_on: '2023-06-01T08:00:00.000Z',
  modified_by: 6,
}

type PropertyInput = z.input<typeof PropertyMember>
type RelationInput = z.input<typeof RelationMember>
type DefinitionInput = z.input<typeof EntityDefinition>
type GroupInput = z.input<typeof MemberGroup>

/** Short names for the flags that are set often; any other field goes by its wire name. */
export interface PropertyOptions extends Omit<Partial<PropertyInput>, 'type' | 'name' | 'labels'> {
  help?: string
  mandatory?: boolean
  unique?: boolean
  multiLanguage?: boolean
  multiValue?: boolean
}

type Property = (name: string, label: string, options?: PropertyOptions) => PropertyInput

export function say(text: string): Labels {
  const texts = text.split(' | ')

  return Object.fromEntries(cultures.map((culture, index) => [culture, texts[index] ?? text]))
}

function propertyOf(type: PropertyType, preset: PropertyOptions = {}): Property {
  return (name, label, options = {}) => {
    const { help, mandatory, unique, multiLanguage, multiValue, ...rest } = { ...preset, ...options }

    return {
      ...rest,
      type,
      name,
      labels: say(label),
      helptext: help === undefined ? {} : say(help),
      is_mandatory: mandatory ?? false,
      is_unique: unique ?? false,
      is_multilanguage: multiLanguage ?? false,
      is_multivalue: multiValue ?? false,
    }
  }
}

export const text = propertyOf('String', { content_type: 'SingleLine' })
export const longText = propertyOf('String', { content_type: 'MultiLine' })
export const richText = propertyOf('String', { content_type: 'Html' })
export const url = propertyOf('String', { content_type: 'SingleLine' })
export const yesNo = propertyOf('Boolean')
export const integer = propertyOf('Integer')
export const long = propertyOf('Long')
export const decimal = propertyOf('Decimal')
export const date = propertyOf('DateTime')
export const moment = propertyOf('DateTimeOffset')
export const json = propertyOf('Json', { content_type: null, is_indexed: false })

/** A value of the named option list. */
export function option(
  name: string,
  label: string,
  list: string,
  options: PropertyOptions = {},
): PropertyInput {
  return text(name, label, { ...options, datasource: list })
}

/** What a group or property that is shown only when another property has a value says about it. */
export function shownWhen(
  member: string,
  value: string | boolean,
): Pick<GroupInput, 'is_conditional' | 'conditions'> {
  return { is_conditional: true, conditions: [{ member, value }] }
}

export function group(
  name: string,
  label: string,
  members: PropertyInput[],
  flags: Omit<GroupInput, 'name' | 'labels' | 'members'> = {},
): GroupInput {
  return { ...flags, name, labels: say(label), members }
}

/** A definition before its relations are put in. */
export type Draft = DefinitionInput & { member_groups: GroupInput[] }

export function definition(
  id: number,
  name: string,
  label: string,
  flags: Omit<DefinitionInput, 'id' | 'name' | 'labels' | 'member_groups'>,
  groups: GroupInput[],
): Draft {
  return {
    ...builtIn,
    ...flags,
    id,
    name,
    labels: say(label),
    member_groups: groups,
  }
}

export interface RelationOptions extends Omit<
  Partial<RelationInput>,
  'type' | 'name' | 'labels' | 'role' | 'cardinality' | 'associated_entitydefinition' | 'associated_labels'
> {
  /** What the parent calls its children, and what the child calls its parents. */
  children: string
  parents: string
  /** Help for the end that the child shows. */
  help?: string
}

export interface Relation {
  name: string
  parent: string
  cardinality: Cardinality
  child: string
  options: RelationOptions
}

export function relation(
  name: string,
  parent: string,
  cardinality: Cardinality,
  child: string,
  options: RelationOptions,
): Relation {
  return { name, parent, cardinality, child, options }
}

/** Puts both ends of every relation into the definitions; a relation with itself gives two members of one name. */
export function assemble(drafts: Draft[], relations: Relation[]): EntityDefinition[] {
  return drafts.map((draft) => {
    const ends = relations.flatMap((relation) => [
      ...(relation.child === draft.name ? [endOf(relation, 'Child')] : []),
      ...(relation.parent === draft.name ? [endOf(relation, 'Parent')] : []),
    ])
    const classifying = ends.filter((end) => end.is_taxonomy_relation)
    const others = ends.filter((end) => !end.is_taxonomy_relation)
    const groups: GroupInput[] = [
      ...draft.member_groups,
      {
        name: 'Classification',
        labels: say('Classification | Classificatie | Klassifizierung'),
        members: classifying,
      },
      { name: 'Relations', labels: say('Relations | Relaties | Beziehungen'), members: others },
    ]

    return EntityDefinition.parse({
      ...draft,
      member_groups: groups.filter(({ members }) => members && members.length > 0),
    })
  })
}

function endOf(relation: Relation, role: 'Parent' | 'Child'): RelationInput {
  const { children, parents, help, ...flags } = relation.options
  const isChild = role === 'Child'

  return {
    ...flags,
    type: 'Relation',
    name: relation.name,
    labels: say(isChild ? parents : children),
    helptext: isChild && help !== undefined ? say(help) : {},
    role,
    cardinality: relation.cardinality,
    associated_entitydefinition: isChild ? relation.parent : relation.child,
    associated_labels: say(isChild ? children : parents),
  }
}
