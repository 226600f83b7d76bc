/** A request to start from. */
export interface Example {
  readonly title: string
  readonly method: string
  readonly path: string
  readonly body?: object
}

/** Requests that work on the built-in data, by resource. */
export const examples: readonly (readonly [group: string, examples: readonly Example[]])[] = [
  [
    'Entities',
    [
      example('Read by id', 'GET /api/entities/1000'),
      example('Read in two cultures', 'GET /api/entities/1000?cultures=en-US,nl-NL'),
      example('Headers only', 'HEAD /api/entities/1000'),
      example('Read by identifier', 'GET /api/entities/identifier/M.AssetType.Illustration'),
      example('Create', 'POST /api/entities', {
        entitydefinition: { href: '/api/entitydefinitions/M.Tag' },
        properties: { TagName: { 'en-US': 'Harbour' }, Slug: 'sandbox-tag' },
      }),
      example('Create or update by identifier', 'POST /api/entities', {
        identifier: 'My.Tag',
        entitydefinition: { href: '/api/entitydefinitions/M.Tag' },
        properties: { TagName: { 'en-US': 'My tag' }, Slug: 'my-sandbox-tag' },
      }),
      example('Update', 'PUT /api/entities/1000', { properties: { Title: 'Harbour at dawn' } }),
      example('Copy, one property overwritten', 'POST /api/entities/1000/copy', {
        property_copy_options: [{ property: 'Title', method: 'Overwrite', new_value: 'A copy' }],
      }),
      example('Delete', 'DELETE /api/entities/1000'),
    ],
  ],
  [
    'Lists and definitions',
    [
      example('Entities of a definition', 'GET /api/entitydefinitions/M.Asset/entities?take=5'),
      example('Query', `GET /api/entities/query?query=Definition.Name=='M.Asset'&take=5`),
      example('Definition', 'GET /api/entitydefinitions/M.Asset'),
    ],
  ],
  [
    'Status',
    [
      example('Index, open to anyone', 'GET /api/status'),
      example('Services, as a tree', 'GET /api/status/servicestatus'),
      example('Jobs of a week', 'GET /api/status/jobs/7'),
      example('Graph, built anew', 'GET /api/status/graph?forceRefresh=true'),
    ],
  ],
  ['Notifications', [example('Mine', 'GET /api/notifications')]],
  [
    'Refusals',
    [
      example('No such entity: 404', 'GET /api/entities/999999999'),
      example('No such property: 400', 'PUT /api/entities/1001', { properties: { Colour: 'red' } }),
      example('No such method: 405', 'PATCH /api/entities/1001', {}),
    ],
  ],
]

function example(title: string, request: string, body?: object): Example {
  const [method = '', path = ''] = request.split(/ (.*)/)

  return { title, method, path, ...(body ? { body } : {}) }
}

/** The body of an example as text, its links as a client of the service at `origin` would send them. */
export function bodyOfExample({ body }: Example, origin: string): string | undefined {
  return (
    body &&
    JSON.stringify(body, (name, value: unknown) => (name === 'href' ? `${origin}${String(value)}` : value), 2)
  )
}
