/** A request to start from. */
export interface Example {
  readonly title: string
  readonly method: string
  readonly path: string
  readonly body?: object
  readonly headers?: Readonly<Record<string, string>>
}

/** Requests that work on the built-in data, by resource. */
export const examples: readonly (readonly [group: string, examples: readonly Example[]])[] = [
  [
    'Entities',
    [
      { title: 'Read by id', method: 'GET', path: '/api/entities/1000' },
      { title: 'Read in two cultures', method: 'GET', path: '/api/entities/1000?cultures=en-US,nl-NL' },
      { title: 'Headers only', method: 'HEAD', path: '/api/entities/1000' },
      {
        title: 'Read by identifier',
        method: 'GET',
        path: '/api/entities/identifier/M.AssetType.Illustration',
      },
      {
        title: 'Create',
        method: 'POST',
        path: '/api/entities',
        body: {
          entitydefinition: { href: '/api/entitydefinitions/M.Tag' },
          properties: { TagName: { 'en-US': 'Harbour' }, Slug: 'sandbox-tag' },
        },
      },
      {
        title: 'Create or update by identifier',
        method: 'POST',
        path: '/api/entities',
        body: {
          identifier: 'My.Tag',
          entitydefinition: { href: '/api/entitydefinitions/M.Tag' },
          properties: { TagName: { 'en-US': 'My tag' }, Slug: 'my-sandbox-tag' },
        },
      },
      {
        title: 'Update',
        method: 'PUT',
        path: '/api/entities/1000',
        body: { properties: { Title: 'Harbour at dawn' } },
      },
      {
        title: 'Copy, one property overwritten',
        method: 'POST',
        path: '/api/entities/1000/copy',
        body: { property_copy_options: [{ property: 'Title', method: 'Overwrite', new_value: 'A copy' }] },
      },
      { title: 'Delete', method: 'DELETE', path: '/api/entities/1000' },
    ],
  ],
  [
    'Lists and definitions',
    [
      {
        title: 'Entities of a definition',
        method: 'GET',
        path: '/api/entitydefinitions/M.Asset/entities?take=5',
      },
      { title: 'Query', method: 'GET', path: `/api/entities/query?query=Definition.Name=='M.Asset'&take=5` },
      { title: 'Definition', method: 'GET', path: '/api/entitydefinitions/M.Asset' },
    ],
  ],
  [
    'Status',
    [
      { title: 'Index, open to anyone', method: 'GET', path: '/api/status' },
      { title: 'Services, as a tree', method: 'GET', path: '/api/status/servicestatus' },
      { title: 'Jobs of a week', method: 'GET', path: '/api/status/jobs/7' },
      { title: 'Graph, built anew', method: 'GET', path: '/api/status/graph?forceRefresh=true' },
    ],
  ],
  ['Notifications', [{ title: 'Mine', method: 'GET', path: '/api/notifications' }]],
  [
    'Refusals',
    [
      { title: 'No such entity: 404', method: 'GET', path: '/api/entities/999999999' },
      {
        title: 'No such property: 400',
        method: 'PUT',
        path: '/api/entities/1001',
        body: { properties: { Colour: 'red' } },
      },
      { title: 'No such method: 405', method: 'PATCH', path: '/api/entities/1001', body: {} },
    ],
  ],
]
