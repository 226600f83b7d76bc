import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { createSandbox } from '../../create-sandbox.ts'
import type { Sandbox } from '../../sandbox/sandbox.ts'
import { kitchen } from '../../testing/kitchen-world.ts'
import { unzip } from '../sources/unzip.ts'
import { packageOf } from './package.ts'

/** Everything that a package holds. */
function worldOf({ data }: Sandbox): object {
  return {
    definitions: [...data.definitions.all()],
    optionLists: [...data.optionLists.all()],
    entities: [...data.entities.all()],
  }
}

async function exportOf({ store }: Sandbox): Promise<Uint8Array> {
  return packageOf(store.state, 'http://sandbox.test')
}

test('an import of a package that a sandbox exported is the same world', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(1000), fc.integer({ min: 0, max: 80 }), async (seed, entities) => {
      const sandbox = await createSandbox({ seed, entities })
      const again = await createSandbox({ seed: 1, data: await exportOf(sandbox) })

      expect(worldOf(again)).toEqual(worldOf(sandbox))
      expect(again.imported).toMatchObject({ changed: [], left_out: [] })
    }),
    { numRuns: 8 },
  )
})

test('a package of definitions of one’s own is the same world, too', async () => {
  const sandbox = await createSandbox(kitchen)
  const again = await createSandbox({ data: await exportOf(sandbox) })

  expect(worldOf(again)).toEqual(worldOf(sandbox))
})

test('a package says what packages say: numbers for roles, bare names for links', async () => {
  const sandbox = await createSandbox(kitchen)
  const files = await unzip(await exportOf(sandbox), 'package')
  const fileAt = (wanted: string): unknown => {
    const file = files.find(({ path }) => path === wanted)

    return JSON.parse(new TextDecoder().decode(file?.bytes))
  }

  expect(fileAt('meta')).toMatchObject({ version: '2.0.0', options: { include_system_owned: true } })
  expect(fileAt('schema/T.Dish.json')).toMatchObject({
    version: '2.0.0',
    data: {
      self: { href: 'T.Dish' },
      member_groups: [
        {
          members: expect.arrayContaining([
            expect.objectContaining({
              name: 'TagToDish',
              role: 1,
              cardinality: 2,
              associated_entitydefinition: { href: 'T.Tag' },
            }),
          ]),
        },
      ],
    },
  })
  expect(fileAt('entities/T.Dish/leek-soup.json')).toMatchObject({
    data: { created_by: { href: 'User:editor' }, entitydefinition: { href: 'T.Dish' } },
  })
})
