import { family, is, memberAt, must, query, textAt, type Program } from '../program.ts'
import { firstOf } from './reading.ts'
import { upload } from './uploading.ts'

const assetDefinition = { href: '/api/entitydefinitions/M.Asset' }

export const newAsset = (program: Program, more: object = {}): Promise<string> =>
  program.create('/api/entities', {
    id: -1,
    entitydefinition: assetDefinition,
    properties: { Title: 'Leek' },
    ...more,
  })

export const writing = [
  family('Entity writers', {
    'create with id -1 or without an id, change some properties, delete': async (program) => {
      const created = await program.write('POST', '/api/entities/', {
        entitydefinition: { href: 'https://elsewhere.test/api/entitydefinitions/M.Asset' },
        properties: { Title: 'Leek', Copyright: 'Cook' },
      })

      must(created, { status: 201, body: { id: is.number, identifier: is.text } })

      const url = await newAsset(program, { properties: { Title: 'Leek', Copyright: 'Cook' } })

      await program.write('PUT', url, { Properties: { Title: 'Onion' }, entitydefinition: assetDefinition })
      must(await program.get(url), { properties: { Title: 'Onion', Copyright: 'Cook' } })
      must(await program.send('DELETE', url), { status: 204 })
      must(await program.send('GET', url), { status: 404 })
    },
    '`{Invariant: value}` for a property without cultures, in POST and PUT': async (program) => {
      const url = await newAsset(program, {
        properties: { Title: { Invariant: 'Leek' }, Media: { Invariant: { identifier: 'image' } } },
      })

      must(await program.get(url), { properties: { Title: 'Leek', Media: { identifier: 'image' } } })
      await program.write('PUT', url, {
        properties: { Title: { Invariant: 'Onion' }, Media: { Invariant: null } },
      })
      must(await program.get(url), { properties: { Title: 'Onion', Media: null } })
    },
    'PUT and POST relations': async (program) => {
      const relation = `${await newAsset(program)}/relations/TagToAsset`
      const tags = await program.get(query("Definition.Name=='M.Tag'", '&take=2'))
      const [first, second] = [textAt(tags, 'items.0.self.href'), textAt(tags, 'items.1.self.href')]

      await program.write('PUT', relation, { parents: [{ href: first }] })
      await program.write('POST', relation, { parents: [{ href: second }] })
      must(await program.get(relation), { parents: [{ href: first }, { href: second }] })
    },
    'PUT the body that GET returned, including inline relations': async (program) => {
      const url = await newAsset(program)
      const body = await program.get(`${url}?nestedRelations=TagToAsset`)

      must(await program.send('PUT', url, { json: body }), { status: 204 })
      must(await program.get(url), { properties: { Title: 'Leek' } })
    },
    'an option in the form in which GET returns it, and a link by identifier': async (program) => {
      const link = { href: '/api/entities/identifier/M.Content.Repository.Standard' }
      const url = await newAsset(program, {
        properties: { Title: 'Leek', Media: { identifier: 'image', labels: { 'en-US': 'Image' } } },
        relations: { ContentRepositoryToAsset: { parents: [link] } },
      })

      must(await program.get(url), { properties: { Media: { identifier: 'image' } } })
      must(await program.get(`${url}/relations/ContentRepositoryToAsset`), {
        parents: [{ href: is.text }],
      })
    },
    'invalid input returns 400, with a message per member': async (program) => {
      must(
        await program.send('POST', '/api/entities', {
          json: { entitydefinition: assetDefinition, properties: {} },
        }),
        {
          status: 400,
          body: { Title: is.text },
        },
      )
    },
  }),
  family('Document template component', {
    'create a definition, and entities of it': async (program) => {
      await program.write('POST', '/api/entitydefinitions', {
        name: 'Demo.Template',
        labels: { 'en-US': 'Template' },
        is_path_enabled: false,
        member_groups: [{ name: 'Main', members: [{ type: 'String', name: 'Name', indexed: true }] }],
      })
      must(await program.get('/api/entitydefinitions?take=100'), { total_items: is.number })

      const url = await program.create('/api/entitydefinitions/Demo.Template/entities', {
        properties: { Name: 'Menu' },
      })

      must(await program.get(query("String('Name')=='Menu'")), { items: [{ self: { href: url } }] })
    },
    'copy an asset, read the id of the copy from `Location`, and change the copy': async (program) => {
      const source = `/api/entities/${await upload(program)}`
      const url = await program.create(`${source}/copy`, {
        property_copy_options: [{ property: 'Title', method: 'Overwrite', new_value: 'Copy' }],
        relation_copy_options: [{ relation: 'TagToAsset', method: 'Keep' }],
      })

      must(await program.get(`/api/entities/${/\d+$/.exec(url)?.[0]}`), { properties: { Title: 'Copy' } })
      await program.write('PUT', url, { properties: { Title: 'Renamed' } })
      must(await program.get(`${url}/relations/TagToAsset`), { self: { href: is.text } })
    },
  }),
  family('Integration API', {
    'search for an entity, read and change it': async (program) => {
      const { body } = await program.write('POST', '/api/search', {
        take: 1,
        filters: [{ name: 'definition', operator: 'Equals', values: ['M.PCM.Product'] }],
      })
      const url = `/api/entities/${textAt(body, 'items.0.id')}`
      const before = await program.get(url)

      await program.write('PUT', url, [{ properties: { Stock: 12 } }])
      must(await program.get(url), {
        properties: { Stock: 12, ProductName: memberAt(before, 'properties.ProductName') },
      })
    },
  }),
  family('Cloud functions', {
    'look up by a value, save by id with relations, and read the relation': async (program) => {
      const url = await newAsset(program, { properties: { Title: 'Unlike any other' } })
      const result = await program.get(query("String('Title')=='Unlike any other'", '&take=1&members=id'))

      must(result, { total_items: 1, items: [{ id: is.number }] })

      const tag = { href: textAt(await firstOf(program, 'M.Tag'), 'self.href') }
      const saved = await program.write('POST', '/api/entities', {
        id: memberAt(result, 'items.0.id'),
        entitydefinition: assetDefinition,
        properties: { Title: 'Saved again' },
        relations: {
          TagToAsset: {
            parents: [tag],
            inherits_security: true,
            self: { href: `${url}/relations/TagToAsset` },
          },
        },
      })

      must(saved.headers.get('location'), url, 'Location')
      must(await program.get(`${url}/relations/TagToAsset`), { parents: [tag] })
      await program.write('PUT', url, { properties: { Title: 'Once more' } })
      must(await program.get(url), { properties: { Title: 'Once more' } })
    },
  }),
  family('Low-code connector and import flow', {
    'a new asset under review, a fetch job for it, and the state of the job': async (program) => {
      const url = await newAsset(program, {
        relations: {
          FinalLifeCycleStatusToAsset: {
            parent: { href: '/api/entities/identifier/M.Final.LifeCycle.Status.UnderReview' },
          },
        },
      })
      const job = await program.create('/api/fetchjobs', {
        asset: { href: url.replace(/^.*\/api/, '') },
        files: [{ type: 'Web', href: 'http://files.test/leek.jpg?signature=x' }],
      })

      must(await program.get(job), {
        state: 'Completed',
        condition: 'Success',
        file_count: 1,
        files: { href: is.text },
        targets: { href: is.text },
      })
      must(await program.get(job.replace('fetchjobs', 'entities')), {
        properties: { 'Job.State': 'Completed', 'Job.Condition': 'Success' },
      })
      must(await program.get(url), { properties: { FileName: 'leek.jpg' } })
    },
    'entities of a definition, sorted and by page': async (program) => {
      const url =
        '/api/entitydefinitions/M.Asset/entities?skip=1&take=2&members=Title&sort=createdOn&order=Desc'

      must(await program.get(url), { items: [{ id: is.number }, { id: is.number }], offset: 1 })
    },
    'read, change and delete by identifier': async (program) => {
      const url = await newAsset(program, { identifier: 'Demo.Leek' })

      must(await program.get('/api/entities/identifier/Demo.Leek'), { self: { href: url } })
      await program.write('PUT', '/api/entities/identifier/Demo.Leek', {
        properties: { Title: 'Onion' },
        entitydefinition: assetDefinition,
      })
      must(await program.send('DELETE', '/api/entities/identifier/Demo.Leek'), { status: 204 })
    },
    'a token for a user name and password': async (program) => {
      const { body } = await program
        .with({})
        .write('POST', '/api/authenticate', { user_name: 'editor', password: 'editor' })

      must(await program.with({ 'X-Auth-Token': textAt(body, 'token') }).get('/api/userprofile'), {
        properties: { Username: 'editor' },
      })
    },
  }),
]
