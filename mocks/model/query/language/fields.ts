import { foldMember } from '../../shared/letter-case.ts'
import { fullTextProblem } from '../text/full-text.ts'
import { nothing, type Filter, type SystemField } from '../filter.ts'
import type { QueryCondition } from './expression.ts'
import { mistake } from './mistake.ts'
import { comparisonOf, isNegated } from './operators.ts'
import type { Token } from './token.ts'
import { readId, readText, readValue } from './values.ts'

type Field = (condition: QueryCondition) => Filter

/** The fields that a condition can name, as in the documentation. */
export const fieldNames = [
  'Definition.Name',
  'Definition.Id',
  'Id',
  'Identifier',
  'Version',
  'CreatedBy',
  'ModifiedBy',
  'LockedBy',
  'CreatedOn',
  'ModifiedOn',
  'FullText',
  'Locked',
  'IsRootTaxonomyItem',
  'IsPathRoot',
] as const
export type FieldName = (typeof fieldNames)[number]

const fields: Record<FieldName, Field> = {
  'Definition.Name': definitionName,
  'Definition.Id': (condition) =>
    equality(condition, (value) => ({ kind: 'definition', names: [], ids: [readId(value, 'a definition')] })),
  Id: (condition) => system(condition, 'id', 'Int'),
  Identifier: (condition) => system(condition, 'identifier', 'String'),
  Version: (condition) => system(condition, 'version', 'Int'),
  CreatedBy: (condition) => user(condition, 'created_by'),
  ModifiedBy: (condition) => user(condition, 'modified_by'),
  // No entity is ever locked: LOCK and UNLOCK are no longer supported.
  LockedBy: (condition) =>
    equality(condition, (value) => {
      readId(value, 'a user')

      return nothing
    }),
  Locked: (condition) => flagCondition(condition, nothing),
  CreatedOn: (condition) => system(condition, 'created_on', 'DateTime'),
  ModifiedOn: (condition) => system(condition, 'modified_on', 'DateTime'),
  FullText: (condition) =>
    equality(condition, (value) => {
      const text = readText(value)
      const problem = fullTextProblem(text)

      if (problem) throw mistake(`a search of ${problem}`, value)

      return { kind: 'fulltext', text }
    }),
  IsRootTaxonomyItem: (condition) => flagCondition(condition, { kind: 'root', of: 'taxonomy' }),
  IsPathRoot: (condition) => flagCondition(condition, { kind: 'root', of: 'path' }),
}

const byName = new Map(fieldNames.map((name) => [foldMember(name), fields[name]]))

/** Finds a field by name, case-insensitively, with or without underscores. */
export function fieldOf(name: string): Field | undefined {
  return byName.get(foldMember(name)) ?? (foldMember(name) === 'definition' ? definitionName : undefined)
}

/** A condition on a boolean, with or without a comparison. */
export function flagCondition(condition: QueryCondition, filter: Filter): Filter {
  if (!condition.comparison) return filter
  const isFalse = readValue(condition.comparison.value, 'Bool') === isNegated(condition)

  return isFalse ? { kind: 'not', filter } : filter
}

/** A condition that allows only `==` and `!=`. */
export function equality(condition: QueryCondition, filterOf: (value: Token) => Filter): Filter {
  const { value } = comparisonOf(condition)
  const filter = filterOf(value)

  return isNegated(condition) ? { kind: 'not', filter } : filter
}

function definitionName(condition: QueryCondition): Filter {
  const { operator, value } = comparisonOf(condition, 'text')
  const name = readText(value)

  if (operator === 'Equals' || operator === 'NotEquals')
    return equality(condition, () => ({ kind: 'definition', names: [name], ids: [] }))

  return { kind: 'system', field: 'definition', operator, values: [name] }
}

function system(condition: QueryCondition, field: SystemField, type: 'Int' | 'String' | 'DateTime'): Filter {
  const { operator, value } = comparisonOf(condition, type === 'String' ? 'text' : 'order')

  return { kind: 'system', field, operator, values: [readValue(value, type)] }
}

function user(condition: QueryCondition, field: 'created_by' | 'modified_by'): Filter {
  return equality(condition, (value) => ({
    kind: 'user',
    field,
    ids: [readId(value, 'a user')],
    names: [],
    isDirect: true,
  }))
}
