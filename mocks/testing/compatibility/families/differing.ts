import { family, is, memberAt, must, textAt, type Expected, type Program } from '../program.ts'
import { firstOf } from './reading.ts'
import { newAsset } from './writing.ts'

const assetDefinition = { href: '/api/entitydefinitions/M.Asset' }

/** Sends a request, and expects success with a warning at each of the places. */
async function sendWarned(
  program: Program,
  [method, url, json]: readonly ['POST' | 'PUT', string, unknown],
  ...places: readonly string[]
): Promise<string> {
  const { headers } = await program.write(method, url, json)
  const warning = headers.get('x-sandbox-warning') ?? ''

  for (const place of places)
    must(warning.includes(`${place}: `), true, `The warning at ${place}, "${warning}"`)

  return headers.get('location') ?? ''
}

/** The value of a property, as GET returns it. */
const expectTitle = async (program: Program, url: string, title: Expected): Promise<void> =>
  must(await program.get(url), { properties: { Title: title } })

const copyOfAsset = (program: Program, url: string, option: object, place: string): Promise<string> =>
  sendWarned(program, ['POST', `${url}/copy`, { property_copy_options: [option] }], place)

export const differing = [
  family('Programs that copy', {
    'copy an entity of each definition with an empty body': async (program) => {
      for (const definition of [
        'M.PCM.Product',
        'M.PCM.ProductCategory',
        'M.Brand',
        'M.Content',
        'M.Market',
        'M.Campaign',
      ]) {
        const source = textAt(await firstOf(program, definition), 'self.href')
        const url = await program.create(`${source}/copy`, {})

        must(await program.get(url), { entitydefinition: { href: new RegExp(`/${definition}$`) } })
      }
    },
  }),
  family('Programs that differ from the interface, with warnings', {
    'copy methods in another letter case': async (program) => {
      const url = await newAsset(program)
      const option = { property: 'Title', method: 'overwrite', new_value: 'Copy' }

      await expectTitle(
        program,
        await copyOfAsset(program, url, option, '/property_copy_options/0/method'),
        'Copy',
      )
    },
    'the method Keep for a unique property of a copy': async (program) => {
      const source = textAt(await firstOf(program, 'M.Brand'), 'self.href')
      const option = { property: 'Name', method: 'Keep' }

      must(await program.get(await copyOfAsset(program, source, option, '/property_copy_options/0')), {
        properties: { Name: is.text },
      })
    },
    'relations in a PUT, with and without their own address': async (program) => {
      const url = await newAsset(program)
      const tag = { href: textAt(await firstOf(program, 'M.Tag'), 'self.href') }
      const self = { href: `${url}/relations/TagToAsset` }
      const put = (relation: object) =>
        sendWarned(program, ['PUT', url, { relations: { TagToAsset: relation } }], '/relations/TagToAsset')

      await put({ parents: [tag] })
      must(await program.get(self.href), { parents: { length: 0 } })
      await put({ parents: [tag], self })
      must(await program.get(self.href), { parents: [tag] })
    },
    '`parents` in a new entity': async (program) => {
      const tag = { href: textAt(await firstOf(program, 'M.Tag'), 'self.href') }
      const relations = { TagToAsset: { parents: [tag] } }
      const body = { entitydefinition: assetDefinition, properties: { Title: 'Leek' }, relations }
      const url = await sendWarned(program, ['POST', '/api/entities', body], '/relations/TagToAsset/parents')

      must(await program.get(`${url}/relations/TagToAsset`), { parents: [tag] })
    },
    '`children` in a new entity': async (program) => {
      const asset = { href: await newAsset(program) }
      const body = {
        entitydefinition: { href: '/api/entitydefinitions/M.Tag' },
        properties: { TagName: { 'en-US': 'Leek' } },
        relations: { TagToAsset: { children: [asset] } },
      }
      const url = await sendWarned(program, ['POST', '/api/entities', body], '/relations/TagToAsset/children')

      must(await program.get(`${url}/relations/TagToAsset`), { children: [asset] })
    },
    'an id of 0 or less for a new entity': async (program) => {
      for (const id of [0, -5]) {
        const body = { id, entitydefinition: assetDefinition, properties: { Title: 'Leek' } }
        const url = await sendWarned(program, ['POST', '/api/entities', body], '/id')

        must((memberAt(await program.get(url), 'id') as number) > 0, true, 'The id')
      }
    },
    'save an entity again without its definition': async (program) => {
      const url = await newAsset(program, { identifier: 'Demo.Again' })
      const id = memberAt(await program.get(url), 'id')
      const more = { properties: { Title: 'Onion' } }
      const [post, put] = ['/api/entities', '/api/entities/identifier/Demo.Again']

      await sendWarned(program, ['POST', post, { id, ...more }], '/entitydefinition')
      await sendWarned(program, ['POST', post, { identifier: 'Demo.Again', ...more }], '/entitydefinition')
      await sendWarned(program, ['PUT', put, more], '/entitydefinition')
      await expectTitle(program, url, 'Onion')
    },
    'another identifier in a PUT': async (program) => {
      const url = await newAsset(program, { identifier: 'Demo.Same' })

      await sendWarned(program, ['PUT', url, { identifier: 'Demo.Other' }], '/identifier')
      must(await program.get(url), { identifier: 'Demo.Same' })
    },
  }),
  family('Programs that address entities by identifier', {
    'read the identifier of a saved or renamed entity from `X-Global-Identifier`': async (program) => {
      const url = await newAsset(program)
      const id = memberAt(await program.get(url), 'id')
      const body = { id, identifier: 'Demo.Renamed', entitydefinition: assetDefinition }

      for (const _ of [1, 2]) {
        const { headers } = await program.write('POST', '/api/entities', body)

        must(headers.get('x-global-identifier'), 'Demo.Renamed', 'X-Global-Identifier')
      }
      must(await program.get('/api/entities/identifier/Demo.Renamed'), { id })
    },
  }),
]
