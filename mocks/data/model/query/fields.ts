import type { Json } from '../shared/json.ts'
import { foldMember } from '../shared/letter-case.ts'
import { nothing, systemFields, type Filter, type Operator, type SystemField } from './filter.ts'
import { textOf, typeOfSystemField, type ValueType } from './values.ts'

/** What a condition is about, whatever a query language calls it. */
export interface Field {
  /** What its values are read as. */
  readonly type: ValueType
  /** The comparisons with a meaning for its values: by equality only, also by order, or also as text. */
  readonly comparedBy: 'equality' | 'order' | 'text'
  /** Compares with any of the values; a field that is compared by equality only ignores the operator. */
  is(operator: Operator, values: readonly Json[]): Filter
  /** Has a value. */
  readonly exists: Filter
}

const comparedBy: Record<ValueType, Field['comparedBy']> = {
  any: 'text',
  text: 'text',
  words: 'equality',
  number: 'order',
  date: 'order',
  id: 'equality',
  boolean: 'equality',
}

/** In one culture of a multi-language property, or in any; of the stored type, if none is given. */
export function propertyField(
  name: string,
  { culture, type = 'any' }: { culture?: string | null | undefined; type?: ValueType } = {},
): Field {
  return compared(type, (operator, values) =>
    culture
      ? { kind: 'property', property: name, culture, operator, values }
      : { kind: 'property', property: name, operator, values },
  )
}

const otherNames: ReadonlyMap<string, SystemField> = new Map([
  ['definitionname', 'definition'],
  ['definition.name', 'definition'],
  ['entitydefinition', 'definition'],
])

/** The system field that every query language knows by a name: `created_on`, `CreatedOn` and `createdon` are the same. */
export function systemFieldNamed(name: string): SystemField | undefined {
  const folded = foldMember(name)

  return otherNames.get(folded) ?? systemFields.find((system) => foldMember(system) === folded)
}

export function systemField(name: SystemField): Field {
  return name === 'definition' ? definitionField : comparedSystemField(name)
}

function comparedSystemField(name: SystemField): Field {
  return compared(typeOfSystemField[name], (operator, values) => ({
    kind: 'system',
    field: name,
    operator,
    values,
  }))
}

/** The definition, by name or id. */
export const definitionField: Field = {
  ...comparedSystemField('definition'),
  is: (operator, values) =>
    operator === 'Equals'
      ? { kind: 'definition', names: values.map(textOf) }
      : { kind: 'system', field: 'definition', operator, values },
  exists: { kind: 'all' },
}

/** The ids of the entities at one end of a relation, or at both. */
export function relationField(name: string, side?: 'parents' | 'children'): Field {
  const related = { kind: 'relation', relation: name, ...(side ? { side } : {}) } as const

  return setField('id', (ids) => ({ ...related, ids: ids.map(Number) }), related)
}

/** The ids of the entities above, in one relation or in all that inherit security; if `isDirect`, the parents. */
export function ancestorField(name?: string, isDirect = false): Field {
  return setField('id', (ids) => ({ kind: 'ancestor', relation: name, ids: ids.map(Number), isDirect }))
}

/** A user by id (a number) or name (text); unless `isDirect`, also the members of a user group. */
export function userField(field: 'created_by' | 'modified_by', isDirect: boolean): Field {
  return setField('id', (users) => ({
    kind: 'user',
    field,
    users: users.map((given) => (typeof given === 'number' ? given : textOf(given))),
    isDirect,
  }))
}

/** The ids of taxonomy items, with the items below them. */
export function taxonomyField(exists: Filter): Field {
  return setField('id', (ids) => ({ kind: 'taxonomy', ids: ids.map(Number) }), exists)
}

export const moduleField = setField('text', (modules) => ({ kind: 'module', modules: modules.map(textOf) }))

export const fullTextField = setField('words', (texts) => ({
  kind: 'fulltext',
  text: texts.map(textOf).join(' OR '),
}))

/** Whether a filter finds the entity. */
export function flagField(filter: Filter): Field {
  return setField('boolean', ([value]) => (value === false ? { kind: 'not', filter } : filter), filter)
}

/** A field with a set of values, such as ids; it is compared by equality only. */
export function setField(
  type: ValueType,
  includesAny: (values: readonly Json[]) => Filter,
  exists: Filter = { kind: 'all' },
): Field {
  return {
    type,
    comparedBy: 'equality',
    is: (_, values) => (values.length > 0 ? includesAny(values) : nothing),
    exists,
  }
}

function compared(type: ValueType, is: Field['is']): Field {
  return { type, comparedBy: comparedBy[type], is, exists: { kind: 'not', filter: is('Equals', [null]) } }
}
