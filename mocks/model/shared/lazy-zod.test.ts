import { z as eager } from 'zod'
import { expect, test } from 'vitest'
import { z } from './lazy-zod.ts'

const domain = { lazy: z, eager }

/** The same schemas by either zod: with names, wrapped, extended, and one that holds itself. */
function schemasOf(zod: typeof eager) {
  const Name = zod.string().trim().min(1).max(20).meta({ id: 'Name', description: 'A name.' })
  const Dish = zod.object({ name: Name, price: zod.number().positive().optional() }).describe('A dish.')
  const Menu = Dish.extend({
    dishes: zod.array(Dish).default([]),
    kind: zod.enum(['lunch', 'dinner']),
  }).strict()
  const Tree = zod.object({
    name: Dish.shape.name,
    get inner() {
      return zod.array(Tree).optional()
    },
  })
  const Either = zod.union([
    Menu,
    zod.tuple([zod.literal(1), zod.int()]),
    zod.record(zod.string(), zod.boolean()),
  ])

  return { Name, Dish, Menu, Tree, Either, Partial: Menu.partial().omit({ kind: true }) }
}

const [lazy, made] = [schemasOf(domain.lazy), schemasOf(domain.eager)]
const names = Object.keys(made) as (keyof typeof made)[] // the keys of this literal

test.each(names)('%s takes, refuses and says what it does when it is made at once', (name) => {
  const values = [
    ' soup ',
    '',
    { name: 'soup' },
    { name: '', price: -1 },
    { name: 'menu', kind: 'lunch', dishes: [{ name: 'soup', price: 2 }] },
    { name: 'menu', kind: 'tea', more: 1 },
    { name: 'a', inner: [{ name: 'b', inner: [] }] },
    { name: 'a', inner: [{ name: 2 }] },
    [1, 2],
    { yes: true },
  ]

  for (const value of values) expect(lazy[name].safeParse(value)).toEqual(made[name].safeParse(value))
  expect(z.toJSONSchema(lazy[name], { io: 'input' })).toEqual(eager.toJSONSchema(made[name], { io: 'input' }))
})

test('a schema is made when it is first used, once', () => {
  const made: string[] = []
  const Noted = z.object({
    get name() {
      made.push('name')

      return z.string()
    },
  })
  const Optional = Noted.optional()

  expect(made).toEqual([])
  Optional.parse({ name: 'a' })
  Noted.parse({ name: 'b' })
  expect(made).toEqual(['name'])
})

test('a registry knows a schema by itself and within others, whenever it was told', () => {
  const registry = z.registry<{ note: string }>()
  const Name = z.string().register(registry, { note: 'early' })
  const Holder = z.object({ Name })

  expect(registry.get(Holder.parse({ Name: 'a' }) && Holder.def.shape.Name)).toEqual({ note: 'early' })
  registry.add(Holder, { note: 'late' })
  expect([registry.get(Name), registry.get(Holder)]).toEqual([{ note: 'early' }, { note: 'late' }])
})

test('a schema is an instance of its class', () => {
  const Holder = z.array(z.string())

  expect([Holder instanceof z.ZodArray, Holder instanceof z.ZodType, Holder instanceof z.ZodObject]).toEqual([
    true,
    true,
    false,
  ])
})
