import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { buildSandbox } from '../../../../local/build-sandbox.ts'
import { InvalidRequest } from '../../shared/errors.ts'
import { define, entity, relationEnd } from '../../../../testing/records.ts'
import type { Entity } from '../../entities/entity.ts'
import type { Filter } from '../filter.ts'
import { definedNamesOf } from '../defined-names.ts'
import { queryEntities } from '../query.ts'
import { parseExpression } from './parser.ts'
import { runs } from '../../../../testing/scale.ts'

/** An expression, the filter it is parsed into, and its meaning in plain JavaScript. */
interface Sample {
  readonly text: string
  readonly filter: Filter
  readonly matches: (entity: Entity, all: readonly Entity[]) => boolean
}

const relation = (role: 'Parent' | 'Child', other: string) => relationEnd('AToB', role, 'ManyToMany', other)
const members = [
  { type: 'String', name: 'Text' },
  { type: 'Integer', name: 'Number' },
  { type: 'Boolean', name: 'Flag' },
  { type: 'DateTime', name: 'Day' },
]
const definitions = [
  define(101, 'T.A', [...members, relation('Parent', 'T.B')]),
  define(102, 'T.B', [...members, relation('Child', 'T.A')]),
]

const texts = ["it's", 'say "x"', 'a\\b', 'A', 'a', '', 'b c', 'Leek soup', 'soups'] as const
const days = ['2014-12-13T00:00:00.000Z', '2014-12-13T10:15:30.000Z', '2015-01-01T00:00:00.000Z'] as const
const text = fc.constantFrom(...texts)
const day = fc.constantFrom(...days)
const number = fc.integer({ min: -2, max: 3 })
const id = fc.integer({ min: 1000, max: 1012 })

const properties = fc.record(
  { Text: text, Number: number, Flag: fc.boolean(), Day: day },
  { requiredKeys: [] },
)

const anyCase = (word: string) =>
  fc
    .array(fc.boolean(), { minLength: word.length, maxLength: word.length })
    .map((upper) =>
      Array.from(word, (letter, at) => (upper[at] ? letter.toUpperCase() : letter.toLowerCase())).join(''),
    )
const quoted = (value: string) =>
  fc.constantFrom(
    `'${value.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`,
    `"${value.replaceAll('\\', '\\\\').replaceAll('"', '""')}"`,
    `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`,
  )

const comparisons = [
  { operator: 'Equals', words: ['==', '=', 'eq', 'equals'], matches: (a: unknown, b: unknown) => a === b },
  {
    operator: 'Equals',
    isNegated: true,
    words: ['!=', '<>', 'ne'],
    matches: (a: unknown, b: unknown) => a !== b,
  },
  { operator: 'GreaterThan', words: ['>', 'gt'], matches: inOrder((a, b) => a > b) },
  { operator: 'GreaterThanOrEqual', words: ['>=', 'gte'], matches: inOrder((a, b) => a >= b) },
  { operator: 'LessThan', words: ['<', 'lt'], matches: inOrder((a, b) => a < b) },
  { operator: 'LessThanOrEqual', words: ['<=', 'lte'], matches: inOrder((a, b) => a <= b) },
] as const

function inOrder(matches: (a: string | number, b: string | number) => boolean) {
  return (a: unknown, b: unknown) =>
    typeof a === 'string' && typeof b === 'string'
      ? matches(a, b)
      : typeof a === 'number' && typeof b === 'number' && matches(a, b)
}

const comparison = fc.constantFrom(...comparisons).chain((each) =>
  fc
    .constantFrom(...each.words)
    .chain(anyCase)
    .map((word) => ({ ...each, word: ` ${word} ` })),
)

function negatedIf({ isNegated = false }: { operator: string; isNegated?: boolean }, filter: Filter): Filter {
  return isNegated ? { kind: 'not', filter } : filter
}

/** A comparison of a property with a value in one of its notations. */
function property<T extends string | number>(
  type: string,
  name: string,
  value: fc.Arbitrary<T>,
  spelling: (value: T) => fc.Arbitrary<string>,
): fc.Arbitrary<Sample> {
  return fc
    .tuple(anyCase(type), quoted(name), comparison, value)
    .chain(([word, inQuotes, compared, operand]) =>
      spelling(operand).map((spelled): Sample => ({
        text: `${word}( ${inQuotes} )${compared.word}${spelled}`,
        filter: negatedIf(compared, {
          kind: 'property',
          property: name,
          operator: compared.operator,
          values: [operand],
        }),
        matches: ({ properties }) => compared.matches(properties[name] ?? null, operand),
      })),
    )
}

const role = fc
  .constantFrom(['parent', 'parents'] as const, ['child', 'children'] as const)
  .chain(([word, side]) => fc.tuple(anyCase(word), fc.constant(side)))

const leaf: fc.Arbitrary<Sample> = fc.oneof(
  property('String', 'Text', text, quoted),
  property('Int', 'Number', number, (value) => fc.constantFrom(String(value), `'${value}'`)),
  property('DateTime', 'Day', day, (value) =>
    fc.constantFrom(value, `'${value}'`, value.slice(0, 19), value.replaceAll(/[-:]|\.000/g, '')),
  ),
  anyCase('bool').map((word): Sample => ({
    text: `${word}('Flag')`,
    filter: { kind: 'property', property: 'Flag', operator: 'Equals', values: [true] },
    matches: ({ properties }) => properties['Flag'] === true,
  })),
  anyCase('datetime').map((word): Sample => ({
    text: `${word}('Day') equals null`,
    filter: { kind: 'property', property: 'Day', operator: 'Equals', values: [null] },
    matches: ({ properties }) => properties['Day'] === undefined,
  })),
  fc.tuple(anyCase('id'), comparison, id).map(([word, compared, wanted]): Sample => ({
    text: `${word}${compared.word}${wanted}`,
    filter: negatedIf(compared, {
      kind: 'system',
      field: 'id',
      operator: compared.operator,
      values: [wanted],
    }),
    matches: (entity) => compared.matches(entity.id, wanted),
  })),
  fc.tuple(anyCase('definition.name'), fc.constantFrom('T.A', 'T.B', 'T.C')).chain(([word, name]) =>
    anyCase(name)
      .chain(quoted)
      .map((spelled): Sample => ({
        text: `${word}==${spelled}`,
        filter: expect.objectContaining({ kind: 'definition' }),
        matches: ({ definition }) => definition === name,
      })),
  ),
  fc.tuple(role, id, quoted('AToB')).map(([[word, side], other, name]): Sample => ({
    text: `${word}(${name}).id==${other}`,
    filter: { kind: 'relation', relation: 'AToB', side, ids: [other] },
    matches: ({ relations }) => relations['AToB']?.[side]?.includes(other) ?? false,
  })),
  fc
    .tuple(
      anyCase('fulltext'),
      fc.subarray(['leek', 'so', 'oup', 'say', 't'], { minLength: 1 }),
      fc.constantFrom(' ', ', '),
    )
    .chain(([word, words, between]) =>
      anyCase(words.join(between))
        .chain(quoted)
        .map((spelled): Sample => ({
          text: `${word}==${spelled}`,
          filter: expect.objectContaining({ kind: 'fulltext' }),
          // Single letters are ignored.
          matches: (entity) => words.every((each) => each.length === 1 || hasWordLike(entity, each)),
        })),
    ),
  anyCase('exists').map((word): Sample => ({
    text: `${word}('AToB')`,
    filter: { kind: 'exists', relation: 'AToB' },
    matches: ({ relations }) => relations['AToB'] !== undefined,
  })),
)

const { expression } = fc.letrec<{ expression: Sample; group: Sample; negation: Sample }>((tie) => ({
  expression: fc.oneof({ depthSize: 'small' }, leaf, tie('group'), tie('negation')),
  group: fc
    .tuple(
      fc
        .constantFrom('and' as const, 'or' as const)
        .chain((kind) => anyCase(kind).map((word) => ({ kind, word }))),
      fc.array(tie('expression'), { minLength: 2, maxLength: 3 }),
    )
    .map(([{ kind, word }, parts]): Sample => ({
      text: parts.map((part) => `(${part.text})`).join(` ${word} `),
      filter: { kind, filters: parts.map((part) => part.filter) },
      matches: (one, all) =>
        kind === 'and'
          ? parts.every((part) => part.matches(one, all))
          : parts.some((part) => part.matches(one, all)),
    })),
  negation: fc
    .tuple(fc.constantFrom('!', '! ', 'not ', 'NOT '), tie('expression'))
    .map(([sign, inner]): Sample => ({
      text: `${sign}(${inner.text})`,
      filter: { kind: 'not', filter: inner.filter },
      matches: (one, all) => !inner.matches(one, all),
    })),
}))

test('an expression is parsed into its filter, and returns the same entities as a scan in plain JavaScript', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(properties, { minLength: 1, maxLength: 12 }),
      fc.array(expression, { minLength: 1, maxLength: 10 }),
      async (drawn, expressions) => {
        const sandbox = await buildSandbox({ definitions, data: drawn.map(entityOf) })
        const all = Array.from(sandbox.data.entities.all())

        for (const { text, filter, matches } of expressions) {
          const read = parseExpression(text, definedNamesOf(sandbox.data))
          const { entities } = queryEntities(sandbox.data, { filter: read, sort: [], skip: 0, take: 1000 })

          expect(read).toEqual(filter)
          expect(entities).toEqual(all.filter((one) => matches(one, all)))
        }
      },
    ),
    { numRuns: runs(10, 300) },
  )
})

const pieces = [
  "String('Text')",
  '==',
  "'",
  '"',
  '(',
  ')',
  '!',
  'AND',
  'OR',
  'Id',
  '1',
  '.id',
  '\\',
  ' ',
  '2014-12-13T',
  ',',
]

test('any text is an expression, or is rejected with a position', async () => {
  const { data } = await buildSandbox({ definitions, data: [] })

  fc.assert(
    fc.property(
      fc
        .oneof(
          // `fc.string({ unit: 'binary' })` would list all characters first, which takes a second.
          fc.array(fc.nat(0x10ffff).map((code) => String.fromCodePoint(code))),
          fc.array(fc.constantFrom(...pieces)),
        )
        .map((some) => some.join('')),
      (source) => {
        const position = / position \d+/
        const error = errorOf(() =>
          queryEntities(data, {
            filter: parseExpression(source, definedNamesOf(data)),
            sort: [],
            skip: 0,
            take: 1,
          }),
        )

        expect(error === undefined || (error instanceof InvalidRequest && position.test(error.message))).toBe(
          true,
        )
      },
    ),
    { numRuns: runs(50, 3000) },
  )
})

test.each<[what: string, source: string, message: string]>([
  ['an expression with too many characters', ' '.repeat(20_001), 'at most 20000 characters'],
  ['an expression with too many conditions', `${'id==1 or '.repeat(1000)}id==1`, 'at most 1000 conditions'],
])('%s is rejected', async (_, source, message) => {
  const { data } = await buildSandbox({ definitions, data: [] })

  expect(() => parseExpression(source, definedNamesOf(data))).toThrow(message)
})

function errorOf(read: () => unknown): unknown {
  try {
    read()

    return undefined
  } catch (error) {
    return error
  }
}

/** Whether a word of its text starts with the prefix. */
function hasWordLike({ identifier, properties }: Entity, prefix: string): boolean {
  const text = typeof properties.Text === 'string' ? properties.Text : ''
  const words = `${identifier} ${text}`.toLowerCase().split(/[^a-z0-9]+/)

  return words.some((word) => word.startsWith(prefix))
}

/** Even entities are related to the next one. */
function entityOf(properties: Entity['properties'], index: number, all: readonly unknown[]): Entity {
  const isParent = index % 2 === 0
  const other = 1000 + (isParent ? index + 1 : index - 1)
  const isRelated = other - 1000 < all.length

  return entity(1000 + index, isParent ? 'T.A' : 'T.B', {
    properties,
    relations: isRelated ? { AToB: isParent ? { children: [other] } : { parents: [other] } } : {},
  })
}
