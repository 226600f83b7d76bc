import type { FailureList } from '../shared/errors.ts'
import type { Data } from '../data-tables.ts'
import { relationsOf } from './compiled-definition.ts'
import type { EntityDefinition, RelationMember, Role } from './definition.ts'
import {
  canMatch,
  loadRegularExpressions,
  maxExpressionSizes,
  sizeOfExpression,
} from '../shared/regular-expressions.ts'

/** Checks the members of a definition against each other and against the other definitions. */
export function checkMembers(
  data: Data,
  definition: EntityDefinition,
  failures: FailureList,
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
function checkExpression(expression: string, before: number, path: string, failures: FailureList): number {
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
  failures: FailureList,
): void {
  const associated = member.associated_entitydefinition

  if (associated !== definition.name && !data.definitions.has(associated)) {
    failures.add(`${path}.associated_entitydefinition`, `The definition "${associated}" does not exist.`)
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

/** A property whose `validation_expression` is not enforced. */
interface UncheckedExpression {
  readonly property: string
  /** The path of the expression in the definition. */
  readonly place: readonly (string | number)[]
}

export async function uncheckedExpressions({
  member_groups,
}: Pick<EntityDefinition, 'member_groups'>): Promise<UncheckedExpression[]> {
  const given = member_groups.flatMap(({ members }, group) =>
    members.flatMap((member, index) =>
      member.type !== 'Relation' && member.validation_expression
        ? [
            {
              property: member.name,
              expression: member.validation_expression,
              place: ['member_groups', group, 'members', index, 'validation_expression'],
            },
          ]
        : [],
    ),
  )

  if (given.length > 0) await loadRegularExpressions()

  return given.filter(({ expression }) => !canMatch(expression))
}
