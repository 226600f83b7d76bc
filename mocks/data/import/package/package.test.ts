import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { buildSandbox } from '../../../local/build-sandbox.ts'
import type { Sandbox } from '../../../sandbox/sandbox.ts'
import { updateEntity } from '../../model/entities/entities.ts'
import { InvalidRequest } from '../../model/shared/errors.ts'
import type { Json } from '../../model/shared/json.ts'
import { dish, kitchen, tag } from '../../../testing/kitchen-data.ts'
import { unzip } from '../sources/source-files.ts'
import { packageOf } from './package.ts'
import { isDeep, runs } from '../../../testing/scale.ts'

/** The data that a package contains. */
function dataOf({ data }: Sandbox): object {
  return {
    definitions: [...data.definitions.all()],
    optionLists: [...data.optionLists.all()],
    entities: [...data.entities.all()],
  }
}

async function exportOf({ state }: Sandbox): Promise<Uint8Array> {
  const parts: Uint8Array[] = []

  for await (const part of packageOf(state.data, 'http://sandbox.test')) parts.push(part)

  return Buffer.concat(parts)
}

test('importing an exported package restores the same data', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(1000), fc.integer({ min: 0, max: 80 }), async (seed, entities) => {
      const sandbox = await buildSandbox({ seed, entities })
      const again = await buildSandbox({ seed: 1, data: await exportOf(sandbox) })

      expect(dataOf(again)).toEqual(dataOf(sandbox))
      expect(again.imported).toMatchObject({ changed: [], skipped: [] })
    }),
    { numRuns: runs(2, 30) },
  )
})

const change = fc.record({
  id: fc.constantFrom(...Object.values(dish)),
  properties: fc.record(
    {
      Title: fc.string({ minLength: 1, unit: 'grapheme' }),
      Story: fc.dictionary(fc.constantFrom('en-US', 'nl-NL'), fc.option(fc.string())),
      Sold: fc.maxSafeInteger(),
      Price: fc.double({ noDefaultInfinity: true, noNaN: true }).filter((value) => !Object.is(value, -0)),
      ServedAt: fc.date({ noInvalidDate: true, min: new Date(0) }).map((date) => date.toISOString()),
      // The same values under another name.
      // As JSON sends it: -0 is 0.
      Extra: fc.jsonValue().map((value): Json => JSON.parse(JSON.stringify(value))),
      Aliases: fc.array(fc.string()),
    },
    { requiredKeys: [] },
  ),
  tags: fc.subarray(Object.values(tag)),
})

test('a long text is the same after the export and import of a package', async () => {
  const sandbox = await buildSandbox(kitchen)
  const text = Array.from({ length: 60_000 }, (_, index) => index).join(' ')

  sandbox.change((draft) => {
    const soup = draft.entities.get(dish.soup)

    if (soup) draft.entities.put({ ...soup, properties: { ...soup.properties, Title: text } })
  })

  const again = await buildSandbox({ data: await exportOf(sandbox) })

  expect(again.data.entities.get(dish.soup)?.properties['Title']).toBe(text)
})

test('the same is true of custom definitions, after any changes', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(change, { maxLength: 5 }), async (changes) => {
      const sandbox = await buildSandbox(kitchen)

      for (const { id, properties, tags } of changes) {
        const self = { href: `/api/entities/${id}/relations/TagToDish` }
        const parents = tags.map((each) => ({ href: `/api/entities/${each}` }))

        try {
          sandbox.change((draft) => {
            const entity = draft.entities.get(id)

            if (entity)
              updateEntity(draft, entity, { properties, relations: { TagToDish: { self, parents } } }, author)
          })
        } catch (error) {
          // A rejected update changes nothing.
          if (!(error instanceof InvalidRequest)) throw error
        }
      }

      const again = await buildSandbox({ data: await exportOf(sandbox) })

      expect(dataOf(again)).toEqual(dataOf(sandbox))
    }),
    { numRuns: runs(4, 100) },
  )
})

const author = { userId: 6, now: '2026-06-15T12:00:00.000Z', newIdentifier: () => 'none' }

test('a package has the format of the real service: numbers for roles, names for links', async () => {
  const sandbox = await buildSandbox(kitchen)
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

test.runIf(isDeep)('more records than a zip can have files are not exported as a package', async () => {
  const sandbox = await buildSandbox({ entities: 20 })
  const [entity] = sandbox.data.entities.all()

  sandbox.change((draft) => {
    for (let id = 1_000_000; id < 1_065_536; id++) {
      if (entity) draft.entities.put({ ...entity, id, identifier: String(id), properties: {}, relations: {} })
    }
  })

  expect(() => packageOf(sandbox.state.data, 'http://sandbox.test')).toThrow(
    /^A package is a zip of at most 65535 files, and this sandbox would need \d+\. Export it as a data file/,
  )
})
