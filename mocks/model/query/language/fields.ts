import { foldMember } from '../../shared/letter-case.ts'
import { fullTextProblem } from '../text/full-text.ts'
import { nothing, type Filter, type SystemField } from '../filter.ts'
import type { Test } from './expression.ts'
import { mistake } from './mistake.ts'
import { comparisonOf, isNegated } from './operators.ts'
import { readId, readText, readValue } from './values.ts'

type Field = (test: Test) => Filter

/** The fields that can be tested by name, as in the documentation. */
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
  'Definition.Id': (test) =>
    equality(test, (value) => ({ kind: 'definition', names: [], ids: [readId(value, 'a definition')] })),
  Id: (test) => system(test, 'id', 'Int'),
  Identifier: (test) => system(test, 'identifier', 'String'),
  Version: (test) => system(test, 'version', 'Int'),
  CreatedBy: (test) => user(test, 'created_by'),
  ModifiedBy: (test) => user(test, 'modified_by'),
  // No entity is ever locked: LOCK and UNLOCK are no longer supported.
  LockedBy: (test) =>
    equality(test, (value) => {
      readId(value, 'a user')

      return nothing
    }),
  Locked: (test) => flagTest(test, nothing),
  CreatedOn: (test) => system(test, 'created_on', 'DateTime'),
  ModifiedOn: (test) => system(test, 'modified_on', 'DateTime'),
  FullText: (test) =>
    equality(test, (value) => {
      const text = readText(value)
      const problem = fullTextProblem(text)

      if (problem) throw mistake(`a search of ${problem}`, value)

      return { kind: 'fulltext', text }
    }),
  IsRootTaxonomyItem: (test) => flagTest(test, { kind: 'root', of: 'taxonomy' }),
  IsPathRoot: (test) => flagTest(test, { kind: 'root', of: 'path' }),
}

const byName = new Map(fieldNames.map((name) => [foldMember(name), fields[name]]))

/** Finds a field by name, case-insensitively, with or without underscores. */
export function fieldOf(name: string): Field | undefined {
  return byName.get(foldMember(name)) ?? (foldMember(name) === 'definition' ? definitionName : undefined)
}

/** A test of a boolean, with or without a comparison. */
export function flagTest(test: Test, filter: Filter): Filter {
  if (!test.comparison) return filter
  const isFalse = readValue(test.comparison.value, 'Bool') === isNegated(test)

  return isFalse ? { kind: 'not', filter } : filter
}

/** A test that allows only `==` and `!=`. */
export function equality(
  test: Test,
  filterOf: (value: NonNullable<Test['comparison']>['value']) => Filter,
): Filter {
  const { value } = comparisonOf(test)
  const filter = filterOf(value)

  return isNegated(test) ? { kind: 'not', filter } : filter
}

function definitionName(test: Test): Filter {
  const { operator, value } = comparisonOf(test, 'text')
  const name = readText(value)

  if (operator === 'Equals' || operator === 'NotEquals')
    return equality(test, () => ({ kind: 'definition', names: [name], ids: [] }))

  return { kind: 'system', field: 'definition', operator, values: [name] }
}

function system(test: Test, field: SystemField, type: 'Int' | 'String' | 'DateTime'): Filter {
  const { operator, value } = comparisonOf(test, type === 'String' ? 'text' : 'order')

  return { kind: 'system', field, operator, values: [readValue(value, type)] }
}

function user(test: Test, field: 'created_by' | 'modified_by'): Filter {
  return equality(test, (value) => ({
    kind: 'user',
    field,
    ids: [readId(value, 'a user')],
    names: [],
    isDirect: true,
  }))
}
