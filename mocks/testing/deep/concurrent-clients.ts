import * as fc from 'fast-check'
import type { LogStorage } from '../../sandbox/persistence/log-storage.ts'
import { isStream, type StreamChunk } from '../../service/http/replies/reply.ts'
import type { Service } from '../../service/http/service.ts'
import { serviceRequest, textOf } from '../ask-service.ts'
import { problemIn, type CompletedRequest } from './linearizable.ts'
import { bodyIn, differenceOf, versionIn, viewOf } from './restored-view.ts'
import {
  eventText,
  modelWith,
  names,
  storedPartOf,
  type KnownState,
  type Name,
  type Tokens,
} from './sandbox-model.ts'
import {
  commandOf,
  requests,
  stepsOf,
  tokensIn,
  type Command,
  type Kind,
  type Sent,
  type Version,
} from './sandbox-requests.ts'
import { macrotasks, UnreliableStorage, type Write } from './unreliable-storage.ts'

/** How sandboxes are stored. */
export interface Persistence {
  /** Starts a sandbox with the data of `noteOptions`, over an empty storage. */
  readonly start: (storage: LogStorage) => {
    readonly service: Service
    /** Resolves when nothing is written in the background any more. */
    readonly settled: () => Promise<void>
  }
  /** The sandbox that a storage has. */
  readonly reopen: (storage: LogStorage) => Promise<Service>
}

/** What the clients send, and how the storage behaves. */
interface Plan {
  readonly clients: readonly {
    readonly commands: readonly Command[]
    /** The command before which it asks for events: those after the last one that was sent, and some before. */
    readonly reconnectsAt: number
    readonly missed: number
  }[]
  readonly writes: readonly Write[]
}

export function planOf(kinds: readonly Kind[]): fc.Arbitrary<Plan> {
  const write = fc.record({
    before: fc.nat(3),
    after: fc.nat(2),
    fails: fc.nat(7).map((number) => number === 7),
  })
  const client = fc.record({
    commands: fc.array(commandOf(kinds), { minLength: 2, maxLength: 5, size: 'max' }),
    reconnectsAt: fc.nat(9),
    missed: fc.nat(4),
  })

  return fc.record({
    clients: fc.array(client, { minLength: 5, maxLength: 20, size: 'max' }),
    writes: fc.array(write, { minLength: 1, maxLength: 30, size: 'max' }),
  })
}

/**
 * Lets clients send their requests at the same time, to a sandbox whose storage is slow and fails occasionally. Returns
 * how a rule was broken:
 *
 * - A sequential order explains every response, and the events; what was answered with 507 was not applied.
 * - What a response or an event shows is stored by then.
 * - Every stream of events has each change once, in order.
 * - The sandbox that is restored afterwards is the one in memory.
 *
 * @param alone kinds of requests that are sent while no other is being answered
 */
export async function brokenRule(
  plan: Plan,
  persistence: Persistence,
  alone: readonly Kind[] = [],
): Promise<string | undefined> {
  const run = new Run(plan, persistence, alone)

  await run.send()

  return (await run.problemOfOrder()) ?? run.problemOfStreams() ?? (await run.problemOfRestoring())
}

class Run {
  readonly #plan: Plan
  readonly #persistence: Persistence
  readonly #sandbox: ReturnType<Persistence['start']>
  readonly #storage: UnreliableStorage
  readonly #turns: Turns
  readonly #completed: CompletedRequest<KnownState>[] = []
  readonly #seen: Seen[] = []
  readonly #streams: EventStream[] = []
  readonly #issued: Tokens[] = []
  /** The versions that were read last. */
  readonly #versions = new Map<Name, Version>()
  /** Of each version, by its text. */
  readonly #etags = new Map<string, Set<string>>()
  #now = 0

  constructor(plan: Plan, persistence: Persistence, alone: readonly Kind[]) {
    this.#plan = plan
    this.#persistence = persistence
    this.#storage = new UnreliableStorage(plan.writes)
    this.#sandbox = persistence.start(this.#storage.storage)
    this.#turns = new Turns(alone)
  }

  /** Sends everything, and waits until all is stored. */
  async send(): Promise<void> {
    const { service, settled } = this.#sandbox

    await this.#follow(0)
    await Promise.all(this.#plan.clients.map((client) => this.#runClient(client)))
    this.#storage.isReliable = true
    await this.#runClient({ commands: lastCommands, reconnectsAt: 0, missed: 2 })
    // It has no effect here, and stores what was counted.
    await service.handle(serviceRequest('PUT', '/__sandbox/user', { json: { name: 'admin' } }))
    await settled()
    await macrotasks(3)
    for (const { chunks } of this.#streams) await chunks.return?.()
  }

  async problemOfOrder(): Promise<string | undefined> {
    const views = new Map<number, string>()

    for (const [number, storage] of this.#storage.kept) {
      const restored = await this.#persistence.reopen(storage)

      views.set(number, await viewOf(restored, this.#issued, (version) => this.#rememberTag(version)))
    }

    const sightings = this.#seen.map(({ label, stored, ...seen }) => ({
      ...seen,
      label: `${label}, when this was stored: ${views.get(stored)}`,
      isStored: (state: KnownState) => storedPartOf(state) === views.get(stored),
    }))
    const model = modelWith(this.#events.map(({ text }) => text))
    const [several] = [...this.#etags].filter(([, etags]) => etags.size > 1)

    return (
      problemIn(this.#completed, model, sightings) ??
      (several && `The note "${several[0]}" has several entity tags: ${[...several[1]].join()}`)
    )
  }

  problemOfStreams(): string | undefined {
    for (const { after, events } of this.#streams) {
      const found = events.map(({ text }) => text).join('; ')
      const expected = this.#events.slice(after).map(({ text }) => text)

      if (
        found !== expected.join('; ') ||
        events.some(({ sequence }, index) => sequence !== after + index + 1)
      ) {
        return `The events after ${after} were ${found}, of ${this.#events.map(({ text }) => text).join('; ')}`
      }
    }

    return undefined
  }

  async problemOfRestoring(): Promise<string | undefined> {
    const stored = this.#storage.kept.get(this.#storage.keep())

    return stored && differenceOf(this.#sandbox.service, await this.#persistence.reopen(stored))
  }

  get #events(): readonly SeenEvent[] {
    return this.#streams[0]?.events ?? []
  }

  async #runClient({ commands, reconnectsAt, missed }: Plan['clients'][number]): Promise<void> {
    for (const [index, command] of commands.entries()) {
      await macrotasks(command.pause)
      if (index === reconnectsAt) await this.#follow(Math.max(0, this.#events.length - missed))
      await this.#turns.take(command.kind, () => this.#send(command))
    }
  }

  async #send(command: Command): Promise<void> {
    const { kind, name, isConditional, pick } = command
    const started = this.#tick()
    const expected = isConditional ? this.#versions.get(name) : undefined
    const tokens = this.#issued.at(-1 - pick) ?? { access: 'none', refresh: 'none' }
    const sent: Sent = { ...command, text: `text ${started}`, expected, tokens }
    const reply = await this.#sandbox.service.handle(requests[kind].request(sent))
    const ended = this.#see(`the response to the request of ${started}`)
    const body = bodyIn(await textOf(reply))
    const label = `${kind} ${name} ${sent.code}: ${reply.status} ${JSON.stringify(body).slice(0, 80)}`

    this.#completed.push({ label, steps: stepsOf(sent, reply.status, body), started, ended })
    if (reply.status !== 200) return
    if (kind === 'signIn' || kind === 'redeem') this.#issued.push(tokensIn(body))
    if (kind === 'get') this.#versions.set(name, this.#rememberTag(versionIn(body, reply.headers['ETag'])))
  }

  #rememberTag(version: Version): Version {
    this.#etags.set(version.text, (this.#etags.get(version.text) ?? new Set()).add(version.etag))

    return version
  }

  /** Keeps what is stored when something is seen. Returns the time. */
  #see(label: string, isReached?: (state: KnownState) => boolean): number {
    const time = this.#tick()

    this.#seen.push({
      label,
      at: this.#tick(),
      stored: this.#storage.keep(),
      ...(isReached && { isReached }),
    })

    return time
  }

  /** Reads the events after a change, in the background. */
  async #follow(after: number): Promise<void> {
    const headers = { 'last-event-id': String(after) }
    const request = serviceRequest('GET', '/__sandbox/events', { headers })
    const { body } = await this.#sandbox.service.handle(request)

    if (!isStream(body)) throw new TypeError('The events are not a stream.')

    const stream: EventStream = { after, events: [], chunks: body[Symbol.asyncIterator]() }

    this.#streams.push(stream)
    void this.#readEvents(stream)
  }

  async #readEvents({ chunks, events }: EventStream): Promise<void> {
    for (let next = await chunks.next(); !next.done; next = await chunks.next()) {
      const event = eventIn(String(next.value))

      if (!event) continue
      events.push(event)
      if (events === this.#events) {
        this.#see(`event ${event.text}`, ({ sequence }) => sequence >= event.sequence)
      }
    }
  }

  #tick(): number {
    return ++this.#now
  }
}

/** Something that was seen: a response or an event. */
interface Seen {
  readonly label: string
  readonly at: number
  /** The number of what was stored then. */
  readonly stored: number
  readonly isReached?: (state: KnownState) => boolean
}

interface SeenEvent {
  readonly sequence: number
  readonly text: string
}

interface EventStream {
  /** The change after which it starts. */
  readonly after: number
  readonly events: SeenEvent[]
  readonly chunks: AsyncIterator<StreamChunk>
}

/** An event of a change; undefined for another chunk of a stream. */
function eventIn(chunk: string): SeenEvent | undefined {
  const [, data] = /^data: (.*)$/m.exec(chunk) ?? []

  if (data === undefined) return undefined

  // As /__sandbox/events describes it. An event that something was missed has other members, and is wrong here.
  const {
    sequence,
    kind,
    changes = [],
  } = JSON.parse(data) as {
    readonly sequence: number
    readonly kind: string
    readonly changes?: readonly { readonly table: string; readonly keys: readonly number[] }[]
  }
  const ids = changes.find(({ table }) => table === 'entities')?.keys ?? []

  return { sequence, text: eventText(sequence, kind, ids) }
}

/** Lets requests of some kinds run alone. */
class Turns {
  readonly #alone: readonly Kind[]
  readonly #running = new Set<Promise<void>>()
  #last: Promise<unknown> = Promise.resolve()

  constructor(alone: readonly Kind[]) {
    this.#alone = alone
  }

  async take(kind: Kind, work: () => Promise<void>): Promise<void> {
    const isAlone = this.#alone.includes(kind)
    const earlier = isAlone ? Promise.all([this.#last, ...this.#running]) : this.#last
    const result = earlier.then(work)

    if (isAlone) this.#last = result
    this.#running.add(result)
    await result
    this.#running.delete(result)
  }
}

const first: Command = {
  kind: 'get',
  name: 'a',
  code: 'E',
  isConditional: false,
  isUnlucky: false,
  pick: 0,
  pause: 0,
}

/** What is sent in the end, to a storage that is reliable again. */
const lastCommands: readonly Command[] = [
  { ...first, kind: 'post' },
  ...names.map((name) => ({ ...first, name })),
  { ...first, kind: 'changes' },
  { ...first, kind: 'faults' },
]
