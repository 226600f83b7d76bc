import { expect } from 'vitest'
import { dish, menu, openKitchen, recipe, tag } from '../../../testing/kitchen.ts'
import { test } from '../../../testing/test-with-kitchen.ts'
import type { CopyPlanResource } from './copy-plan-routes.ts'

const dishesToo = {
  relation_copy_options: [
    {
      relation: 'MenuToDish',
      method: 'Copy',
      related_copy_options: { property_copy_options: [{ property: 'Servings', method: 'Remove' }] },
    },
  ],
}

test('POST /__sandbox/copy-plan/{id} returns the entities that a copy would create, by their sources', async (doors) => {
  const response = await doors.post(`/__sandbox/copy-plan/${menu.lunch}`, dishesToo)
  const { creates, changes } = (await response.json()) as CopyPlanResource

  expect(response.status).toBe(200)
  expect(changes).toEqual([])
  expect(creates.map(({ target }) => target)).toEqual([
    { copy_of: menu.lunch },
    { copy_of: dish.soup },
    { copy_of: dish.bread },
  ])
  expect(creates[0]).toEqual({
    target: { copy_of: menu.lunch },
    source: { id: menu.lunch, identifier: `t-${menu.lunch}`, definition: 'T.Menu' },
    properties: [
      {
        property: 'Name',
        method: 'Keep',
        reason: 'The source value is applied.',
        before: null,
        after: 'Lunch',
      },
    ],
    relations: [
      {
        relation: 'MenuToDish',
        role: 'Parent',
        method: 'Copy',
        reason: 'The target refers to copies of the entities that the source refers to.',
        before: [],
        after: [{ copy_of: dish.soup }, { copy_of: dish.bread }],
      },
    ],
  })
})

test('the plan says which other entities are affected, and why members are not copied', async (doors) => {
  const response = await doors.post(`/__sandbox/copy-plan/${menu.lunch}`, dishesToo)
  const { affects, creates } = (await response.json()) as CopyPlanResource

  expect(affects).toEqual([{ id: tag.warm }, { id: tag.quick }])
  expect(creates[1]).toMatchObject({
    properties: expect.arrayContaining([
      expect.objectContaining({
        property: 'Code',
        method: 'Keep',
        reason: 'The property is unique or follows from one that is, so the source value is not copied.',
      }),
      expect.objectContaining({
        property: 'Servings',
        method: 'Remove',
        reason: 'The value is removed.',
      }),
    ]),
    relations: expect.arrayContaining([
      expect.objectContaining({
        relation: 'DishToRecipe',
        method: 'Ignore',
        reason:
          'The related entities can have only one reference, so they stay with the source. To copy them, use Copy.',
      }),
    ]),
  })
})

test('the plan for a destination shows values and references before and after', async (doors) => {
  const response = await doors.post(`/__sandbox/copy-plan/${dish.salad}`, {
    destination_entity_id: dish.soup,
    property_copy_options: [{ property: 'Course', method: 'Remove' }],
    relation_copy_options: [{ relation: 'TagToDish', method: 'Append' }],
  })
  const { creates, changes } = (await response.json()) as CopyPlanResource

  expect(creates).toEqual([])
  expect(changes).toMatchObject([
    {
      target: { id: dish.soup },
      source: { id: dish.salad },
      properties: expect.arrayContaining([
        expect.objectContaining({ property: 'Title', before: 'Leek soup', after: 'Green salad' }),
        expect.objectContaining({ property: 'Code', before: 'SO-1', after: 'SO-1' }),
        expect.objectContaining({
          property: 'Course',
          before: { identifier: 'starter', labels: { 'en-US': 'Starter', 'nl-NL': 'Voorgerecht' } },
          after: null,
        }),
      ]),
      relations: expect.arrayContaining([
        expect.objectContaining({
          relation: 'TagToDish',
          before: [{ id: tag.warm }, { id: tag.quick }],
          after: [{ id: tag.warm }, { id: tag.quick }],
        }),
        expect.objectContaining({ relation: 'DishToRecipe', after: [{ id: recipe.leekSoup }] }),
      ]),
    },
  ])
})

test('a plan changes nothing: a copy after it is the same as without it', async () => {
  await using planned = await openKitchen()
  await using unplanned = await openKitchen()
  const before = planned.sandboxes.map(({ state }) => state.data)
  const first = await planned.post(`/__sandbox/copy-plan/${menu.lunch}`, dishesToo)
  const second = await planned.post(`/__sandbox/copy-plan/${menu.lunch}`, dishesToo)

  expect(await second.text()).toBe(await first.text())
  for (const [index, { state }] of planned.sandboxes.entries()) expect(state.data).toBe(before[index])

  const send = { method: 'POST', json: dishesToo }
  const afterPlan = await planned.fetch(`/api/entities/${menu.lunch}/copy`, send)
  const without = await unplanned.fetch(`/api/entities/${menu.lunch}/copy`, send)

  expect(await afterPlan.text()).toBe(await without.text())
})

test('a plan is rejected with the same errors as the copy', async (doors) => {
  const json = { destination_entity_id: 8_000_000, copy_profile_id: 8_000_000 }
  const plan = await doors.post(`/__sandbox/copy-plan/${menu.lunch}`, json)
  const copy = await doors.post(`/api/entities/${menu.lunch}/copy`, json)

  expect(plan.status).toBe(400)
  expect(await plan.text()).toBe(await copy.text())
})

test('a copy is one change, so that readers see all of it or nothing', async (doors) => {
  const changed: number[] = []

  for (const { history } of doors.sandboxes) {
    history.onChange(({ change: { changes } }) => {
      changed.push(changes.filter(({ table }) => table === 'entities').length)
    })
  }
  await doors.post(`/api/entities/${menu.lunch}/copy`, dishesToo)

  // Three copies, and two tags that gain a reference.
  expect(changed).toEqual([5, 5])
})

test('the reason of an option at the inverse end names the copies that it refers to', async (doors) => {
  const [option] = dishesToo.relation_copy_options
  const related_copy_options = {
    ...option?.related_copy_options,
    relation_copy_options: [{ relation: 'MenuToDish', method: 'Keep' }],
  }
  const response = await doors.post(`/__sandbox/copy-plan/${menu.lunch}`, {
    relation_copy_options: [{ ...option, related_copy_options }],
  })
  const { creates } = (await response.json()) as CopyPlanResource

  expect(creates[1]?.relations.find(({ relation }) => relation === 'MenuToDish')).toMatchObject({
    method: 'Keep',
    reason:
      'The target refers to the same entities as the source. Of the entities through which it is copied, it refers to the copies.',
    after: [{ copy_of: menu.lunch }],
  })
})
