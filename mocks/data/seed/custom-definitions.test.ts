import * as fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import {
  cardinalities,
  EntityDefinition,
  propertyTypes,
  OptionList,
} from '../model/definitions/definition.ts'
import type { Entity } from '../model/entities/entity.ts'
import { generateEntities as generateInSlices, type SeedOptions } from './generator/generate.ts'
import { propertyMembersOf } from '../model/definitions/compiled-definition.ts'
import { stored } from './testing/stored.ts'
import { loadExpressionEngine } from '../model/shared/regular-expressions.ts'
import { runSync } from '../model/shared/slices.ts'
import { runs } from '../../testing/scale.ts'
import { relationEnd } from '../../testing/records.ts'

const generateEntities = (options: SeedOptions) => runSync(generateInSlices(options))

beforeAll(loadExpressionEngine)

const optionLists = [
  OptionList.parse({
    name: 'Sizes',
    values: [
      { identifier: 's', labels: {} },
      { identifier: 'm', labels: {} },
    ],
  }),
  OptionList.parse({
    name: 'Regions',
    type: 'Hierarchical',
    values: [{ identifier: 'eu', labels: {}, values: [{ identifier: 'eu.nl', labels: {} }] }],
  }),
]

const propertyNames = [
  'Title',
  'UnitPrice',
  'Email',
  'DueOn',
  'ProductNumber',
  'Url',
  'City',
  'Count',
  'Body',
  'Thing',
  'Latitude',
  'BirthDate',
]

const property = fc
  .record({
    name: fc.constantFrom(...propertyNames),
    type: fc.constantFrom(...propertyTypes),
    is_mandatory: fc.boolean(),
    is_unique: fc.boolean(),
    is_multilanguage: fc.boolean(),
    is_multivalue: fc.boolean(),
    datasource: fc.option(fc.constantFrom('Sizes', 'Regions'), { freq: 3 }),
    validation_expression: fc.option(
      fc.constantFrom('^[A-Z]{2}-[0-9]{4,6}$', String.raw`^\w+@\w+\.(com|org)$`, '^#?[0-9a-f]{6}$'),
      { freq: 3 },
    ),
  })
  .map((member) =>
    member.type === 'String' ? member : { ...member, datasource: null, validation_expression: null },
  )
  .map((member) => (member.datasource ? { ...member, validation_expression: null } : member))

const relation = fc.record({
  parent: fc.nat(4),
  child: fc.nat(4),
  cardinality: fc.constantFrom(...cardinalities),
})

/** Up to five definitions with any properties, and relations between any two of them. */
const anyDefinitions = fc
  .record({
    bodies: fc.array(
      fc.record({
        id: fc.integer({ min: 1, max: 9000 }),
        properties: fc.uniqueArray(property, { selector: ({ name }) => name }),
      }),
      { minLength: 1, maxLength: 5 },
    ),
    relations: fc.array(relation, { maxLength: 6 }),
  })
  .map(({ bodies, relations }) =>
    bodies.map(({ id, properties }, index) => {
      const ends = relations.flatMap(({ parent, child, cardinality }, number) => {
        if (parent >= bodies.length || child >= bodies.length) return []
        const common = { type: 'Relation', name: `Relation${number}`, cardinality }

        return [
          ...(child === index
            ? [{ ...common, role: 'Child', associated_entitydefinition: `Demo.D${parent}` }]
            : []),
          ...(parent === index
            ? [{ ...common, role: 'Parent', associated_entitydefinition: `Demo.D${child}` }]
            : []),
        ]
      })
      const labels = { 'en-US': `Thing ${index}`, 'fr-FR': `Chose ${index}` }

      return EntityDefinition.parse({
        id,
        name: `Demo.D${index}`,
        labels,
        member_groups: [{ name: 'All', members: [...properties, ...ends] }],
      })
    }),
  )

test('seed: entities of any definitions are those of a valid data file, and trees have no cycles', async () => {
  await fc.assert(
    fc.asyncProperty(anyDefinitions, fc.nat(100), async (definitions, seed) => {
      const entities = generateEntities({ seed, count: 60, definitions, optionLists })
      const ids = new Map(entities.map(({ id, definition }) => [id, definition]))

      expect(stored(entities, definitions, optionLists)).toEqual(entities)
      for (const { id, definition, relations } of entities) {
        const parents = Object.values(relations).flatMap((ends) => ends.parents ?? [])

        expect(parents.filter((parent) => ids.get(parent) === definition && parent >= id)).toEqual([])
      }
    }),
    { numRuns: runs(8, 200) },
  )
})

test('seed: unique values are unique for any definitions', () => {
  fc.assert(
    fc.property(anyDefinitions, (definitions) => {
      const entities = generateEntities({ seed: 1, count: 80, definitions, optionLists })
      for (const definition of definitions) {
        for (const { name, type } of propertyMembersOf(definition).filter(({ is_unique }) => is_unique)) {
          const values = entities.flatMap((entity) =>
            entity.definition === definition.name ? distinctValues(type, entity.properties[name]) : [],
          )
          expect([name, values.length]).toEqual([name, new Set(values).size])
        }
      }
    }),
    { numRuns: runs(8, 200) },
  )
})

test.each([
  ['before', 10],
  ['after', 12],
])('seed: one-to-one relations are filled if the child comes %s its parent', (_, childId) => {
  const relation = (role: 'Parent' | 'Child', parent: string, child: string) =>
    relationEnd(
      `${parent}To${child}`,
      role,
      parent === 'Order' ? 'OneToOne' : 'OneToMany',
      `Demo.${role === 'Child' ? parent : child}`,
    )
  const definitions = [
    {
      id: 1,
      name: 'Demo.Root',
      members: [relation('Parent', 'Root', 'Order'), relation('Parent', 'Root', 'Invoice')],
    },
    {
      id: 11,
      name: 'Demo.Order',
      members: [relation('Child', 'Root', 'Order'), relation('Parent', 'Order', 'Invoice')],
    },
    {
      id: childId,
      name: 'Demo.Invoice',
      members: [relation('Child', 'Root', 'Invoice'), relation('Child', 'Order', 'Invoice')],
    },
  ].map(({ id, name, members }) =>
    EntityDefinition.parse({ id, name, member_groups: [{ name: 'Main', members }] }),
  )
  const invoices = generateEntities({ seed: 1, count: 100, definitions, optionLists }).filter(
    ({ definition }) => definition === 'Demo.Invoice',
  )
  const withOrder = invoices.filter(({ relations }) => relations['OrderToInvoice']?.parents?.length === 1)

  expect(withOrder.length).toBeGreaterThan(0.9 * invoices.length)
})

test('seed: a higher count or another definition only adds records', () => {
  const another = EntityDefinition.parse({ id: 77, name: 'Demo.Other', member_groups: [] })

  fc.assert(
    fc.property(anyDefinitions, fc.integer({ min: 1, max: 60 }), (definitions, count) => {
      const entities = generateEntities({ seed: 1, count, definitions, optionLists })
      const withHigherCount = generateEntities({ seed: 1, count: count + 25, definitions, optionLists })
      const withAnother = definitions.every(({ id }) => id < 1024 && id !== 77)
        ? generateEntities({
            seed: 1,
            count: count * 7 + 40,
            definitions: [...definitions, another],
            optionLists,
          })
        : withHigherCount

      for (const larger of [withHigherCount, withAnother]) {
        const byId = new Map(larger.map((entity) => [entity.id, withoutChildren(entity)]))
        for (const entity of entities) expect(byId.get(entity.id)).toEqual(withoutChildren(entity))
      }
    }),
    { numRuns: runs(8, 200) },
  )
})

function withoutChildren(entity: Entity): object {
  const parents = Object.entries(entity.relations).flatMap(([name, ends]) =>
    ends.parents ? [[name, ends.parents]] : [],
  )

  return { ...entity, relations: parents }
}

/** The different values of a property, in all cultures. */
function distinctValues(type: string, value: unknown): string[] {
  if (value === undefined) return []
  if (type === 'Json' || typeof value !== 'object' || value === null) return [JSON.stringify(value)]

  return [...new Set(Object.values(value).flatMap((item) => distinctValues(type, item)))]
}
