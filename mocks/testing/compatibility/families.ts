import { asks, encoded, matches, memberAt, probe, type Ask, type Family } from './probe.ts'

const query = (expression: string, more = '') => `/api/entities/query?query=${encoded(expression)}${more}`
const entities = { status: 200, members: ['items', 'total_items'] }
const asset = { href: '/api/entitydefinitions/M.Asset' }

/** The address of an entity that was just created, as programs take it from `Location`. */
async function createdAt(ask: Ask, properties: object): Promise<string> {
  const { headers } = await ask('POST', '/api/entities', { id: -1, entitydefinition: asset, properties })

  return headers.get('location') ?? ''
}

/** Families of programs that others have written, and what they do; docs/compatibility.md is made from it. */
export const families: readonly Family[] = [
  {
    name: 'Applications on a client library',
    probes: [
      probe('sign in with the password grant and read the root', async (ask) => {
        const root = await ask('GET', '/api', undefined, { 'X-ApiVersion': '2' })

        return matches(root, { status: 200, members: ['file_version', 'routes.entity_by_id.href'] })
      }),
      asks(
        'find entities with POST /api/entities/query, enum names and members in any letter case',
        'POST',
        '/api/entities/query',
        { status: 200, members: ['items', 'total_items'] },
        { Query: { Filter: { Type: 'definition', Name: 'M.Asset' }, Take: 1 } },
      ),
      asks(
        'read definitions with conditional members',
        'GET',
        '/api/entitydefinitions/M.Asset?includeConditionalMembers=true',
        {
          status: 200,
          members: ['member_groups.0.members.0.labels'],
        },
      ),
    ],
  },
  {
    name: 'Query scripts',
    probes: [
      asks(
        'GET query by definition, text in double quotes',
        'GET',
        query('Definition.Name == "M.Asset"', '&take=1'),
        entities,
      ),
      asks('names without letter case', 'GET', query("definition.name=='m.asset'", '&Take=1'), {
        status: 200,
        members: ['items.0.id'],
      }),
      asks('relations in expressions', 'GET', query("Parent('TagToAsset').id==1"), entities),
      asks(
        'full text joined by `and`',
        'GET',
        query("Definition.Name=='M.Asset' and FullText=='blue*'"),
        entities,
      ),
      asks('dates without quotes', 'GET', query("DateTime('CreatedOn') gte 20141213"), entities),
      asks(
        'sort by a system field in any form',
        'GET',
        query("Definition.Name=='M.Asset'", '&sort=ModifiedOn&order=Desc'),
        entities,
      ),
    ],
  },
  {
    name: 'Readers by id',
    probes: [
      probe('GET an entity, its relation and its identifier', async (ask) => {
        const { body } = await ask('GET', query("Definition.Name=='M.Asset'", '&take=1'))
        const id = String(memberAt(body, 'items.0.id'))
        const identifier = String(memberAt(body, 'items.0.identifier'))
        const answers = [
          await ask('GET', `/api/entities/${id}`),
          await ask('GET', `/api/entities/identifier/${identifier}`),
          await ask('GET', `/api/entities/${id}/relations/TagToAsset`),
        ]

        return answers.every(({ status }) => status === 200)
      }),
      asks(
        'paths in another letter case, with a slash at their end',
        'GET',
        `/api/Entities/Query/?Query=${encoded("Definition.Name=='M.Tag'")}`,
        entities,
      ),
    ],
  },
  {
    name: 'Entity writers',
    probes: [
      probe('create with id -1, change in part, delete', async (ask) => {
        const address = await createdAt(ask, { Title: 'A title' })
        const changed = await ask('PUT', address, { Properties: { Title: 'Another' } })
        const read = await ask('GET', address)
        const deleted = await ask('DELETE', address)

        return (
          changed.status === 204 &&
          memberAt(read.body, 'properties.Title') === 'Another' &&
          deleted.status === 204
        )
      }),
      probe('send back what GET answered', async (ask) => {
        const address = await createdAt(ask, { Title: 'A title' })
        const { body } = await ask('GET', address)

        return (await ask('PUT', address, body)).status === 204
      }),
    ],
  },
  {
    name: 'Asset uploaders',
    probes: [
      asks(
        'announce an upload, and go on at its Location',
        'POST',
        '/api/v2.0/upload',
        { status: 200, members: ['upload_identifier'] },
        {
          file_name: 'a.png',
          file_size: '10',
          upload_configuration: { name: 'AssetUploadConfiguration' },
          action: { name: 'NewAsset' },
        },
      ),
      asks('GET /api/status as a smoke test', 'GET', '/api/status', { status: 200 }),
    ],
  },
  {
    name: 'Upload and publish scripts',
    probes: [
      probe('approve an asset by its lifecycle', async (ask) => {
        const address = await createdAt(ask, { Title: 'To approve' })
        const { status } = await ask('POST', `${address}/lifecycle/approve`, {})

        return status >= 200 && status < 300
      }),
      probe('make a public link and read its address', async (ask) => {
        const href = await createdAt(ask, { Title: 'To publish' })
        const { status } = await ask('POST', '/api/entitydefinitions/M.PublicLink/entities', {
          properties: { Resource: 'preview' },
          relations: { AssetToPublicLink: { parents: [{ href }] } },
        })

        return status === 201
      }),
    ],
  },
  {
    name: 'Asset libraries',
    probes: [
      asks(
        'several definitions by name',
        'GET',
        '/api/entitydefinitions?definitionsToLoadByName=M.Asset,M.Tag',
        entities,
      ),
      asks(
        'search by full text, sorted',
        'POST',
        '/api/search',
        { status: 200, members: ['items', 'totalItemCount', 'filters', 'facets'] },
        { fullText: ['a'], Take: 5, sorting: { field: 'modifiedon', asc: false } },
      ),
    ],
  },
  {
    name: 'Importers and connectors',
    probes: [
      asks('option lists by name, in any letter case', 'GET', '/api/Datasources', {
        status: 200,
        members: ['items.0.name'],
      }),
      asks('fetch jobs', 'GET', '/api/fetchjobs', { status: 200 }),
      asks('entities of a definition', 'GET', '/api/entitydefinitions/m.asset/entities?take=1', entities),
      asks(
        'create by definition',
        'POST',
        '/api/entitydefinitions/M.Asset/entities',
        { status: 201, members: ['id'] },
        { properties: { Title: 'By definition' } },
      ),
    ],
  },
  {
    name: 'Browser extensions',
    probes: [
      asks('the signed-in user', 'GET', '/api/userProfile', { status: 200 }),
      asks('queues of the status', 'GET', '/api/status/queues', { status: 200 }),
      asks('audit of an entity', 'GET', '/api/audit/raw/query', { status: 200 }),
    ],
  },
  {
    name: 'Packages and exports in repositories',
    probes: [
      asks(
        'a file of a package, imported',
        'POST',
        '/__sandbox/import',
        { status: 200, members: ['taken.definitions'] },
        {
          version: '2.0.0',
          data: {
            name: 'Demo.Recipe',
            self: { href: 'Demo.Recipe' },
            member_groups: [{ name: 'Main', members: [] }],
          },
        },
      ),
      asks('a package of the sandbox', 'GET', '/__sandbox/export?format=package', { status: 200 }),
    ],
  },
  {
    name: 'Programs that guess',
    probes: [
      probe('a route that is not there is 404 and names the nearest', async (ask) => {
        const { status, body } = await ask('GET', '/api/entites')

        return status === 404 && String(body.Message).includes('/api/entities')
      }),
      asks(
        'POST /api/authenticate for a token',
        'POST',
        '/api/authenticate',
        { status: 200, members: ['token'] },
        {
          user_name: 'editor',
          password: 'editor',
        },
      ),
    ],
  },
]
