import { z } from 'zod'
import type { Comparison } from '../../../data/model/query/condition.ts'
import { fullTextProblem } from '../../../data/model/query/text/full-text.ts'
import { isObject } from '../../../data/model/shared/json.ts'
import { systemFieldNamed } from '../../../data/model/query/fields.ts'
import { systemFields } from '../../../data/model/query/filter.ts'
import type { NamedOrder } from '../../../data/model/query/query.ts'

/** How existing clients write the values of queries and searches. */

/**
 * An enum value by its number or by its case-insensitive name; parsed as the name.
 *
 * @param numbered how many of the names have a number, which is their index
 */
export function wireEnum<const Names extends readonly string[]>(
  names: Names,
  numbered: number = names.length,
): z.ZodType<Names[number]> {
  return z.union([z.int(), z.string()]).transform((value, context) => {
    const text = String(value).toLowerCase()
    const name: Names[number] | undefined = /^\d+$/.test(text)
      ? names.slice(0, numbered)[Number(text)]
      : names.find((each) => each.toLowerCase() === text)

    if (name !== undefined) return name
    const expected = names.map((each, index) => (index < numbered ? `${each} (${index})` : each))

    context.addIssue(`Expected one of ${expected.join(', ')}, not "${text.slice(0, 60)}".`)

    return z.NEVER
  })
}

/** The comparisons of searches, in the order of the numbers that represent them. */
export const searchComparisons = {
  None: 'Equals',
  Equals: 'Equals',
  LessThan: 'LessThan',
  GreaterThan: 'GreaterThan',
  Between: 'Between',
  StartsWith: 'StartsWith',
  EndsWith: 'EndsWith',
  Contains: 'Contains',
  FacetEquals: 'Equals',
  DoesNotContain: 'DoesNotContain',
  DoesNotStartWith: 'DoesNotStartWith',
  DoesNotEndWith: 'DoesNotEndWith',
  LessThanOrEquals: 'LessThanOrEqual',
  GreaterThanOrEquals: 'GreaterThanOrEqual',
  DoesNotEqual: 'NotEquals',
  AnyOf: 'Equals',
  AllOf: 'AllOf',
  NoneOf: 'NotEquals',
  Missing: 'Missing',
  Exists: 'Exists',
  Changed: 'Changed',
} as const satisfies Record<string, Comparison>

export const searchComparison = wireEnum(namesOf(searchComparisons)).default('Equals')

/** The names of a table, in their order. */
export function namesOf<Name extends string>(table: Readonly<Record<Name, unknown>>): Name[] {
  return Object.keys(table) as Name[] // the table is a literal, without other members
}

/** A list that existing clients may omit or send as null; then it is empty. */
export function orEmpty<Item extends z.ZodType>(list: z.ZodArray<Item>) {
  return list.nullish().transform((items) => items ?? [])
}

/** A name, which some programs wrap in an object. */
export const nameOrNamed = z.union([z.string(), z.object({ name: z.string() }).transform(({ name }) => name)])

/** A whole number, which some programs send as text: `7` and `"7"`, but not `""` or `true`. */
export function numberOrText(number: z.ZodInt = z.int()): z.ZodType<number> {
  return z.preprocess(
    (value) => (typeof value === 'string' && /^-?\d+$/.test(value) ? Number(value) : value),
    number,
  )
}

/** The text of a full-text search, of limited length. */
export const searchedText = z.string().superRefine((text, context) => {
  const problem = fullTextProblem(text)

  if (problem) context.addIssue(`Expected ${problem}.`)
})

/** A union of objects that is discriminated by `type`, which may be a number or a name. */
export function wireUnion<Out>(
  types: readonly string[],
  options: readonly [z.core.$ZodTypeDiscriminable, ...z.core.$ZodTypeDiscriminable[]] &
    readonly z.ZodType<Out>[],
): z.ZodType<Out> {
  const error = `Expected a filter of type ${types.join(', ')}.`

  return z.preprocess((value) => withTypeName(value, types), z.discriminatedUnion('type', options, { error }))
}

/** The value with the name of its type in place of the number. */
function withTypeName(value: unknown, types: readonly string[]): unknown {
  const type = isObject(value) ? wireEnum(types).safeParse(value.type) : undefined

  return isObject(value) && type?.success ? { ...value, type: type.data } : value
}

/** The sort keys of results, the most significant first. */
export const Sorting = orEmpty(
  z.array(
    z
      .object({
        field_type: wireEnum(['Property', 'System']).default('Property'),
        field: z.string(),
        culture: z.string().nullish(),
        order: wireEnum(['Desc', 'Asc']).default('Asc'),
      })
      .transform(({ field_type, order, ...by }, context): NamedOrder => {
        // one client sends `created_on` as a property
        if (field_type === 'System' && !systemFieldNamed(by.field)) {
          context.addIssue({
            code: 'custom',
            path: ['field'],
            message: `"${by.field.slice(0, 60)}" is not a system field. Expected one of ${systemFields.join(', ')}.`,
          })
        }

        return { ...by, descending: order === 'Desc' }
      }),
  ),
)
