import { documentedQueries } from './documented-queries.ts'
import { dish, menu, recipe, tag } from './kitchen-data.ts'

/** A request as plain data, so that it can be passed to a browser. */
export interface ConformanceRequest {
  readonly method: string
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

/** Requests to a separate sandbox, in order. */
export interface ConformanceCase {
  readonly name: string
  readonly requests: readonly ConformanceRequest[]
}

/** The parts of a response that must be the same at every door. */
export interface ConformanceResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** The time at which the clock of every case is frozen. */
const frozenAt = '2026-06-15T12:00:00.000Z'

const admin = { authorization: 'Bearer sandbox-admin' }
const reader = { 'x-auth-token': 'sandbox-reader' }
const link = (path: string) => ({ href: `http://sandbox.test${path}` })
const dishDefinition = link('/api/entitydefinitions/T.Dish')

/** Requests to every resource of the kitchen data, in each form, and requests that are rejected. */
export const conformance: readonly ConformanceCase[] = [
  testCase('root', get('/api'), get('/api/'), get('/api', { 'x-apiversion': '2' }), send('HEAD', '/api')),
  testCase(
    'entity, read',
    get(`/api/entities/${dish.soup}`),
    get(`/api/entities/${dish.soup}?culture=nl-NL&members=Title,Story`),
    get('/api/entities/identifier/leek-soup'),
    send('HEAD', `/api/entities/${dish.soup}`),
    get(`/api/entities/${dish.soup}`, { 'if-none-match': '*' }),
    get(`/api/entities/${dish.soup}`, { 'if-none-match': '"stale"' }),
    get('/api/entities/8000000'),
    get('/api/entities/identifier/nobody%20here'),
    get('/api/entities/identifier/%C3%A9t%C3%A9'),
  ),
  testCase(
    'entity, write',
    post('/api/entities', {
      entitydefinition: dishDefinition,
      properties: { Title: 'Leek pie', Code: 'PI-7' },
    }),
    post('/api/entities', { id: 5005, entitydefinition: dishDefinition, properties: { Title: 'Quiche' } }),
    post('/api/entities', {
      identifier: 'stew',
      entitydefinition: dishDefinition,
      properties: { Title: 'Stew' },
    }),
    get('/api/entities/identifier/stew'),
    put(`/api/entities/${dish.soup}`, { properties: { Title: 'Leek soup, "warm" ☕', Servings: 6 } }),
    get(`/api/entities/${dish.soup}`),
    put(
      '/api/entities/identifier/stew',
      { entitydefinition: dishDefinition, properties: { Sold: 12 } },
      { 'if-match': '*' },
    ),
    put(`/api/entities/${dish.soup}`, { properties: { Servings: 7 } }, { 'if-match': '"stale"' }),
    send('DELETE', `/api/entities/${dish.bread}`),
    send('DELETE', '/api/entities/identifier/stew'),
    get(`/api/entities/${dish.bread}`),
    get('/__sandbox/entities?definition=T.Dish&sort=id'),
  ),
  testCase(
    'entity, rejected',
    post('/api/entities', { properties: {} }),
    post('/api/entities', { entitydefinition: dishDefinition, properties: { Code: 'no', Servings: 'many' } }),
    post('/api/entities', {
      entitydefinition: dishDefinition,
      relations: { MenuToDish: link('/api/entities/1') },
    }),
    send('POST', '/api/entities', { 'content-type': 'application/json' }, '{"properties":'),
    send('POST', '/api/entities', { 'content-type': 'text/xml' }, '<entity/>'),
    send('POST', '/api/entities', { 'content-type': 'text/plain;charset=UTF-8' }, '{}'),
    put(`/api/entities/${dish.soup}`, { properties: { Title: 'x' } }, reader),
    get(`/api/entities/${dish.soup}`, { authorization: 'Bearer nonsense' }),
    send('DELETE', '/api/entities'),
    get('/api/entitys'),
    get('/api/__proto__/constructor'),
  ),
  testCase(
    'relations',
    get(`/api/entities/${dish.soup}/relations/TagToDish`),
    send('HEAD', `/api/entities/${dish.soup}/relations/DishToRecipe`),
    put(`/api/entities/${dish.salad}/relations/TagToDish`, {
      parents: [link(`/api/entities/${tag.cheap}`), link(`/api/entities/${tag.quick}`)],
    }),
    put(`/api/entities/${dish.salad}/relations/MenuToDish`, { parent: link(`/api/entities/${menu.dinner}`) }),
    put(`/api/entities/${dish.salad}/relations/DishToRecipe`, {
      child: link(`/api/entities/${recipe.ryeBread}`),
    }),
    get(`/api/entities/${menu.dinner}/relations/MenuToDish`),
    get(`/api/entities/${dish.soup}/relations/DishToSide`),
    get(`/api/entities/${dish.soup}/relations/Nothing`),
  ),
  testCase(
    'query',
    get("/api/entities/query?query=Definition.Name=='T.Dish'"),
    get("/api/entities/query?query=String('Title')=='Leek%20soup'&members=Title"),
    get('/api/entities/query?query=((('),
    post('/api/entities/query', { filter: 'x' }),
    post('/api/entities/searchAfter', { query: "Definition.Name=='T.Dish'" }),
    get('/api/entitydefinitions/T.Dish/entities?take=2'),
  ),
  testCase(
    'query language',
    // `self` of each response repeats the expression as it was sent.
    ...documentedQueries.map(([expression], index) =>
      get(
        `/api/entities/query?take=1&query=${index % 2 ? encodeURIComponent(expression) : minimallyEncoded(expression)}`,
      ),
    ),
  ),
  testCase(
    'search',
    post('/api/search', { fulltext: ['soup'], filters: [{ name: 'definition', values: ['T.Dish'] }] }),
    post('/api/search', { sorting: { field: 'modifiedon', asc: false }, take: 2, aggregations: ['Course'] }),
    post('/api/search/allfacets', { facetField: 'Course' }),
    get(`/api/aggregates/details/${dish.soup}`),
  ),
  testCase(
    'copy',
    post(`/api/entities/${dish.soup}/copy`, {
      property_copy_options: [
        { property: 'Title', method: 'Overwrite', new_value: 'Soup of the day' },
        { property: 'Code', method: 'Remove' },
      ],
      relation_copy_options: [{ relation: 'TagToDish', method: 'Keep' }],
    }),
    post(`/api/entities/${dish.soup}/copy`, {
      destination_entity_id: dish.salad,
      property_copy_options: [{ property: 'Story', method: 'Ignore' }],
    }),
    post(`/api/entities/${dish.soup}/copy`, {
      relation_copy_options: [{ relation: 'TagToDish', method: 'Burn' }],
    }),
    post(`/__sandbox/copy-plan/${dish.soup}`, {}),
  ),
  testCase(
    'definitions and option lists',
    get('/api/entitydefinitions'),
    get('/api/entitydefinitions/T.Dish'),
    get('/api/entitydefinitions/name/T.Dish'),
    get('/api/entitydefinitions/T.Nothing'),
    post('/api/entitydefinitions', { name: 'T.Cook', member_groups: [] }, admin),
    put('/api/entitydefinitions/T.Cook', { name: 'T.Cook', labels: { 'en-US': 'Cook' } }, admin),
    send('DELETE', '/api/entitydefinitions/T.Cook', admin),
    get('/api/datasources/Courses'),
  ),
  testCase(
    'status and notifications',
    get('/api/status'),
    send('HEAD', '/api/status'),
    get('/api/status/servicestatus'),
    get('/api/status/servicestatus', reader),
    ...['servicestatus', 'version', 'jobs/7', 'jobs/x', 'search', 'graph?forceRefresh=true', 'system'].map(
      (path) => get(`/api/status/${path}`, admin),
    ),
    put('/__sandbox/health/search', { label: 'Red', message: 'No shards.' }),
    get('/api/status', admin),
    send('DELETE', '/__sandbox/health/search'),
    get('/api/notifications'),
    send('HEAD', '/api/notifications'),
  ),
  testCase(
    'sign-in',
    form('grant_type=password&username=admin&password=admin&client_id=sandbox&client_secret=sandbox'),
    form('grant_type=password&username=admin&password=wrong&client_id=sandbox&client_secret=sandbox'),
    post('/oauth/token', { grant_type: 'password' }),
    get('/__sandbox/personas'),
    get('/oauth/.well-known/openid-configuration'),
    get('/oauth/authorize?response_type=code&client_id=sandbox&redirect_uri=http://localhost/'),
    get('/oauth/authorize?response_type=code&client_id=sandbox&redirect_uri=http://elsewhere.example/'),
  ),
  testCase(
    'sandbox controls',
    get('/__sandbox/clock'),
    post('/__sandbox/clock/advance', { ms: 1500 }),
    put('/__sandbox/user', { name: 'reader' }),
    put(`/api/entities/${dish.soup}`, { properties: { Title: 'x' } }),
    send('POST', '/__sandbox/reset', { 'content-type': 'application/json' }, '{}'),
    send('POST', '/__sandbox/undo'),
    send('OPTIONS', '/api/entities'),
    get('/__sandbox/nothing'),
  ),
]

/** Encodes only what a URL can't contain, and spaces as `+`, as forms do. */
function minimallyEncoded(expression: string): string {
  return expression.replaceAll(/[%&#+"<>\\^`{|}]/g, encodeURIComponent).replaceAll(' ', '+')
}

function testCase(name: string, ...requests: ConformanceRequest[]): ConformanceCase {
  return { name, requests: [put('/__sandbox/clock', { mode: 'frozen', at: frozenAt }), ...requests] }
}

function get(path: string, headers?: Record<string, string>): ConformanceRequest {
  return send('GET', path, headers)
}

function post(path: string, body: object, headers?: Record<string, string>): ConformanceRequest {
  return send('POST', path, { 'content-type': 'application/json', ...headers }, JSON.stringify(body))
}

function put(path: string, body: object, headers?: Record<string, string>): ConformanceRequest {
  return send('PUT', path, { 'content-type': 'application/json', ...headers }, JSON.stringify(body))
}

function form(body: string): ConformanceRequest {
  return send('POST', '/oauth/token', { 'content-type': 'application/x-www-form-urlencoded' }, body)
}

function send(
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body?: string,
): ConformanceRequest {
  return { method, path, headers, ...(body === undefined ? {} : { body }) }
}
