import type * as typed from '../data/model/definitions/typed-definitions.ts'
import * as requests from './entity-requests.ts'
import type { ResponseOf, Client } from './client.ts'
import type { EntityMessage, JournalEntry, Fault, Overview } from './operations.ts'
import type { RequestPattern } from '../sandbox/faults/request-pattern.ts'
import { checkHandlers, type MswHandler } from '../service/http/msw/msw-handler.ts'
import type { HealthLabel } from '../data/model/health/component.ts'
import type { JsonObject } from '../data/model/shared/json.ts'
import { rejectUnknownOptions, unknownNameMessage } from '../data/model/shared/suggestion.ts'
import type { FaultPresetName, FaultRule } from '../sandbox/faults/fault-rule.ts'
import type { Scenario } from '../sandbox/scenarios/scenario.ts'
import type { ValidationLevel } from '../sandbox/sandbox-settings.ts'
import { entityInput, type EntityOf, type GivenEntity } from './entity-types.ts'
import { SandboxClock } from './sandbox-clock.ts'
import { Hold } from './hold.ts'
import { clientOf, followEvents, untilClosed, type ClientTransport } from './transport.ts'

/** A request that a sandbox received, and its response. */
export type ReceivedRequest = JournalEntry

/** A message to a receiver, and what became of it. */
export type SandboxMessage = ResponseOf<'GET', '/__sandbox/messages'>['items'][number]

/** A change of a sandbox, and the messages about the entities in it. */
export type SandboxChange = ResponseOf<'GET', '/__sandbox/changes'>['items'][number]

/** How many requests that match the pattern are expected; by default at least once. */
export interface ExpectedRequest extends RequestPattern {
  readonly count?: number
  readonly atLeast?: number
  readonly atMost?: number
  /** Only requests after this sequence number. */
  readonly since?: number
}

/** Whether the expected requests were received, those that match, and the nearest other request if some are missing. */
export type RequestVerdict = ResponseOf<'POST', '/__sandbox/journal/verify'>

/// <reference lib="esnext.disposable" preserve="true" />

export type { HealthLabel }
/** The properties given as a type argument, otherwise those of the definition. */
type Typed<Properties, Name> = Properties extends undefined ? Name : Properties

const eventTypes = {
  'entity.created': 'EntityCreated',
  'entity.updated': 'EntityUpdated',
  'entity.deleted': 'EntityDeleted',
} as const
/** What happens to an entity. */
export type EntityEvent = keyof typeof eventTypes

export interface HealthOptions {
  readonly message?: string
  /** Prevents Yellow from recovering to Green. */
  readonly hold?: boolean
  readonly flap?: { label: HealthLabel; every_ms: number }
  /** Adds a component although another has a similar name. */
  readonly is_new?: boolean
}

type Persona = 'admin' | 'editor' | 'reader' | (string & {})

/** A sandbox by its verbs, which change data, read data and control how the sandbox behaves. The same at every door. */
export class SandboxClient implements AsyncDisposable {
  readonly clock: SandboxClock
  /** @internal */
  readonly assertions = new Assertions()
  readonly #transport: ClientTransport
  readonly #closed = new AbortController()
  #seed: number
  #snapshots = 0
  #giveCount = 0

  constructor(transport: ClientTransport) {
    this.#transport = untilClosed(transport)
    this.#seed = transport.seed
    this.clock = new SandboxClock(this.#client('set the clock'))
  }

  /** The value of the header `X-Sandbox` in requests for it. */
  get id(): string {
    return this.#transport.id
  }

  /** The integer that reproduces its data. */
  get seed(): number {
    return this.#seed
  }

  /** Base URL of the API in this sandbox. */
  get url(): string {
    return this.#transport.url
  }

  /** Sends a request as the application would. */
  fetch(path: string, init?: RequestInit): Promise<Response> {
    return this.#transport.fetch(path, init)
  }

  /** Creates an entity, or changes the one with the given `id` or `identifier`. Omitted mandatory properties get made-up values. */
  async give<Properties = undefined, Name extends typed.DefinitionName = typed.DefinitionName>(
    definition: Name,
    given: GivenEntity<Typed<NoInfer<Properties>, NoInfer<Name>>> = {},
  ): Promise<EntityOf<Typed<Properties, Name>>> {
    const client = this.#client(`give ${definition}`, given, ['id', 'identifier', 'properties', 'relations'])
    const generated = await requests.missingMandatoryValues(client, definition, given, this.#giveCount++)
    const properties = { ...generated, ...given.properties }
    const body = entityInput<string>(definition, { ...given, properties })
    const { data } = await client.POST('/api/entities', { body })

    return this.entity<Typed<Properties, Name>>(data.id)
  }

  /** Creates several entities of a definition, one after the other, from the values that a function returns for each. */
  async giveMany<Properties = undefined, Name extends typed.DefinitionName = typed.DefinitionName>(
    definition: Name,
    count: number,
    given: (index: number) => GivenEntity<Typed<NoInfer<Properties>, NoInfer<Name>>>,
  ): Promise<EntityOf<Typed<Properties, Name>>[]> {
    const entities: EntityOf<Typed<Properties, Name>>[] = []

    for (let index = 0; index < count; index++)
      entities.push(await this.give<Properties, Name>(definition, given(index)))

    return entities
  }

  /** The entities of a definition whose properties have the given values. */
  find<Properties = undefined, Name extends typed.DefinitionName = typed.DefinitionName>(
    definition: Name,
    properties: typed.PropertiesFilter<Typed<NoInfer<Properties>, NoInfer<Name>>> = {},
  ): Promise<EntityOf<Typed<Properties, Name>>[]> {
    const query = requests.findExpression(definition, properties)

    return requests.findEntities(this.#client(`find entities by ${query}`), query)
  }

  /** The entity with an id or identifier; fails if it does not exist. */
  async entity<T = typed.AnyProperties>(idOrIdentifier: number | string): Promise<EntityOf<T>> {
    const match = await requests.findEntity<EntityOf<T>>(this.#client('read an entity'), idOrIdentifier)

    if (!match) throw new Error(`Failed to read entity ${JSON.stringify(idOrIdentifier)}: it does not exist.`)

    return match
  }

  /** Whether an entity with this id or identifier exists. */
  async has(idOrIdentifier: number | string): Promise<boolean> {
    return (await requests.findEntity(this.#client('read an entity'), idOrIdentifier)) !== undefined
  }

  /** Changes properties of an entity, which is an object, an id or an identifier; null removes a value. */
  async change<T = typed.DefinitionName>(
    entity: number | string | EntityOf<T>,
    properties: typed.PropertiesInput<NoInfer<T>>,
  ): Promise<void> {
    const id = typeof entity === 'object' ? entity.id : entity

    await requests.changeEntity(this.#client(`change entity ${id}`), id, properties)
  }

  /** Removes an entity and the references to it. */
  async remove(idOrIdentifier: number | string): Promise<void> {
    await requests.removeEntity(this.#client(`remove entity ${idOrIdentifier}`), idOrIdentifier)
  }

  /** Sets the user assumed for requests without credentials; null rejects them. */
  async actAs(name: Persona | null): Promise<void> {
    await this.#client('set the user').PUT('/__sandbox/user', { body: { name } })
  }

  /**
   * Sets the colour of a component: `search`, `graph/worker-2`. With `flap` it alternates with another colour.
   * An unknown component is added; one with a name similar to another's only with `is_new`.
   */
  async setHealth(component: string, label: HealthLabel, options: HealthOptions = {}): Promise<void> {
    const client = this.#client('set the health', options, ['message', 'hold', 'flap', 'is_new'])

    await client.PUT('/__sandbox/health/{path}', { path: { path: component }, body: { label, ...options } })
  }

  /** Restores the initial colour of a component, or of all. */
  async resetHealth(component?: string): Promise<void> {
    if (component === undefined) await this.#client('reset health').DELETE('/__sandbox/health')
    else await this.#client('reset health').DELETE('/__sandbox/health/{path}', { path: { path: component } })
  }

  /** Sets how invalid or ignored input in requests is handled: ignored, with a warning, or rejected with 400. */
  async setValidation(level: ValidationLevel): Promise<void> {
    await this.#client('set the validation').PUT('/__sandbox/validation', { body: { level } })
  }

  /** Makes matching requests fail or respond slowly. Returns the fault's id. */
  async addFault(rule: FaultRule): Promise<string> {
    // Only a preset returns several faults.
    return ((await this.#client('add a fault').POST('/__sandbox/faults', { body: rule })).data as Fault).id
  }

  /**
   * Holds matching requests until they are released, to look at what is shown meanwhile.
   *
   * @param path pattern as that of a fault: `/api/entities/:id`
   */
  async hold(method: string, path: string): Promise<Hold> {
    const fault = await this.addFault({ match: { method, path }, effect: { kind: 'hold' } })

    return new Hold(this.#client('hold requests'), fault)
  }

  /** Adds the faults of a preset: `flaky`, `offline`. */
  async addFaultPreset(preset: FaultPresetName): Promise<void> {
    await this.#client('add faults').POST('/__sandbox/faults', { body: { preset } })
  }

  /** @internal The faults, with how many requests each has affected. */
  async faults(): Promise<readonly Fault[]> {
    return (await this.#client('read the faults').GET('/__sandbox/faults')).data.items
  }

  /** Removes a fault by its id. */
  async removeFault(id: string): Promise<void> {
    await this.#client('remove a fault').DELETE('/__sandbox/faults/{id}', { path: { id } })
  }

  /** Removes all faults. */
  async clearFaults(): Promise<void> {
    await this.#client('remove the faults').DELETE('/__sandbox/faults')
  }

  /** Adds a scenario, or replaces the one with the same name. */
  async defineScenario(scenario: Scenario): Promise<void> {
    const { name, ...body } = scenario

    if ([scenario, ...(scenario.steps ?? [])].some(({ data }) => data !== undefined)) {
      throw new Error(
        `Failed to define the scenario "${name}": its "data" is code, which only the option "scenarios" accepts. Omit it, and change the data with give(), change() and remove().`,
      )
    }
    await this.#client('define a scenario').PUT('/__sandbox/scenarios/{name}', { path: { name }, body })
  }

  /** Enters a named scenario; null leaves it. */
  async setScenario(name: string | null): Promise<void> {
    if (name === null) await this.#client('leave the scenario').DELETE('/__sandbox/scenario')
    else await this.#client('enter a scenario').PUT('/__sandbox/scenario', { body: { name } })
    await this.clock.updateFollowers() // the scenario may have set the clock
  }

  /** Takes a snapshot. Returns its name. */
  async snapshot(name = `snapshot-${++this.#snapshots}`): Promise<string> {
    await this.#client('take a snapshot').POST('/__sandbox/snapshots', { body: { name } })

    return name
  }

  /** Restores a snapshot. */
  async restore(name: string): Promise<void> {
    await this.#client('restore a snapshot').POST('/__sandbox/snapshots/{name}/restore', { path: { name } })
  }

  /** Restores the baseline, or generates the data of another seed, with user and scenario; removes faults. */
  async reset(options: { seed?: number; clock?: boolean } = {}): Promise<void> {
    await this.#client('reset', options, ['seed', 'clock']).POST('/__sandbox/reset', { body: options })
    this.#seed = options.seed ?? this.#seed
    await this.clock.updateFollowers() // the initial scenario may have set the clock
  }

  /** Adds msw handlers that run before the sandbox, the newest first. Only streams of events are sent as they arrive. */
  use(...handlers: MswHandler[]): void {
    checkHandlers(handlers)
    if (handlers.length > 0) this.#transport.use(handlers)
  }

  /** Removes the handlers that `use()` added. */
  stopUsing(): void {
    this.#transport.use([])
  }

  /** The requests received, the oldest first; with a pattern, those that match it. */
  async requests(pattern?: RequestPattern): Promise<ReceivedRequest[]> {
    const query = { limit: 1_000_000, outgoing: pattern?.outgoing ? 'yes' : 'no' } as const
    const { items } = (await this.#client('read the requests').GET('/__sandbox/journal', { query })).data

    if (!pattern) return items
    const { entries } = await this.verify({ ...pattern, atLeast: 0 })
    const matches = new Set(entries.map(({ sequence }) => sequence))

    return items.filter(({ sequence }) => matches.has(sequence))
  }

  /** The messages to receivers, the oldest first, and what became of them. */
  async messages(): Promise<SandboxMessage[]> {
    return (await this.#client('read the messages').GET('/__sandbox/messages')).data.items
  }

  /** Whether the expected requests were received. */
  async verify(expected: ExpectedRequest): Promise<RequestVerdict> {
    return (await this.#client('verify requests').POST('/__sandbox/journal/verify', { body: expected })).data
  }

  /**
   * Calls a function with the message about each entity that is created, changed or deleted from now on, as a webhook gets
   * it. Resolves to the function that ends it; closing the sandbox does too.
   */
  async on(event: EntityEvent, listener: (message: EntityMessage) => void): Promise<() => void> {
    const ended = new AbortController()
    const end = () => ended.abort()
    const tell = (data: unknown) => {
      const { messages = [] } = data as { messages?: EntityMessage[] } // none if some were missed

      for (const message of messages) {
        if (message.saveEntityMessage.EventType === eventTypes[event]) listener(message)
      }
    }

    if (!Object.hasOwn(eventTypes, event))
      throw new TypeError(`Failed to listen: ${unknownNameMessage(event, Object.keys(eventTypes))}`)
    this.#closed.signal.addEventListener('abort', end, { signal: ended.signal })
    await followEvents(this.#transport, '/__sandbox/events?messages=true', tell, ended.signal)

    return end
  }

  /** The state of the sandbox: seed, acting user, clock, scenario, faults, health, counts of records. */
  async overview(): Promise<Overview> {
    return (await this.#client('read the state').GET('/__sandbox')).data
  }

  /** All data of the sandbox, in the form that an import accepts. */
  async export(): Promise<JsonObject> {
    return (await this.#client('export the data').GET('/__sandbox/export')).data as JsonObject // a data file unless another form is requested
  }

  /** @internal The requests received, as an HTTP Archive without secrets. */
  async archive(): Promise<ResponseOf<'GET', '/__sandbox/journal/har'>> {
    return (await this.#client('read the requests').GET('/__sandbox/journal/har')).data
  }

  /** @internal The changes that can be undone or redone, the oldest first, with what each did to entities. */
  async changes(): Promise<SandboxChange[]> {
    const client = this.#client('read the changes')
    const { data } = await client.GET('/__sandbox/changes', { query: { messages: true } })

    return data.items.toReversed()
  }

  /** The client for a verb, whose errors say what failed. Rejects members of `given` that it would ignore. */
  #client(task: string, given: object = {}, members = Object.keys(given)): Client {
    rejectUnknownOptions(given, members, task)

    return clientOf(this.#transport, task)
  }

  /** Closes the client. A sandbox created for it is deleted; a shared or stored one remains. */
  close(): Promise<void> {
    this.#closed.abort()

    return this.#transport.close()
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }
}

/** The pending assertions on a sandbox. If one is pending when the test ends, the test has not awaited it. */
export class Assertions {
  readonly #pending = new Set<{ readonly source: string }>()
  #hasEnded = false

  /** Whether the test is over, so that an assertion can no longer fail it. */
  get hasEnded(): boolean {
    return this.#hasEnded
  }

  /** @param source the assertion as written in the test */
  async watch<T>(source: string, assert: () => Promise<T>): Promise<T> {
    const pending = { source }

    this.#pending.add(pending)
    try {
      return await assert()
    } finally {
      this.#pending.delete(pending)
    }
  }

  /** Called at the end of the test. Returns a message if assertions are still pending. */
  end(): string | undefined {
    this.#hasEnded = true

    return this.#pending.size === 0
      ? undefined
      : `The test ended before all of its assertions. Put "await" before ${Array.from(this.#pending, ({ source }) => source).join(', ')}.`
  }
}
