import { ApiError, NotFound } from '../../model/shared/errors.ts'
import { availableNames } from '../../model/shared/suggestion.ts'
import { type DefinedScenario, type Scenario, defineScenario } from './scenario.ts'
import { deleteEntities } from '../../model/entities/entities.ts'
import { entitiesWithIds } from '../../model/entities/references.ts'
import type { DataDraft } from '../../model/tables.ts'

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

/** Maximum number of scenarios that are defined at run time. */
const maxDefined = 100

/** The available scenarios of a sandbox: built in, configured, and defined at run time. Immutable. */
export class KnownScenarios {
  readonly #predefined: ReadonlyMap<string, Scenario>
  readonly #defined: ReadonlyMap<string, DefinedScenario>

  /** @param configured scenarios besides the built-in ones, which they replace if they have the same name */
  static from(configured: readonly Scenario[]): KnownScenarios {
    return new KnownScenarios(new Map([...builtInScenarios, ...configured].map((each) => [each.name, each])))
  }

  private constructor(
    predefined: ReadonlyMap<string, Scenario>,
    defined: ReadonlyMap<string, DefinedScenario> = new Map(),
  ) {
    this.#predefined = predefined
    this.#defined = defined
  }

  /** A scenario that was defined at run time replaces another of its name. */
  list(): Scenario[] {
    return [...new Map<string, Scenario>([...this.#predefined, ...this.#defined]).values()]
  }

  /** The scenarios that were defined at run time, as plain data. */
  get defined(): readonly DefinedScenario[] {
    return [...this.#defined.values()]
  }

  /** @throws {NotFound} when the name is unknown */
  find(name: string): Scenario {
    const scenario = this.#defined.get(name) ?? this.#predefined.get(name)

    if (scenario) return scenario

    const names = this.list().map((each) => each.name)

    throw new NotFound(`There is no scenario "${name.slice(0, 100)}". ${availableNames(names)}`)
  }

  /** @throws {ApiError} 409 when there are too many */
  with(scenario: DefinedScenario): KnownScenarios {
    if (!this.#defined.has(scenario.name) && this.#defined.size >= maxDefined) {
      throw new ApiError(
        409,
        `There are ${maxDefined} defined scenarios already. Delete some: DELETE /__sandbox/scenarios/{name}.`,
      )
    }

    return this.withDefined([...this.defined.filter(({ name }) => name !== scenario.name), scenario])
  }

  /**
   * @throws {NotFound} when the name is unknown
   * @throws {ApiError} 409 for a scenario that was not defined at run time
   */
  without(name: string): KnownScenarios {
    this.find(name)
    if (!this.#defined.has(name)) {
      throw new ApiError(
        409,
        `The scenario "${name}" is built in or configured. Only scenarios defined at run time can be removed.`,
      )
    }

    return this.withDefined(this.defined.filter((each) => each.name !== name))
  }

  /** A copy with other scenarios defined at run time. */
  withDefined(defined: readonly DefinedScenario[]): KnownScenarios {
    return new KnownScenarios(this.#predefined, new Map(defined.map((each) => [each.name, each])))
  }
}
