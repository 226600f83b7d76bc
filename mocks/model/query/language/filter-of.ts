import type { PropertyType } from '../../definitions/definition.ts'
import { suggestion } from '../../shared/suggestion.ts'
import type { Filter } from '../filter.ts'
import type { Expression, Operand, QueryCondition, ValueType } from './expression.ts'
import { equality, fieldNames, fieldOf } from './fields.ts'
import { mistake } from './mistake.ts'
import { comparisonOf, type ComparisonKind } from './operators.ts'
import { parse } from './parser.ts'
import type { Token } from './token.ts'
import { readAnyValue, readId, readValue } from './values.ts'

/** The properties that an expression can use without a type. Names are case-insensitive. */
export interface KnownProperties {
  /** The type of a property; undefined when no definition has it. */
  propertyType(name: string): PropertyType | undefined
  propertyNames(): Iterable<string>
}

/**
 * Parses an expression of `GET /api/entities/query`:
 *
 *     Definition.Name=='M.Asset' AND (String('Title')=="Harbour" OR !Parent('TagToAsset').id==1003)
 *
 * @throws {InvalidRequest} 400, with the position, what was expected and what was found
 */
export function parseExpression(source: string, known: KnownProperties): Filter {
  return filterOf(parse(source), known)
}

function filterOf(expression: Expression, known: KnownProperties): Filter {
  switch (expression.kind) {
    case 'and':
    case 'or':
      return { kind: expression.kind, filters: expression.parts.map((part) => filterOf(part, known)) }
    case 'not':
      return { kind: 'not', filter: filterOf(expression.inner, known) }
    case 'condition':
      return ofCondition(expression, known)
  }
}

function ofCondition(condition: QueryCondition, known: KnownProperties): Filter {
  const { operand } = condition

  switch (operand.kind) {
    case 'property':
      return ofProperty(condition, operand, known)
    case 'related':
      return equality(condition, (value) => related(operand, readId(value)))
    case 'exists': {
      const exists: Filter = { kind: 'exists', relation: operand.relation }

      return operand.isMissing ? { kind: 'not', filter: exists } : exists
    }
    case 'name':
      return fieldOf(operand.name.text)?.(condition) ?? ofBareName(condition, operand.name, known)
  }
}

function related({ role, relation }: Extract<Operand, { kind: 'related' }>, id: number): Filter {
  if (role === 'ancestor') return { kind: 'ancestor', relation, ids: [id], isDirect: false }

  return { kind: 'relation', relation, side: role === 'parent' ? 'parents' : 'children', ids: [id] }
}

function ofProperty(
  condition: QueryCondition,
  { type, name, culture }: Extract<Operand, { kind: 'property' }>,
  known: KnownProperties,
): Filter {
  // `DateTime('CreatedOn')` is documented for the system field.
  const isSystemDate =
    type === 'DateTime' && /^(created|modified)_?on$/i.test(name) && !known.propertyType(name)

  return (isSystemDate && fieldOf(name)?.(condition)) || property(condition, type, name, culture)
}

function property(condition: QueryCondition, type: ValueType, name: string, culture?: string): Filter {
  const base = { kind: 'property', property: name, ...(culture === undefined ? {} : { culture }) } as const

  if (type === 'Bool' && !condition.comparison) return { ...base, operator: 'Equals', values: [true] }

  const { operator, value } = comparisonOf(condition, comparedBy[type])
  const isNullable = operator === 'Equals' || operator === 'NotEquals'

  return { ...base, operator, values: [readValue(value, type, isNullable)] }
}

const comparedBy: Record<ValueType, ComparisonKind> = {
  String: 'text',
  Int: 'order',
  Long: 'order',
  Decimal: 'order',
  Float: 'order',
  Bool: 'equality',
  DateTime: 'order',
}

const valueTypeOf: Record<PropertyType, ValueType | undefined> = {
  String: 'String',
  Boolean: 'Bool',
  Integer: 'Int',
  Long: 'Long',
  Decimal: 'Decimal',
  DateTime: 'DateTime',
  DateTimeOffset: 'DateTime',
  Json: undefined,
}

function ofBareName(condition: QueryCondition, name: Token, known: KnownProperties): Filter {
  const propertyType = known.propertyType(name.text)

  if (!propertyType) {
    const names = [...fieldNames, ...known.propertyNames()]

    throw mistake(
      'a field such as Definition.Name, or the name of a property',
      name,
      suggestion(name.text, names) ||
        "Text is written in quotes, and a property in its type: String('Title').",
    )
  }

  const type = valueTypeOf[propertyType]

  if (type) return property(condition, type, name.text)
  const { operator, value } = comparisonOf(condition, 'text')

  return { kind: 'property', property: name.text, operator, values: [readAnyValue(value)] }
}
