import { type Scenario, defineScenario } from './scenario.ts'
import { deleteEntities } from '../../data/model/entities/entities.ts'
import { entitiesWithIds } from '../../data/model/entities/references.ts'
import type { DataDraft } from '../../data/model/data-tables.ts'

/** Requests that change data. Not every POST does: queries and searches are sent as POST, too. */
const changes = [
  { method: 'PUT', path: '/api/*' },
  { method: 'DELETE', path: '/api/*' },
  ...[
    '/api/entities',
    '/api/entities/:id/*',
    '/api/entitydefinitions',
    '/api/entitydefinitions/*',
    '/api/account/*',
    '/api/commands/*',
    '/api/datasources',
    '/api/fetchjobs',
    '/api/notifications/*',
    '/api/policies/*',
    '/api/scripts/*',
    '/api/v1.0/*',
    '/api/v2.0/*',
  ].map((path) => ({ method: 'POST', path })),
]

/** Situations that an application should handle. */
export const builtInScenarios: readonly Scenario[] = [
  defineScenario({
    name: 'search-degraded',
    description: 'Search is Orange: queries take seconds, and three in ten fail.',
    health: { search: { label: 'Orange', message: 'Shards are missing; queries time out.', hold: true } },
    faults: ['degraded-search'],
  }),
  defineScenario({
    name: 'storage-fatal',
    description: 'The storage is Red: everything can be read, every change fails with 503.',
    health: { data_storage: { label: 'Red', message: 'The disk is full.', hold: true } },
    faults: changes.map((match) => ({
      name: 'no storage',
      match,
      effect: { kind: 'response', status: 503, body: { Message: 'The change could not be stored.' } },
    })),
  }),
  defineScenario({
    name: 'recovering',
    description:
      'Search is Red; after three reads of the service status it is Yellow, after three more Green.',
    health: { search: { label: 'Red', message: 'The index is being rebuilt.' } },
    steps: [
      {
        after: { method: 'GET', path: '/api/status/servicestatus' },
        times: 3,
        health: { search: { label: 'Yellow', message: 'The index is catching up.', hold: true } },
      },
      {
        after: { method: 'GET', path: '/api/status/servicestatus' },
        times: 3,
        health: { search: { label: 'Green' } },
      },
    ],
  }),
  defineScenario({
    name: 'flaky-network',
    description: 'Some requests fail, some lose their connection, some take long.',
    faults: ['flaky'],
  }),
  defineScenario({
    name: 'copy-fails-once',
    description: 'The first copy fails with 503, the next one works.',
    faults: [
      {
        name: 'failing copy',
        match: { method: 'POST', path: '/api/entities/:id/copy' },
        times: 1,
        effect: {
          kind: 'response',
          status: 503,
          body: { Message: 'The copy could not be made. Try again.' },
        },
      },
    ],
  }),
  defineScenario({
    name: 'session-expires',
    description: 'The fifth request fails once with 401, as if its token had expired.',
    faults: [
      {
        name: 'expired token',
        match: { path: '/api/*' },
        nth: 5,
        effect: {
          kind: 'response',
          status: 401,
          body: { Message: 'The access token is unknown or has expired.' },
        },
      },
    ],
  }),
  defineScenario({
    name: 'maintenance',
    description: 'The service is Red and returns 503 everywhere except in its status.',
    health: { '': { label: 'Red', message: 'Down for maintenance.', hold: true } },
    faults: ['maintenance'],
  }),
  defineScenario({
    name: 'empty',
    description: 'No content at all: users, settings and definitions only.',
    data: (draft) => truncateContent(draft, 0),
  }),
  defineScenario({
    name: 'first-day',
    description: 'One entity of each kind, seen by a reader, as on the first day with a new account.',
    user: 'reader',
    data: (draft) => truncateContent(draft, 1),
  }),
]

/** Deletes all entities except the first ones of each definition, and those that the system needs. */
function truncateContent(draft: DataDraft, count: number): void {
  const content = Array.from(draft.definitions.all()).filter((definition) => !definition.is_system_owned)

  const ids = content.flatMap(({ name }) => [...draft.entities.group('definition', name).keys()].slice(count))

  deleteEntities(draft, entitiesWithIds(draft, ids))
}
