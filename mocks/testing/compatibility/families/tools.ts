import { family, is, memberAt, must, query, textAt } from '../program.ts'
import { firstOf } from './reading.ts'
import { newAsset } from './writing.ts'

const statusParts = [
  'queues',
  'jobs',
  'users',
  'license',
  'datastorage',
  'mediastorage',
  'search',
  'graph',
  'servicestatus',
  'publishing',
  'videoindexing',
]

const list = { items: is.list, total_items: is.number }

export const tools = [
  family('Browser extensions', {
    'an entity by id and identifier, the signed-in user, entities of a definition': async (program) => {
      const asset = await firstOf(program, 'M.Asset')

      must(await program.get(`/api/entities/identifier/${textAt(asset, 'identifier')}`), { id: is.number })
      must(await program.get('/api/userProfile'), { properties: { Username: 'admin' } })
      must(await program.get('/api/entitydefinitions/M.Asset/entities'), { items: is.items })
      must(await program.get('/api/entitydefinitions/M.Asset?includeConditionalMembers=true'), {
        name: 'M.Asset',
      })
      must(await program.get('/api/datasources'), { items: [{ name: is.text, href: is.text }] })
    },
    'every part of the status': async (program) => {
      for (const part of statusParts) {
        must(await program.get(`/api/status/${part}`), { self: { href: is.text } }, `/api/status/${part}`)
      }
      await newAsset(program)

      const sequence = textAt(await program.get('/api/audit/raw/query?take=1'), 'items.0.sequence')

      must(await program.get(`/api/status/messages/${sequence}`), {
        channel: is.text,
        payload: is.present,
      })
    },
    'the audit, by query and by scroll': async (program) => {
      const url = await newAsset(program)
      const id = /\d+$/.exec(url)?.[0]

      for (const index of ['raw', 'business', 'action', 'trigger', 'scripting', 'raw/operational']) {
        must(await program.get(`/api/audit/${index}/query?take=5&from=2018-07-01T08:00Z`), list, index)
        must(await program.get(`/api/audit/${index}/scroll?scrollTime=1m`), list, index)
      }
      must(await program.get(`/api/audit/raw/query/${id}`), { items: [{ entity_id: Number(id) }] })
      must(await program.get(`/api/audit/raw/scroll/${id}`), { items: [{ entity_id: Number(id) }] })
    },
    'rebuilds of the graph, download orders': async (program) => {
      must(await program.get('/api/graph/v1/rebuilds'), list)
      must(await program.get('/api/downloadorders'), list)
    },
    'renditions of version 2, and the number of those that a user made': async (program) => {
      const id = textAt(await firstOf(program, 'M.Asset'), 'id')

      must(await program.get(`/api/entities/${id}/v2.0/renditions`), { renditions: is.items })
      must(await program.send('GET', `/api/entities/${id}/v2.0/renditions/GetUserRenditionsCount`), {
        status: 200,
      })
    },
    'initialize a search': async (program) => {
      const members = { items: is.list, facets: is.list }

      must(await program.get('/api/search/InitSearch'), members)
      must((await program.write('POST', '/api/search/InitSearch', {})).body, members)
    },
    'create a setting with id -1': async (program) => {
      const url = await program.create('/api/entities', {
        id: -1,
        entitydefinition: { href: '/api/entitydefinitions/M.Setting' },
        properties: { 'M.Setting.Name': 'Tool', 'M.Setting.Value': { a: 1 } },
        relations: {
          SettingCategoryToSettings: {
            parent: { href: '/api/entities/identifier/M.SettingCategory.PortalConfiguration' },
          },
        },
      })

      must(await program.get(url), { properties: { 'M.Setting.Value': { a: 1 } } })
      must(await program.get('/api/settings/PortalConfiguration/Tool'), { value: { a: 1 } })
    },
  }),
  family('Packages and exports in repositories', {
    'import a definition in the format of packages': async (program) => {
      must((await program.write('POST', '/__sandbox/import', packageFile)).body, {
        imported: { definitions: is.number },
      })
      must(await program.get('/api/entitydefinitions/Demo.Recipe'), {
        member_groups: [
          { members: [{ name: 'Title' }, { name: 'TagToRecipe', cardinality: 'ManyToMany', role: 'Child' }] },
        ],
      })
    },
    'import responses of the service unchanged': async (program) => {
      const definitions = await program.get('/api/entitydefinitions?take=100')
      const entities = await program.get(query("Definition.Name=='M.Tag'", '&take=1000'))
      const { body } = await program.write('POST', '/__sandbox/import', [definitions, entities])

      must(body, { imported: { definitions: memberAt(definitions, 'total_items') } })
      must(await program.get(query("Definition.Name=='M.Tag'", '&take=0')), {
        total_items: memberAt(entities, 'total_items'),
      })
    },
  }),
  family('Component starter with mocks', {
    'the root’s relative links are specific to that mock: the sandbox returns absolute links': async (
      program,
    ) => {
      must(await program.get('/api', { 'X-ApiVersion': '2' }), {
        routes: { entities: { href: /^https?:\/\// }, entities_by_query: { href: is.text } },
      })
    },
  }),
  family('A generic test program with invented resources', {
    'a resource that the service does not have returns 404, with the nearest path if one is near': async (
      program,
    ) => {
      for (const [path, message] of [
        ['/api/upload/initiate', /nearest is \/api\/v\d\.0\/upload/],
        ['/api/savedselection', /nearest is \/api\/savedselections/],
        ['/api/oauth/token', /nearest is \/oauth\/token/],
        ['/api/optionlists', /not a path of the service\. To answer it yourself/],
      ] as const) {
        must(await program.send('GET', path), { status: 404, body: { Message: message } }, path)
      }
    },
    'a resource that is only listed at the root returns 501, and says so': async (program) => {
      for (const path of [
        '/api/Taxonomy',
        '/api/suggest',
        '/api/system',
        '/api/menu/1',
        '/api/publish/x',
        '/api/flows',
        '/api/selections',
        '/api/entities/descendants',
      ]) {
        must(await program.send('GET', path), { status: 501, body: { Message: /not implemented/ } }, path)
      }
    },
  }),
]

const packageFile = {
  version: '2.0.0',
  data: {
    id: 4100,
    name: 'Demo.Recipe',
    labels: { 'en-US': 'Recipe' },
    created_by: { href: 'User:cook' },
    self: { href: 'Demo.Recipe' },
    member_groups: [
      {
        name: 'Main',
        members: [
          { type: 'String', name: 'Title', content_type: 0, boost: true },
          {
            type: 'Relation',
            name: 'TagToRecipe',
            role: 1,
            cardinality: 2,
            associated_entitydefinition: { href: 'Demo.Tag', title: 'Tag' },
          },
        ],
      },
    ],
  },
}
