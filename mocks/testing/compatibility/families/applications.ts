import { family, is, memberAt, must, query, textAt } from '../program.ts'
import { firstOf } from './reading.ts'
import { publish, readWithoutToken, upload } from './uploading.ts'

const form = { 'Content-Type': 'application/x-www-form-urlencoded; charset=UTF-8' }
const version3 = { 'X-ApiVersion': '3' }

export const applications = [
  family('Applications on the JavaScript client, and portal components', {
    'sign in with the password grant, and find every URL in the root': async (program) => {
      const tokens = await program.with({}).send('POST', '/oauth/token', {
        headers: form,
        body: 'grant_type=password&username=editor&password=editor&client_id=sandbox&client_secret=sandbox',
      })

      must(tokens, { status: 200, body: { access_token: is.text, refresh_token: is.text } })

      const client = program.with({ Authorization: `Bearer ${textAt(tokens.body, 'access_token')}` })

      must(await client.get('/api', { 'X-ApiVersion': '2' }), {
        file_version: /^\d+\.\d+\.\d+\.\d+$/,
        routes: { entity_by_id: { href: is.text, templated: true }, upload: { href: is.text } },
      })
    },
    'find entities with the schema of their members': async (program) => {
      const { body } = await program.write(
        'POST',
        '/api/entities/query',
        {
          Query: { filter: { type: 9, operator: 0, name: 'M.Asset' }, skip: 0, take: 2, sorting: [] },
          load_configuration: {
            load_entities: true,
            culture_option: { load_option: 1, cultures: [] },
            property_option: { load_option: 3, properties: [] },
            relation_option: { load_option: 2, relations: [{ name: 'TagToAsset' }], max_related_items: 100 },
          },
        },
        { ...version3, minimalSchema: 'true' },
      )

      must(body, {
        items: [
          { link: { href: is.text }, entity: { relations: { TagToAsset: { parents: is.list } } } },
          is.present,
        ],
        total_items: is.number,
        minimal_schema_list: [
          { definition_name: 'M.Asset', properties: is.items, relations: [{ cardinality: 2, role: 1 }] },
        ],
      })
    },
    'a definition with its conditional members, and labels everywhere': async (program) => {
      const definition = await program.get('/api/entitydefinitions/M.Asset?includeConditionalMembers=true')

      must(definition, { labels: is.present, member_groups: is.items })
      for (const group of memberAt(definition, 'member_groups') as object[]) {
        must(group, { labels: is.present })
        for (const member of memberAt(group, 'members') as object[])
          must(member, { labels: is.present, helptext: is.present })
      }
    },
    'save an entity, new and changed, with its relations': async (program) => {
      const tag = { href: textAt(await firstOf(program, 'M.Tag'), 'self.href') }
      const body = {
        id: 0,
        entitydefinition: { href: '/api/entitydefinitions/M.Asset', templated: false },
        cultures: ['en-US'],
        properties: { Title: 'Leek', Caption: { 'en-US': null } },
        relations: {
          TagToAsset: {
            parents: [],
            inheritsSecurity: true,
            self: { href: '/api/entities/0/relations/TagToAsset' },
          },
        },
        renditions: {},
      }
      const url = await program.create('/api/entities', body)

      await program.write('PUT', `${url}?culture=en-US`, {
        ...body,
        id: Number(/\d+$/.exec(url)?.[0]),
        relations: { TagToAsset: { parents: [tag], self: { href: `${url}/relations/TagToAsset` } } },
      })
      must(await program.get(`${url}/relations/TagToAsset`), { parents: [tag] })
    },
    'an option list, an upload, a search': async (program) => {
      must(await program.get('/api/datasources/M.Media'), { values: is.items })
      await upload(program)
      must(
        (
          await program.write('POST', '/api/search', {
            culture: 'Invariant',
            skip: 0,
            take: 5,
            fulltext: ['leek.png'],
          })
        ).body,
        {
          totalItemCount: is.number,
          items: [{ properties: { Title: 'leek.png' } }],
          filters: is.list,
          fulltext: [{ value: 'leek.png' }],
          facets: is.list,
          sortingOptions: is.list,
        },
      )
    },
    'raw requests to relative URLs, with cookies': async (program) => {
      const component = program.with({ Cookie: 'session=1' })

      must(await component.get('/api/entities/identifier/M.Content.Repository.Standard'), { id: is.number })
      must(
        (
          await component.write('POST', '/api/entities/query', {
            query: { filter: { type: 'Id', value: 160 } },
          })
        ).body,
        {
          total_items: 1,
        },
      )
    },
  }),
  family('Browsable asset library', {
    'several definitions by name, with the labels of their members': async (program) => {
      must(await program.get('/api/entitydefinitions?definitionsToLoadByName=M.Asset,m.tag,No.Such'), {
        items: [
          { name: 'M.Asset', member_groups: [{ members: [{ labels: is.present }] }] },
          { name: 'M.Tag' },
        ],
        total_items: 2,
      })
    },
    'the roots of two taxonomies': async (program) => {
      const roots =
        "(Definition.Name=='M.PCM.ProductCategory' OR Definition.Name=='M.Tag') AND IsRootTaxonomyItem"

      must(await program.get(query(roots, '&take=100')), { items: is.items })
    },
    'search with version 3: taxonomy, field, full text, order': async (program) => {
      const result = await program.get(query("Exists('TagToAsset') AND Definition.Name=='M.Tag'", '&take=1'))
      const definition = await program.get('/api/entitydefinitions/M.Tag')
      const { body } = await program.write(
        'POST',
        '/api/search',
        {
          take: 12,
          fullText: [],
          filters: [
            {
              definition: 'M.Asset',
              name: `taxonomy_items.{${textAt(definition, 'id')}}.*`,
              type: 'InFilter',
              operator: 'AnyOf',
              values: [textAt(result, 'items.0.id')],
            },
            { name: 'definition.name', type: 'FieldFilter', operator: 'Equals', values: ['M.Asset'] },
          ],
          sorting: { field: 'modifiedOn', asc: false },
        },
        version3,
      )

      must(body, {
        totalItemCount: is.number,
        items: [{ id: is.number, renditions: { thumbnail: is.items } }],
      })
    },
    'entities of a parent by POST, without `load_entities`': async (program) => {
      const result = await program.get(query("Exists('TagToAsset') AND Definition.Name=='M.Tag'", '&take=1'))
      const { body } = await program.write(
        'POST',
        '/api/entities/query',
        {
          query: {
            filter: {
              type: 'Relation',
              relation: 'TagToAsset',
              parent_id: Number(textAt(result, 'items.0.id')),
            },
            sorting: [{ field_type: 'System', field: 'ModifiedOn', order: 'Desc' }],
          },
          load_configuration: {
            property_option: { load_option: 'All' },
            relation_option: { load_option: 'Custom', relations: [{ name: 'TagToAsset' }] },
          },
        },
        version3,
      )

      must(body, {
        items: [{ entity: { properties: { Title: is.text }, relations: { TagToAsset: is.present } } }],
      })
    },
    'an entity with version 2, and a public link of id -1': async (program) => {
      const { id } = (await firstOf(program, 'M.Asset')) as Record<string, unknown> // JSON

      must(await program.get(`/api/entities/${String(id)}`, { 'X-ApiVersion': '2' }), { id })
      await readWithoutToken(program, await publish(program))
    },
  }),
]
