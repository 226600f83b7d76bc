import * as fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { buildSandbox } from '../../../local/build-sandbox.ts'
import type { Entity } from '../entities/entity.ts'
import { uniqueValueKey } from '../entities/properties.ts'
import type { Data, CommittedData } from '../data-tables.ts'
import { compareForSorting } from './values.ts'
import { fieldIn, operators, type Filter, type SortKey } from './filter.ts'
import { predicateOf, propertyReader, systemValue } from './matches.ts'
import { idsFound, prepareQuery, queryEntities, type EntityQuery } from './query.ts'
import { resolve } from './defined-names.ts'
import { runs } from '../../../testing/scale.ts'
import { define, entity, relationEnd } from '../../../testing/records.ts'

const definitions = (['T.A', 'T.B'] as const).map((name, index) =>
  define(100 + index, name, [
    { type: 'Integer', name: 'Number' },
    { type: 'String', name: 'Text' },
    { type: 'String', name: 'Words', is_multilanguage: true },
    { type: 'String', name: 'Code', is_unique: true },
    { type: 'DateTime', name: 'Day' },
    relationEnd('AToB', index === 0 ? 'Parent' : 'Child', 'ManyToMany', index === 0 ? 'T.B' : 'T.A'),
  ]),
)

const text = fc.constantFrom('a', 'A', 'b', 'ab', 'B c', '')
const fullText = fc.constantFrom('a', 'ab', '"b c"', 'a* OR b?', '?b', 't-100', '"ab"', '')
const culture = fc.constantFrom('en-US', 'nl-NL')
const day = fc.constantFrom('2026-01-01T00:00:00.000Z', '2026-01-02T00:00:00.000Z')
const id = fc.integer({ min: 1000, max: 1024 })

const properties = fc.record(
  { Number: fc.integer({ min: 0, max: 3 }), Text: text, Words: fc.dictionary(culture, text), Day: day },
  { requiredKeys: [] },
)

const systemFilter = fc.record({
  kind: fc.constant('system' as const),
  field: fc.constantFrom('id', 'identifier', 'definition', 'created_on', 'created_by', 'version'),
  operator: fc.constantFrom(...operators),
  values: fc.array(
    fc.oneof(
      id,
      id.map(String),
      id.map((number) => `0${number}`),
      fc.constantFrom('T.A', 'T.B', 'none', null, 6),
      id.map((number) => `t-${number}`),
      day,
    ),
    { maxLength: 3 },
  ),
})

const propertyFilter = fc.record({
  kind: fc.constant('property' as const),
  property: fc.constantFrom('Number', 'Text', 'Words', 'Code', 'Day', 'Unknown'),
  culture: fc.option(culture, { nil: undefined }),
  operator: fc.constantFrom(...operators),
  values: fc.array(
    fc.oneof(
      text,
      fc.integer({ min: 0, max: 3 }),
      fc.constantFrom('1', '1.0', '02'),
      day,
      fc.constant(null),
      id.map((n) => `c${n}`),
    ),
    {
      maxLength: 3,
    },
  ),
})

const relationFilter = fc.record({
  kind: fc.constant('relation' as const),
  relation: fc.constantFrom('AToB', 'Unknown'),
  side: fc.constantFrom('parents', 'children', undefined),
  ids: fc.option(fc.array(id, { maxLength: 3 }), { nil: undefined }),
})

/** Filters with an index; random ones rarely have one. */
const indexedFilter = fc.oneof(
  fc.constantFrom('T.A', 'T.B').map((name) => fieldIn('definition', [name])),
  fc.array(id, { maxLength: 3 }).map((ids) => fieldIn('id', ids)),
  id.map((number) => ({
    kind: 'property' as const,
    property: 'Code',
    operator: 'Equals' as const,
    values: [`c${number}`],
  })),
)

const { filter } = fc.letrec<{
  filter: Filter
  leaf: Filter
  group: Filter
  not: Filter
}>((tie) => ({
  filter: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    tie('leaf'),
    tie('group'),
    tie('not'),
    tie('leaf'),
    tie('group'),
  ),
  leaf: fc.oneof(
    { weight: 3, arbitrary: indexedFilter },
    systemFilter,
    propertyFilter,
    relationFilter,
    fc.record({ kind: fc.constant('fulltext' as const), text: fullText }),
    fc.constant({ kind: 'all' as const }),
  ),
  group: fc.record({
    kind: fc.constantFrom('and' as const, 'or' as const),
    filters: fc.oneof(fc.array(tie('filter'), { maxLength: 3 }), fc.tuple(indexedFilter, tie('leaf'))),
  }),
  not: fc.record({ kind: fc.constant('not' as const), filter: tie('filter') }),
}))

const sort = fc.array(
  fc.record({
    by: fc.oneof(
      fc.record({ system: fc.constantFrom('id', 'created_on', 'definition', 'version') }),
      fc.record({
        property: fc.constantFrom('Number', 'Text', 'Words'),
        culture: fc.option(culture, { nil: undefined }),
      }),
    ),
    descending: fc.boolean(),
  }),
  { maxLength: 2 },
)

const query = fc.record({ filter, sort, skip: fc.nat(20), take: fc.integer({ min: 0, max: 20 }) })
const change = fc.record({ id, properties, remove: fc.boolean() })

test('a query returns the same entities as a full scan, in the same order, even after changes', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(properties, { minLength: 1, maxLength: 25 }),
      fc.array(query, { minLength: 1, maxLength: 4 }),
      fc.array(change, { maxLength: 4 }),
      async (drawn, queries, changes) => {
        const sandbox = await buildSandbox({ definitions, data: drawn.map(entityOf) })

        for (const step of [undefined, ...changes]) {
          if (step) sandbox.change((draft) => apply(draft, step))
          for (const each of queries)
            expect(queryEntities(sandbox.data, each)).toEqual(scan(sandbox.data, each))
        }
      },
    ),
    { numRuns: runs(15, 500) },
  )
})

test.each<Filter>([
  { kind: 'property', property: 'Number', operator: 'Equals', values: ['1.0'] },
  { kind: 'system', field: 'id', operator: 'Equals', values: ['01001'] },
  { kind: 'system', field: 'created_by', operator: 'Equals', values: ['06'] },
])('a number may be sent as text in any notation: $values', async (filter) => {
  const sandbox = await buildSandbox({ definitions, data: [{}, { Number: 1 }].map(entityOf) })
  const found = queryEntities(sandbox.data, { filter, sort: [], skip: 0, take: 100 }).entities

  expect(found.map(({ id }) => id)).toContain(1001)
})

test('a page can start after the last entity of another, even if it was deleted meanwhile', async () => {
  const drawn = Array.from({ length: 10 }, (_, index) => ({ Number: index % 3 }))
  const sandbox = await buildSandbox({ definitions, data: drawn.map(entityOf) })
  const byNumber: EntityQuery = {
    filter: { kind: 'property', property: 'Number', operator: 'GreaterThanOrEqual', values: [0] },
    sort: [{ by: { property: 'Number' }, descending: true }],
    skip: 0,
    take: 4,
  }
  const first = queryEntities(sandbox.data, byNumber)
  const last = first.entities.at(-1)?.id ?? 0

  sandbox.change((draft) => draft.entities.delete(last))

  const after = { values: [1], id: last }
  const second = queryEntities(sandbox.data, { ...byNumber, take: 100, after })
  const seen = [...first.entities, ...second.entities].map(({ id }) => id)

  expect(new Set(seen).size).toBe(10)
  expect(second.total).toBe(9)
})

test('an index is built in slices, and includes the changes of requests that run in between', async () => {
  const sandbox = await buildSandbox({
    definitions,
    data: Array.from({ length: 600 }, () => ({})).map(entityOf),
  })
  const filter: Filter = { kind: 'property', property: 'Text', operator: 'Contains', values: ['soup'] }
  const order: string[] = []
  let now = 0
  // A fast clock, so that every step takes a slice.
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += 20))
  const prepared = prepareQuery(sandbox.data, filter)?.then(() => order.push('query'))

  sandbox.change((draft) => apply(draft, { id: 1000, properties: { Text: 'Leek soup' }, remove: false }))
  order.push('change')
  await prepared
  clock.mockRestore()

  expect(order).toEqual(['change', 'query'])
  expect(prepareQuery(sandbox.data, filter)).toBeUndefined()
  expect(queryEntities(sandbox.data, { filter, sort: [], skip: 0, take: 9 })).toMatchObject({
    entities: [{ id: 1000 }],
    total: 1,
  })
})

test('a result is computed once for a search: in slices, with or without an empty sort order', async () => {
  const { data } = await buildSandbox({
    definitions,
    data: Array.from({ length: 1200 }, () => ({})).map(entityOf),
  })
  const filter: Filter = { kind: 'property', property: 'Text', operator: 'Contains', values: ['soup'] }
  let reads = 0
  const get = data.entities.get.bind(data.entities)

  vi.spyOn(data.entities, 'get').mockImplementation((id) => ((reads += 1), get(id)))
  await prepareQuery(data, filter)

  const readsBefore = reads

  expect(await idsFound(data, filter)).toBe(await idsFound(data, filter))
  expect(reads).toBe(readsBefore)
})

/** Even entities are related to the next one. */
function entityOf(properties: Entity['properties'], index: number, all: readonly unknown[]): Entity {
  const number = 1000 + index
  const isParent = index % 2 === 0
  const other = isParent ? number + 1 : number - 1
  const isRelated = other - 1000 < all.length

  return entity(number, isParent ? 'T.A' : 'T.B', {
    properties: { ...properties, Code: `c${number}` },
    relations: isRelated ? { AToB: isParent ? { children: [other] } : { parents: [other] } } : {},
    version: 1 + (index % 3),
    createdOn: `2026-01-0${1 + (index % 2)}T00:00:00.000Z`,
    createdBy: 6,
  })
}

function apply(
  draft: Parameters<Parameters<Awaited<ReturnType<typeof buildSandbox>>['change']>[0]>[0],
  { id, properties, remove }: { id: number; properties: Entity['properties']; remove: boolean },
): void {
  const before = draft.entities.get(id)

  if (!before) return
  if (remove && Object.keys(before.relations).length === 0) draft.entities.delete(id)
  else {
    const Code = before.properties.Code ?? null

    draft.entities.put({
      ...before,
      properties: { ...properties, Code },
      uniqueValues: [uniqueValueKey(before.definition, 'Code', Code)],
      version: before.version + 1,
    })
  }
}

/** A simple but slow implementation. */
function scan(data: CommittedData, { filter, sort, skip, take }: EntityQuery) {
  const found = Array.from(data.entities.all()).filter(predicateOf(data, resolve(data, filter)))

  found.sort((a, b) => {
    for (const key of sort) {
      const difference = compareForSorting(sortValue(data, a, key), sortValue(data, b, key))

      if (difference !== 0) return key.descending ? -difference : difference
    }

    return a.id - b.id
  })

  return { entities: found.slice(skip, skip + take), total: found.length }
}

function sortValue(data: Data, entity: Entity, { by }: SortKey) {
  return !('property' in by)
    ? systemValue(entity, 'system' in by ? by.system : 'id')
    : propertyReader(data, by.property, by.culture)(entity)[0]
}
