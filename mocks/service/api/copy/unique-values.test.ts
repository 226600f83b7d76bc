import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { CopyPlanResource } from '../../control/data/copy-plan-routes.ts'
import { freshValue } from '../../../data/model/copy/new-value.ts'
import { type Doors, jsonOf, openDoors } from '../../../testing/doors.ts'
import { kitchenSandbox } from '../../../testing/kitchen.ts'
import { define, entity, relationEnd } from '../../../testing/records.ts'
import { runs } from '../../../testing/scale.ts'

interface Copied {
  readonly id: number
}

interface Shown {
  readonly properties: Record<string, unknown>
  readonly relations: Record<string, unknown>
}

const keyProperty = { type: 'String', name: 'Key', is_unique: true, is_mandatory: true } as const

/** Doors to things with these keys, the first of which has the id 1001. */
const withKeys = (member: object, ...keys: readonly (string | number)[]): Promise<Doors> =>
  openDoors({
    definitions: [
      define(101, 'T.Thing', [
        { ...keyProperty, ...member },
        relationEnd('ThingToThing', 'Parent', 'OneToMany', 'T.Thing'),
        relationEnd('ThingToThing', 'Child', 'OneToMany', 'T.Thing'),
      ]),
    ],
    data: keys.map((Key, index) => entity(1001 + index, 'T.Thing', { properties: { Key } })),
  })

const copy = (doors: Doors, id: number, options: object = {}) =>
  doors.post(`/api/entities/${id}/copy`, options)

/** Properties of definitions that have no seeded entities. */
const createdByRequests = {
  'M.Action': { 'Action.Name': 'Post' },
  'M.JobDescription': {},
  'M.Script': { 'M.Script.Name': 'Greet' },
  'M.ScriptContent': {},
  'M.Trigger': { 'Trigger.Name': 'Saved' },
}

test(
  'an entity of every built-in definition can be copied with an empty body, and its plan says the same',
  { timeout: 60_000 },
  async () => {
    await using doors = await openDoors()
    const created = await doors.create('/api/fetchjobs', {
      asset: { href: '/api/entities/1000' },
      files: [{ type: 'Web', href: 'http://files.test/leek.jpg' }],
    })
    for (const [definition, properties] of Object.entries(createdByRequests))
      await doors.create(`/api/entitydefinitions/${definition}/entities`, { properties })

    const { items } = await doors.get<{ items: { name: string }[] }>('/api/entitydefinitions?take=100')
    const first = new Map(
      doors.sandboxes.flatMap(({ data }) =>
        Array.from(data.entities.all())
          .toReversed()
          .map(({ definition, id }) => [definition, id] as const),
      ),
    )

    expect(created).not.toBe('')
    expect(items.map(({ name }) => name).filter((name) => !first.has(name))).toEqual([])

    for (const [definition, source] of first) {
      const planned = await doors.post(`/__sandbox/copy-plan/${source}`, {})
      const plan = (await planned.json()) as CopyPlanResource
      const response = await copy(doors, source)

      expect([definition, planned.status, response.status]).toEqual([definition, 200, 201])

      const { id } = (await response.json()) as Copied
      const { properties } = await doors.get<Shown>(`/api/entities/${id}`)
      const [target] = plan.creates

      expect(plan.creates).toHaveLength(1)
      for (const { property, after } of target?.properties ?? []) {
        expect([property, valueOf(properties[property])]).toEqual([property, after])
      }
    }
  },
)

/** A multi-language property without a value is `{}` in responses. */
function valueOf(value: unknown): unknown {
  return value === null || JSON.stringify(value) === '{}' ? null : value
}

test.each<[string, object, (string | number)[], string | number]>([
  ['text gets a number', {}, ['plate'], 'plate-2'],
  ['the next one after a number', {}, ['plate-09', 'plate-10'], 'plate-11'],
  ['the next free one', {}, ['plate', 'plate-2', 'plate-3', 'plate-4', 'plate-6'], 'plate-5'],
  [
    'in the form of the expression',
    { validation_expression: '^[A-Z]{3}-[0-9]{5}$' },
    ['THR-10113'],
    'THR-10114',
  ],
  ['letters where it forbids numbers', { validation_expression: '^[A-Z]{2}$' }, ['NZ', 'OA'], 'OB'],
  ['a whole number', { type: 'Integer' }, [7, 8], 9],
  ['a decimal', { type: 'Decimal' }, [0.5], 1.5],
])('a copy gets a fresh value of a mandatory unique property: %s', async (_, member, keys, expected) => {
  await using doors = await withKeys(member, ...keys)
  const { id } = (await jsonOf(201, copy(doors, 1001))) as unknown as Copied

  expect((await doors.get<Shown>(`/api/entities/${id}`)).properties['Key']).toBe(expected)
})

test('a mandatory unique value that has no successor, or that an option removes, is rejected; Overwrite sets it', async () => {
  await using doors = await withKeys({ validation_expression: '^(only|other)$' }, 'only')
  const option = (method: string, more = {}) => ({
    property_copy_options: [{ property: 'Key', method, ...more }],
  })

  expect(await jsonOf(400, copy(doors, 1001))).toEqual({
    'property_copy_options.Key':
      '"Key" is mandatory and has no value. A unique value is not copied: Overwrite it with a new_value.',
  })
  expect(await jsonOf(400, copy(doors, 1001, option('Remove')))).toEqual({
    'property_copy_options.0': '"Key" is mandatory and has no value.',
  })
  expect((await copy(doors, 1001, option('Overwrite', { new_value: 'other' }))).status).toBe(201)
})

test('fresh values differ from each other, and from those that options of the same copy set', async () => {
  await using doors = await withKeys({}, 'plate', 'plate-9')
  const child = { parent: { href: '/api/entities/1001' } }

  await doors.put('/api/entities/1002/relations/ThingToThing', child)

  const options = {
    relation_copy_options: [
      {
        relation: 'ThingToThing',
        role: 'Parent',
        method: 'Copy',
        related_copy_options: {
          property_copy_options: [{ property: 'Key', method: 'Overwrite', new_value: 'plate-2' }],
        },
      },
    ],
  }
  const { id } = (await jsonOf(201, copy(doors, 1001, options))) as unknown as Copied

  expect((await doors.get<Shown>(`/api/entities/${id}`)).properties['Key']).toBe('plate-3')
})

test('a fresh value is none of the taken ones, and is found in few steps', async () => {
  const { data } = await kitchenSandbox()
  const [group] = define(101, 'T.Thing', [keyProperty]).member_groups
  const [property] = group?.members ?? []

  if (property?.type !== 'String') throw new TypeError('The definition has no key.')

  const text = fc.stringMatching(/^[a-z-]{0,3}[0-9]{0,3}$/)

  fc.assert(
    fc.property(text, fc.nat(5000), fc.array(text, { maxLength: 20 }), (value, count, others) => {
      const taken = new Set<unknown>([value, ...others])

      for (let index = 0; index < count; index++) taken.add(value.replace(/\d*$/, '') + index)

      let steps = 0
      const fresh = freshValue(data, property, value, (each) => {
        steps++

        return taken.has(each)
      })

      expect(typeof fresh === 'string' && !taken.has(fresh)).toBe(true)
      expect(steps).toBeLessThan(100)
    }),
    { numRuns: runs(200, 5000) },
  )
})
