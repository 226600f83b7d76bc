/// <reference lib="esnext.disposable" preserve="true" />
import type { MswHandler } from '../http/msw/msw-handler.ts'
import type { EntityResource } from '../api/entities/entity-schema.ts'
import type { Overview } from '../control/overview.ts'
import type { HealthLabel } from '../model/health/component.ts'
import type { JsonObject } from '../model/shared/json.ts'
import type { FaultPresetName } from '../sandbox/faults/fault-presets.ts'
import type { FaultRule } from '../sandbox/faults/fault.ts'
import type { RequestPattern } from '../sandbox/faults/request-pattern.ts'
import type { Scenario } from '../sandbox/scenarios/scenario.ts'
import type { ValidationLevel } from '../sandbox/validation.ts'
import { linksTo, type GivenEntity } from './given-entity.ts'
import { findExpression, nameExpression } from './find-expression.ts'
import type { ExpectedRequest, ReceivedRequest, RequestVerdict } from './requests.ts'
import { Assertions } from './assertions.ts'
import { SandboxClock } from './sandbox-clock.ts'
import { entityPath, askMandatoryValues, findEntities, readEntity } from './entity-requests.ts'
import { ask, untilClosed, type ClientTransport } from './transport.ts'

/** An entity whose properties are known by their definition. */
export type EntityOf<Properties> = Omit<EntityResource, 'properties'> & { properties: Properties }

export type { HealthLabel }

type Persona = 'admin' | 'editor' | 'reader' | (string & {})

/** A sandbox by its verbs: what to put into it, what to look up in it, and how it behaves. The same at every door. */
export class SandboxClient implements AsyncDisposable {
  readonly clock: SandboxClock
  /** @internal */
  readonly assertions = new Assertions()
  readonly #transport: ClientTransport
  #snapshots = 0
  #given = 0

  constructor(transport: ClientTransport) {
    this.#transport = untilClosed(transport)
    this.clock = new SandboxClock(this.#transport)
  }

  /** What requests name it by: the header `X-Sandbox`. */
  get id(): string {
    return this.#transport.id
  }

  /** The integer that reproduces its data. */
  get seed(): number {
    return this.#transport.seed
  }

  /** Base URL of the API in this sandbox. */
  get url(): string {
    return this.#transport.url
  }

  /** Sends a request as the application would. */
  fetch(path: string, init?: RequestInit): Promise<Response> {
    return this.#transport.fetch(path, init)
  }

  /**
   * Creates an entity, or changes the one that `id` or `identifier` names. Mandatory properties that are left out
   * get made-up values.
   */
  async give<Properties = JsonObject>(
    definition: string,
    { relations = {}, properties = {}, ...named }: GivenEntity<Properties> = {},
  ): Promise<EntityOf<Properties>> {
    const response = await ask(this.#transport, 'POST', '/api/entities', {
      ...named,
      entitydefinition: { href: `/api/entitydefinitions/${encodeURIComponent(definition)}` },
      properties: {
        ...(await askMandatoryValues(this.#transport, definition, {
          ...named,
          given: properties,
          nth: this.#given++,
        })),
        ...properties,
      },
      relations: Object.fromEntries(
        Object.entries(relations).map(([name, relation]) => [name, linksTo(relation)]),
      ),
    })
    const { id } = (await response.json()) as { id: number } // what POST /api/entities answers

    return this.entity<Properties>(id)
  }

  /** Every entity of a definition whose properties have the values given. */
  async find<Properties = JsonObject>(
    definition: string,
    properties: Readonly<Record<string, string | number | boolean | null>> = {},
  ): Promise<EntityOf<Properties>[]> {
    return findEntities(this.#transport, findExpression(definition, properties))
  }

  /** @throws when there is no such entity */
  async entity<Properties = JsonObject>(idOrIdentifier: number | string): Promise<EntityOf<Properties>> {
    const [found] = await findEntities<EntityOf<Properties>>(this.#transport, nameExpression(idOrIdentifier))

    if (!found) throw new Error(`Failed to read entity ${JSON.stringify(idOrIdentifier)}: there is none.`)

    return found
  }

  async has(idOrIdentifier: number | string): Promise<boolean> {
    return (await findEntities(this.#transport, nameExpression(idOrIdentifier))).length > 0
  }

  /** Changes properties of an entity; null empties one. */
  async change(idOrIdentifier: number | string, properties: JsonObject): Promise<void> {
    await ask(this.#transport, 'PUT', entityPath(idOrIdentifier), { properties })
  }

  async remove(idOrIdentifier: number | string): Promise<void> {
    await ask(this.#transport, 'DELETE', entityPath(idOrIdentifier))
  }

  /** Makes requests without credentials come from this user; null has them refused. */
  async actAs(name: Persona | null): Promise<void> {
    await ask(this.#transport, 'PUT', '/__sandbox/user', { name })
  }

  /** Colours a component: `search`, `graph/worker-2`. With `flap` it takes turns with another colour. */
  async setHealth(
    component: string,
    label: HealthLabel,
    about: { message?: string; hold?: boolean; flap?: { label: HealthLabel; every_ms: number } } = {},
  ): Promise<void> {
    await ask(this.#transport, 'PUT', `/__sandbox/health/${component}`, { label, ...about })
  }

  /** Gives a component its seeded colour back, or all of them. */
  async resetHealth(component?: string): Promise<void> {
    await ask(this.#transport, 'DELETE', `/__sandbox/health${component === undefined ? '' : `/${component}`}`)
  }

  /** Sets what becomes of what requests say wrongly or in vain: nothing, a warning, or 400. */
  async setValidation(level: ValidationLevel): Promise<void> {
    await ask(this.#transport, 'PUT', '/__sandbox/validation', { level })
  }

  /** Makes requests that match fail or dawdle. Returns the fault's id. */
  async addFault(rule: FaultRule): Promise<string> {
    const response = await ask(this.#transport, 'POST', '/__sandbox/faults', rule)

    return ((await response.json()) as { id: string }).id // the fault as added
  }

  /** Adds the faults of a preset: `flaky`, `offline`. */
  async addFaultPreset(preset: FaultPresetName): Promise<void> {
    await ask(this.#transport, 'POST', '/__sandbox/faults', { preset })
  }

  async removeFault(id: string): Promise<void> {
    await ask(this.#transport, 'DELETE', `/__sandbox/faults/${encodeURIComponent(id)}`)
  }

  async clearFaults(): Promise<void> {
    await ask(this.#transport, 'DELETE', '/__sandbox/faults')
  }

  /** Adds a scenario, or puts it in place of the one of its name. */
  async defineScenario(scenario: Scenario): Promise<void> {
    const { name, ...body } = scenario

    if ([scenario, ...(scenario.steps ?? [])].some(({ data }) => data !== undefined)) {
      throw new Error(
        `Failed to define the scenario "${name}": its "data" is code, which is taken when a sandbox is made ("scenarios"). Leave it out, and change the data by give(), change() and remove().`,
      )
    }
    await ask(this.#transport, 'PUT', `/__sandbox/scenarios/${encodeURIComponent(name)}`, body)
  }

  /** Enters a named scenario; null leaves it. */
  async setScenario(name: string | null): Promise<void> {
    if (name === null) await ask(this.#transport, 'DELETE', '/__sandbox/scenario')
    else await ask(this.#transport, 'PUT', '/__sandbox/scenario', { name })
    // It may have set the clock.
    await this.clock.catchUp()
  }

  /** Keeps the sandbox as it is now, under a name. */
  async snapshot(name = `snapshot-${++this.#snapshots}`): Promise<string> {
    await ask(this.#transport, 'POST', '/__sandbox/snapshots', { name })

    return name
  }

  async restore(name: string): Promise<void> {
    await ask(this.#transport, 'POST', `/__sandbox/snapshots/${encodeURIComponent(name)}/restore`, {})
  }

  /** Back to how the sandbox began, or to the data that another seed gives. */
  async reset(options: { seed?: number } = {}): Promise<void> {
    await ask(this.#transport, 'POST', '/__sandbox/reset', options)
  }

  /** Puts ordinary msw handlers in front of the sandbox, the newest first. */
  use(...handlers: MswHandler[]): void {
    if (handlers.length > 0) this.#transport.use(handlers)
  }

  /** Removes what `use()` put there. */
  stopUsing(): void {
    this.#transport.use([])
  }

  /** The requests that came, the oldest first; with a pattern, those that fit it. */
  async requests(pattern?: RequestPattern): Promise<ReceivedRequest[]> {
    const { items } = (await this.look('/__sandbox/journal?limit=1000000')) as { items: ReceivedRequest[] }

    if (!pattern) return items
    const { entries } = await this.verify({ ...pattern, atLeast: 0 })
    const wanted = new Set(entries.map(({ sequence }) => sequence))

    return items.filter(({ sequence }) => wanted.has(sequence))
  }

  /** Whether requests came as expected. */
  async verify(expected: ExpectedRequest): Promise<RequestVerdict> {
    const answer = await ask(this.#transport, 'POST', '/__sandbox/journal/verify', expected)
    return (await answer.json()) as RequestVerdict // what the journal answers
  }

  /** The sandbox at a glance: seed, acting user, clock, scenario, faults, health, and how much it holds. */
  async overview(): Promise<Overview> {
    return (await this.look('/__sandbox')) as Overview // what that route answers
  }

  /** Everything in the sandbox, in the form that import takes. */
  async export(): Promise<JsonObject> {
    return (await this.look('/__sandbox/export')) as JsonObject // a data file
  }

  /** @internal What a route of the sandbox's own answers. */
  look(path: string): Promise<unknown> {
    return readEntity(this.#transport, path)
  }

  /** Ends its use. One of one's own goes; one that others use too, and what a page keeps, stays. */
  close(): Promise<void> {
    return this.#transport.close()
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }
}
