import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { createSandbox } from '../../../index.ts'
import type { Cardinality } from '../../../data/model/definitions/definition.ts'
import { define, relationEnd } from '../../../testing/records.ts'
import { runs, seed } from '../../../testing/scale.ts'

interface RestEntity {
  readonly id: number
  readonly identifier: string
  readonly created_on: string
  readonly properties: Readonly<Record<string, unknown>>
}

type Read = (path: string, body?: object) => Promise<Record<string, unknown>>

/** The random definitions: their properties, and the cardinality of their relations. */
interface Domain {
  readonly members: string[][]
  readonly cardinality: Cardinality
}

/** What a random query asks of the entities of a definition. */
interface Selection {
  readonly properties: readonly string[]
  readonly relations: readonly { readonly to: number; readonly selection: Selection }[]
}

/** Properties by name; some have no values, others the same value in many entities. */
const properties = {
  Title: { type: 'String' },
  Story: { type: 'String', is_multilanguage: true },
  Size: { type: 'Integer' },
  Price: { type: 'Decimal' },
  Vegan: { type: 'Boolean' },
  CookedOn: { type: 'DateTime' },
  Words: { type: 'String', is_multivalue: true },
}
const names = Object.keys(properties) as (keyof typeof properties)[] // its own names

const domains = fc.record({
  members: fc.array(fc.uniqueArray(fc.constantFrom(...names)), { minLength: 2, maxLength: 3 }),
  cardinality: fc.constantFrom('OneToMany', 'ManyToMany', 'OneToOne'),
  seed: fc.nat(10_000),
})
const selections: fc.Memo<Selection> = fc.memo((depth) =>
  fc.record({
    properties: fc.uniqueArray(fc.constantFrom(...names)),
    relations:
      depth > 1
        ? fc.uniqueArray(fc.record({ to: fc.nat(2), selection: selections() }), {
            maxLength: 2,
            selector: ({ to }) => to,
          })
        : fc.constant([]),
  }),
)
const comparisons = { eq: '==', lt: '<', gte: '>=' } as const
const queries = fc.record({
  of: fc.nat(2),
  selection: selections(3),
  compared: fc.option(
    fc.record({
      name: fc.constantFrom(...(['Title', 'Size', 'Price', 'Vegan'] as const)),
      by: fc.constantFrom(...(['eq', 'lt', 'gte'] as const)),
    }),
    { nil: undefined },
  ),
  sorted: fc.option(
    fc.record({
      name: fc.constantFrom(...(['Title', 'Size', 'Price'] as const)),
      isDescending: fc.boolean(),
    }),
    {
      nil: undefined,
    },
  ),
})

const field = (name: string) => name.charAt(0).toLowerCase() + name.slice(1)

/** The relation between two definitions, whose first one is its parent. */
const relationBetween = (one: number, other: number) => `R${Math.min(one, other)}To${Math.max(one, other)}`

/** Definitions that are all related to each other. */
function definitionsOf({ members, cardinality }: Domain) {
  return members.map((own, index) =>
    define(101 + index, `T.D${index}`, [
      ...names.filter((name) => own.includes(name)).map((name) => ({ name, ...properties[name] })),
      ...members.flatMap((_, other) =>
        other === index
          ? []
          : [
              relationEnd(
                relationBetween(index, other),
                index < other ? 'Parent' : 'Child',
                cardinality,
                `T.D${other}`,
              ),
            ],
      ),
    ]),
  )
}

/** Whether an entity has at most one related entity at the other end. */
function isOne({ cardinality }: Domain, of: number, to: number): boolean {
  return cardinality === 'OneToOne' || (cardinality === 'OneToMany' && of > to)
}

/** The part of a selection that the definitions have, as GraphQL. */
function document({ properties: asked, relations }: Selection, of: number, domain: Domain): string {
  const { members } = domain
  const own = asked.filter((name) => members[of]?.includes(name)).map(field)
  const related = relations
    .filter(({ to }) => to !== of && to < members.length)
    .map(({ to, selection }) => {
      const name = field(relationBetween(of, to))
      const inner = document(selection, to, domain)

      return isOne(domain, of, to)
        ? `${name} { ${inner} }`
        : `${name}(first: 30) { total results { ${inner} } }`
    })

  return ['id createdOn', ...own, ...related].join(' ')
}

/** Expects an entity of a result to be what REST returns for it. */
async function expectSame(
  read: Read,
  actual: Readonly<Record<string, unknown>>,
  rest: RestEntity,
  { selection, of, domain }: { selection: Selection; of: number; domain: Domain },
): Promise<void> {
  expect(actual).toMatchObject({ id: rest.identifier, createdOn: rest.created_on })
  const { members } = domain
  const asked = selection.properties.filter((name) => members[of]?.includes(name))

  expect(asked.map((name) => [name, actual[field(name)]])).toEqual(
    asked.map((name) => [name, rest.properties[name] ?? (name === 'Story' ? {} : null)]),
  )
  for (const { to, selection: inner } of selection.relations) {
    if (to === of || to >= members.length) continue
    const name = relationBetween(of, to)
    // as asked
    const given = actual[field(name)] as Record<string, unknown> | null
    const { total, results } = (
      isOne(domain, of, to) ? { total: given ? 1 : 0, results: given ? [given] : [] } : given
    ) as { total: number; results: Record<string, unknown>[] }
    const relation = await read(`/api/entities/${rest.id}/relations/${name}`)
    const links = [relation[of < to ? 'children' : 'parents'], relation[of < to ? 'child' : 'parent']]
      .flat()
      .filter((link) => link !== undefined && link !== null) as { href: string }[] // interface 2.1.1

    expect(total).toBe(links.length)
    for (const [index, { href }] of links.entries()) {
      // as GET of an entity returns it
      const related = (await read(new URL(href).pathname)) as unknown as RestEntity

      await expectSame(read, results[index] ?? {}, related, { selection: inner, of: to, domain })
    }
  }
}

test('any query over any definitions gives what REST gives for the same entities', async () => {
  await fc.assert(
    fc.asyncProperty(domains, fc.array(queries, { minLength: 1, maxLength: 4 }), async (domain, asked) => {
      const { members, seed } = domain

      await using sandbox = await createSandbox({ definitions: definitionsOf(domain), entities: 24, seed })
      const read: Read = async (path, body) =>
        (
          await sandbox.fetch(path, {
            ...(body && { method: 'POST', body: JSON.stringify(body) }),
            headers: { 'Content-Type': 'application/json' },
          })
        ).json()

      for (const { of: wanted, selection, compared, sorted } of asked) {
        const of = wanted % members.length
        const has = (name: (typeof names)[number]) => members[of]?.includes(name)
        const all = (await sandbox.find(`T.D${of}`)) as readonly { properties: Record<string, unknown> }[]
        const value = compared && has(compared.name) && all.at(-1)?.properties[compared.name]
        const isCompared =
          compared &&
          value !== undefined &&
          value !== false &&
          value !== null &&
          (compared.by === 'eq' || !['Title', 'Vegan'].includes(compared.name))
        const isSorted = sorted && has(sorted.name)
        const args = [
          'first: 30',
          ...(isCompared
            ? [`where: { ${field(compared.name)}_${compared.by}: ${JSON.stringify(value)} }`]
            : []),
          ...(isSorted
            ? [`orderBy: ${sorted.name.toUpperCase()}_${sorted.isDescending ? 'DESC' : 'ASC'}`]
            : []),
        ]
        const { data, errors } = await read('/api/graphql/preview/v1', {
          query: `{ allT_D${of}(${args.join()}) { total results { ${document(selection, of, domain)} } } }`,
        })
        const conditions = [
          `Definition.Name=='T.D${of}'`,
          ...(isCompared
            ? [
                `${compared.name}${comparisons[compared.by]}${typeof value === 'string' ? `'${value}'` : JSON.stringify(value)}`,
              ]
            : []),
        ]
        const parameters = new URLSearchParams({
          query: conditions.join(' AND '),
          take: '1000',
          ...(isSorted && { sort: sorted.name, order: sorted.isDescending ? 'Descending' : 'Ascending' }),
        })
        const rest = (await read(`/api/entities/query?${parameters}`)) as unknown as {
          items: RestEntity[]
          total_items: number
        } // as the route declares it

        expect(errors).toBeUndefined()
        const list = (data as Record<string, { total: number; results: Record<string, unknown>[] }>)[
          `allT_D${of}`
        ]

        expect(list?.total).toBe(rest.total_items)
        expect(list?.results.map(({ id }) => id)).toEqual(rest.items.map(({ identifier }) => identifier))
        for (const [index, entity] of rest.items.entries()) {
          await expectSame(read, list?.results[index] ?? {}, entity, { selection, of, domain })
        }
      }
    }),
    { numRuns: runs(2, 40), seed },
  )
}, 600_000)
