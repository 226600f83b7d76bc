import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { buildSandbox } from '../mocks/build-sandbox.ts'
import { unpackEntities } from '../mocks/seed/generator/unpack-entities.ts'
import { root } from './command.ts'
import { packEntities } from './pack-entities.ts'
import { replacedExportsOf } from './prebuilt-seed.ts'

test('unpacked built-in entities are equal to the generated ones', async () => {
  const { data } = await buildSandbox()
  const entities = [...data.entities.all()].map((entity) => ({ ...entity, uniqueValues: [] }))

  const packed = JSON.stringify(packEntities(entities, 1))

  const unpacked = unpackEntities(JSON.parse(packed), 1)

  expect(unpacked).toHaveLength(entities.length)
  for (const [index, entity] of entities.entries()) {
    expect(JSON.stringify(unpacked[index])).toBe(JSON.stringify(entity))
  }
  expect(packed.length).toBeLessThan(JSON.stringify(entities).length / 4)
})

test('Node reads the same entities that a page unpacks', async () => {
  const generator = resolve(root, 'mocks/seed/generator')
  const { prebuiltEntities } = (await replacedExportsOf(resolve(generator, 'prebuilt-entities.ts'))) ?? {}
  const { packedEntities } = (await replacedExportsOf(resolve(generator, 'packed-entities.ts'))) ?? {}
  const unpacked = unpackEntities(JSON.parse(JSON.stringify(packedEntities)), 1)

  expect(JSON.stringify(prebuiltEntities)).toBe(JSON.stringify(unpacked))
})
