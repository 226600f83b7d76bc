import { expect } from 'vitest'
import { origin } from '../../../testing/doors.ts'
import { test } from '../../../testing/test-with-kitchen.ts'

interface Settings {
  items: { name: string; category: { href: string } }[]
  total_items: number
  next?: { href: string }
}

test('settings are listed in pages, all of them or those of a category', async (doors) => {
  const all = await doors.get<Settings>('/api/settings')
  const ofAssets = await doors.get<Settings>('/api/settings/Assets')

  expect(all.items.map(({ name }) => name)).toContain('Cultures')
  expect(ofAssets.items.map(({ name }) => name).sort()).toEqual(['FetchJobs', 'Renditions', 'UploadLimit'])
  expect(new Set(ofAssets.items.map(({ category }) => category.href))).toEqual(
    new Set([`${origin}/api/entities/21`]),
  )
  expect((await doors.get<Settings>('/api/settings?take=2')).next).toEqual({
    href: `${origin}/api/settings?take=2&skip=2`,
  })
  expect((await doors.fetch('/api/settings/None')).status).toBe(404)
  expect(await doors.get<Settings>('/api/settings/assets')).toMatchObject({ items: ofAssets.items })
})

test('a created setting can be read by its category and name', async (doors) => {
  await doors.post('/api/entities', {
    id: -1,
    entitydefinition: { href: '/api/entitydefinitions/M.Setting' },
    properties: { 'M.Setting.Name': 'Theme', 'M.Setting.Value': { dark: true } },
    relations: { SettingCategoryToSettings: { parent: { href: '/api/entities/20' } } },
  })

  expect(await doors.get('/api/settings/PortalConfiguration/Theme')).toEqual({
    name: 'Theme',
    value: { dark: true },
    schema: null,
    category: { href: `${origin}/api/entities/20` },
    self: { href: `${origin}/api/settings/PortalConfiguration/Theme` },
  })
})
