import { canMatch, loadRegularExpressions } from '../shared/regular-expressions.ts'
import type { EntityDefinition } from './definition.ts'

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
