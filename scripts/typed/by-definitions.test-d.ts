/** Compiled against the built package, with the file of `entity-sandbox types`. */
import { defineScenario } from 'entity-sandbox'
import { createClient, entityInput, isOf, type EntityOf, type GivenEntity } from 'entity-sandbox/client'
import { expect, type Sandbox } from 'entity-sandbox/playwright'

export async function verbsAreTyped(sandbox: Sandbox): Promise<void> {
  const asset = await sandbox.give('M.Asset', {
    properties: {
      Title: 'Leek',
      Media: 'image',
      Caption: { 'en-US': 'A leek' },
      Colours: ['green', { identifier: 'white' }],
    },
    relations: { AssetTypeToAsset: { parent: 7 }, TagToAsset: { parents: [8, { id: 9 }] } },
  })
  const title: string = asset.properties.Title
  const caption: string | null | undefined = asset.properties.Caption['en-US']
  const medium: 'image' | 'video' | 'audio' | 'document' | undefined = asset.properties.Media?.identifier

  await sandbox.find('M.Asset', { Title: title, Media: 'image', Caption: caption ?? null, Width: 7 })
  await sandbox.change(asset, { Title: null, Media: medium ?? null })
  await sandbox.change(7, { Title: 'Leek' })
  await sandbox.change<'M.Asset'>('leek', { Title: 'Leek' })
  await sandbox.entity<'M.Asset'>(7)

  const found = await sandbox.entity(asset.id)

  expect(found.properties.Title).toBe('Leek')
  // Other definitions have it by culture.
  await sandbox.change(found, { Title: found.properties.Title ?? null })
  await sandbox.give<{ Title: string }>('M.Asset', { properties: { Title: 'Leek' } })

  // @ts-expect-error no such definition
  await sandbox.give('M.Aset')
  // @ts-expect-error no such property
  await sandbox.give('M.Asset', { properties: { Titel: 'Leek' } })
  // @ts-expect-error no such option
  await sandbox.give('M.Asset', { properties: { Media: 'picture' } })
  // @ts-expect-error no such relation
  await sandbox.give('M.Asset', { relations: { TagToAset: { parents: [8] } } })
  // @ts-expect-error it has one parent
  await sandbox.give('M.Asset', { relations: { AssetTypeToAsset: { parents: [8] } } })
  // @ts-expect-error a number has no text
  await sandbox.give('M.Asset', { properties: { Width: 'wide' } })
  // @ts-expect-error a property of other definitions
  await sandbox.find('M.Asset', { Slug: 'leek' })
  // @ts-expect-error no such definition
  await sandbox.find('M.Aset')
  // @ts-expect-error no such property
  await sandbox.change(asset, { Titel: 'Leek' })
  // @ts-expect-error no definition has it
  await sandbox.change(7, { Titel: 'Leek' })
  // @ts-expect-error an asset has no such property
  void asset.properties.Titel
  // @ts-expect-error no definition has it
  void found.properties.Titel
}

export async function expectationsAreTyped(sandbox: Sandbox): Promise<void> {
  await expect(sandbox).toHaveReceived('PUT', '/api/entities/:id', {
    body: { properties: { Title: 'Leek' } },
  })
  await expect(sandbox).toHaveReceived('POST', '/api/other', { body: { anything: [1] } })
  await expect(sandbox).toHaveReceived('PUT', '/api/entities/:id', {
    // @ts-expect-error no definition has it
    body: { properties: { Titel: 'Leek' } },
  })
}

export const scenarios = [
  defineScenario({
    name: 'title-fails',
    description: 'No title can be set.',
    faults: [
      { match: { body: { properties: { Title: 'Leek' } } }, effect: { kind: 'response', status: 503 } },
    ],
  }),
  defineScenario({
    name: 'title-fails',
    description: 'No title can be set.',
    faults: [
      {
        // @ts-expect-error no definition has it
        match: { body: { properties: { Titel: 'Leek' } } },
        effect: { kind: 'response', status: 503 },
      },
    ],
  }),
]

export async function clientIsTyped(): Promise<string[]> {
  const client = createClient({ baseUrl: 'http://127.0.0.1:4010' })
  const { data } = await client.GET('/api/entities/{id}', { path: { id: 1000 } })

  await client.POST('/api/entities', { body: entityInput('M.Tag', { properties: { Slug: 'leek' } }) })
  // @ts-expect-error no such property
  await client.POST('/api/entities', { body: entityInput('M.Tag', { properties: { Slugg: 'leek' } }) })

  return isOf('M.Asset', data) ? titlesOf([data]) : []
}

export async function bodiesAreTyped(
  asset: EntityOf<'M.Asset'>,
  given: GivenEntity<'M.Asset'>,
): Promise<void> {
  const client = createClient({ baseUrl: 'http://127.0.0.1:4010' })
  const path = { id: asset.id }
  const { data } = await client.GET('/api/entities/{id}', { path })
  const entitydefinition = { href: '/api/entitydefinitions/M.Asset' }

  // Read, change, save.
  await client.PUT('/api/entities/{id}', { path, body: data })
  await client.PUT('/api/entities/{id}', { path, body: asset })
  await client.PUT('/api/entities/{id}', {
    path,
    body: { ...data, properties: { ...data.properties, Title: 'Leek' } },
  })
  await client.PUT('/api/entities/{id}', {
    path,
    body: { ...asset, properties: { ...asset.properties, Title: 'Leek' } },
  })
  await client.POST('/api/entities', {
    body: { entitydefinition, ...(given.properties && { properties: given.properties }) },
  })
  await client.POST('/api/entities', { body: entityInput('M.Asset', given) })
  await client.POST('/api/entities/{id}/copy', {
    path,
    body: {
      property_copy_options: [{ property: 'Title', method: 'Overwrite', new_value: 'Leek' }],
      relation_copy_options: [
        {
          relation: 'TagToAsset',
          role: 'Child',
          method: 'Copy',
          related_copy_options: { property_copy_options: [{ property: 'Slug', method: 'Remove' }] },
        },
      ],
    },
  })

  // @ts-expect-error no definition has it
  await client.PUT('/api/entities/{id}', { path, body: { properties: { Titel: 'Leek' } } })
  // @ts-expect-error no definition has it
  await client.POST('/api/entities', { body: { relations: { TagToAset: { parents: [] } } } })
  // @ts-expect-error no definition has it
  await client.POST('/api/entities', { body: { entitydefinition, properties: { Titel: 'Leek' } } })
  await client.POST('/api/entities/{id}/copy', {
    path,
    // @ts-expect-error no definition has it
    body: { property_copy_options: [{ property: 'Titel', method: 'Keep' }] },
  })
  await client.POST('/api/entities/{id}/copyasync', {
    path,
    // @ts-expect-error no definition has it
    body: { relation_copy_options: [{ relation: 'TagToAset', method: 'Copy' }] },
  })
}

function titlesOf(assets: readonly EntityOf<'M.Asset'>[]): string[] {
  return assets.map(({ properties }) => properties.Title)
}
