import { expect } from 'vitest'
import { origin } from '../../../testing/doors.ts'
import { dish, menu, openKitchen, tag } from '../../../testing/kitchen.ts'
import { testWithDoors } from '../../../testing/test-with-doors.ts'

/** Existing clients send nothing that is ignored. */
const test = testWithDoors(() => openKitchen({ validate: 'enforce' }))

const admin = { headers: { 'x-auth-token': 'sandbox-admin' } }
const link = (path: string) => ({ href: `${origin}/api/${path}` })

test('the policy of a user group has every member that existing clients read', async (doors) => {
  expect(await doors.get('/api/policies/4')).toEqual({
    rules: [
      {
        identifier: 'reader',
        definitions: [],
        conditions: [],
        permissions: ['Read', 'Download'],
        createdByLoggedOnUser: false,
        type: 'Regular',
        is_system_owned: false,
      },
    ],
    member_security: [],
    membergroup_security: [],
    usergroup: link('entities/4'),
    created_by: null,
    created_on: null,
    modified_by: null,
    modified_on: null,
    self: link('policies/4'),
  })
})

test('a user has a policy, which is empty until it is set', async (doors) => {
  expect(await doors.get('/api/policies/8')).toMatchObject({ rules: [], user: link('entities/8') })
  expect((await doors.fetch(`/api/policies/${dish.soup}`)).status).toBe(404)
})

test('POST replaces a policy, and accepts what GET returns', async (doors) => {
  const post = async (json: object) => (await doors.post('/api/policies/8', json, admin)).status
  const policy = {
    rules: [
      {
        identifier: '5b0e3a3e-0000-4000-8000-000000000001',
        definitions: [link('entitydefinitions/T.Dish')],
        conditions: [{ entities: [link(`entities/${tag.warm}`)], direct_entities: [] }],
        permissions: ['Read', 'Publish'],
        createdByLoggedOnUser: true,
        type: 'Regular',
        is_system_owned: false,
      },
    ],
    member_security: [
      { definition: link('entitydefinitions/T.Dish'), target: 'Title', can_read: true, can_write: false },
    ],
    membergroup_security: [],
  }

  expect(await post(policy)).toBe(204)

  const stored = await doors.get('/api/policies/8')

  expect(stored).toMatchObject({ ...policy, modified_by: link('entities/6') })
  expect(await post(stored)).toBe(204)
})

test('a rule applies to entities below those of its conditions, and to those that the user created', async (doors) => {
  const rule = (permission: string, more: object) => ({ permissions: [permission], ...more })
  const permissionsOn = async (id: number) =>
    (
      await doors.get<{ permissions: string[] }>(`/api/entities/${id}/permissions`, {
        headers: { 'x-auth-token': 'sandbox-reader' },
      })
    ).permissions

  await doors.post(
    '/api/policies/8',
    {
      rules: [
        rule('Tagged', { conditions: [{ entities: [link(`entities/${tag.warm}`)] }] }),
        rule('TaggedDirectly', { conditions: [{ direct_entities: [tag.warm] }] }),
        rule('TaggedTwice', { conditions: [{ entities: [tag.warm] }, { entities: [tag.cheap] }] }),
        rule('Own', { createdByLoggedOnUser: true, definitions: ['T.Dish'] }),
      ],
    },
    admin,
  )

  expect(await permissionsOn(dish.soup)).toEqual(['Read', 'Download', 'Tagged', 'TaggedDirectly'])
  // a side dish of the soup
  expect(await permissionsOn(dish.bread)).toEqual(['Read', 'Download', 'Tagged'])
  expect(await permissionsOn(menu.lunch)).toEqual(['Read', 'Download'])
})

test('each permission names the policies and rules that grant it, including permissions of any name', async (doors) => {
  await doors.post('/api/policies/8', { rules: [{ permissions: ['Publish'] }] }, admin)

  expect(await doors.get(`/api/entities/${dish.soup}/permissions/8`, admin)).toEqual({
    permissions: expect.arrayContaining([
      {
        permission: 'Publish',
        policies: [{ is_group_policy: false, policy: link('policies/8'), rule_identifiers: ['rule-1'] }],
      },
      expect.objectContaining({
        permission: 'Read',
        policies: expect.arrayContaining([
          { is_group_policy: true, policy: link('policies/4'), rule_identifiers: ['reader'] },
        ]),
      }),
    ]),
  })
})
