import { setTimeout as wait } from 'node:timers/promises'

const clients = 16
/** Each sandbox is used by two clients. */
const sandboxes = Array.from({ length: 8 }, (_, index) => `shared-${index}`)
/** Between two writes of a client, in milliseconds, to leave time for starting servers. */
const pause = 20

interface Write {
  readonly identifier: string
  readonly sandbox: string
  /** Times of the request and of its end, in milliseconds; `endedAt` is 0 before. */
  readonly sentAt: number
  endedAt: number
  /** The id in the response, if the write was acknowledged. */
  id: number | undefined
  /** The error in the response, if the write was rejected. */
  rejection: string | undefined
}

/** Clients that write to a deployment and read the written entities, with a record of the responses. */
export class Clients {
  readonly writes: Write[] = []
  readonly statuses = new Map<string, number>()
  /** How long sandboxes were unavailable after a failure of their owner, in milliseconds, by the kind of failure. */
  readonly waits = new Map<string, number[]>()
  readonly #url: string
  readonly #stale: string[] = []
  /** Sandboxes that have not responded since their owner failed: when and how it failed. */
  readonly #orphans = new Map<string, { readonly kind: string; readonly at: number }>()
  readonly #running: Promise<unknown>
  #hasEnded = false

  constructor(url: string) {
    this.#url = url
    this.#running = Promise.all(Array.from({ length: clients }, (_, client) => this.#run(client)))
  }

  get acknowledgedCount(): number {
    return this.writes.filter(({ id }) => id !== undefined).length
  }

  /** Starts to measure how long it takes until sandboxes respond. */
  measureRecovery(orphans: Iterable<string>, kind: string): void {
    for (const sandbox of orphans) this.#orphans.set(sandbox, { kind, at: performance.now() })
  }

  /** Stops all measurements, because the store was unavailable. */
  stopMeasuring(): void {
    this.#orphans.clear()
  }

  async end(): Promise<void> {
    this.#hasEnded = true
    await this.#running
  }

  /** Acknowledged writes that are missing, duplicated or out of order, rejected writes that exist, and stale reads. */
  async problems(): Promise<string[]> {
    const problems = [...this.#stale]

    for (const name of sandboxes) {
      const entities = await entitiesOf(this.#url, name)
      const writes = this.writes.filter(({ sandbox }) => sandbox === name)

      for (const { identifier, id, rejection } of writes) {
        const ids = entities.get(identifier) ?? []

        if (id !== undefined && ids.length === 0) problems.push(`${name}: ${identifier} (${id}) is lost`)
        if (id !== undefined && ids.some((found) => found !== id))
          problems.push(`${name}: ${identifier} has another id`)
        if (ids.length > 1) problems.push(`${name}: ${identifier} exists ${ids.length} times`)
        if (rejection && ids.length > 0) problems.push(`${name}: ${identifier} exists, despite ${rejection}`)
      }
      problems.push(...outOfOrder(writes).map((text) => `${name}: ${text}`))
    }

    return problems
  }

  async #run(client: number): Promise<void> {
    const sandbox = sandboxes[client % sandboxes.length] ?? ''

    for (let number = 0; !this.#hasEnded; number++) {
      const write = await this.#create(sandbox, `c${client}-${number}`)

      this.writes.push(write)
      if (write.id !== undefined) await this.#readBack(write)
      await wait(write.id === undefined ? 100 : pause)
    }
  }

  async #create(sandbox: string, identifier: string): Promise<Write> {
    const sentAt = performance.now()
    const write: Write = { identifier, sandbox, sentAt, endedAt: 0, id: undefined, rejection: undefined }
    const response = await this.#send(sandbox, '/api/entities', {
      method: 'POST',
      body: JSON.stringify({
        identifier,
        entitydefinition: { href: `${this.#url}/api/entitydefinitions/T.Menu` },
        properties: { Name: identifier },
      }),
    })

    write.endedAt = performance.now()
    if (response?.text.includes('nothing was changed')) write.rejection = response.text
    if (response?.status === 201) write.id = (JSON.parse(response.text) as { id: number }).id // see the interface

    return write
  }

  /** An acknowledged write must be readable at every replica. */
  async #readBack({ sandbox, id, identifier }: Write): Promise<void> {
    const response = await this.#send(sandbox, `/api/entities/${id}`)

    if (response && response.status < 500 && !response.text.includes(`"${identifier}"`)) {
      this.#stale.push(`${identifier} was read as ${response.text}`)
    }
  }

  /** Returns undefined if the connection was closed without a response. */
  async #send(
    sandbox: string,
    path: string,
    init: RequestInit = {},
  ): Promise<{ status: number; text: string } | undefined> {
    const sentAt = performance.now()
    const headers = { 'X-Sandbox': sandbox, 'Content-Type': 'application/json' }

    try {
      const response = await fetch(`${this.#url}${path}`, { ...init, headers })
      const text = await response.text()

      this.#record(sandbox, response.status, sentAt)

      return { status: response.status, text }
    } catch {
      this.#record(sandbox, 'no response', sentAt)

      return undefined
    }
  }

  #record(sandbox: string, status: number | 'no response', sentAt: number): void {
    this.statuses.set(String(status), (this.statuses.get(String(status)) ?? 0) + 1)
    if (status === 'no response' || status >= 500) return

    const orphan = this.#orphans.get(sandbox)

    if (!orphan || sentAt < orphan.at) return
    this.#orphans.delete(sandbox)
    this.waits.set(orphan.kind, [...(this.waits.get(orphan.kind) ?? []), performance.now() - orphan.at])
  }
}

/** Fetches, and repeats once: a kept-alive connection may have been closed. */
async function fetchWithRetry(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init)
  } catch {
    await wait(1000)

    return fetch(url, init)
  }
}

/** The ids of the written entities in a sandbox, by identifier. */
async function entitiesOf(url: string, sandbox: string): Promise<Map<string, number[]>> {
  const ids = new Map<string, number[]>()

  for (let skip = 0; ; skip += 100) {
    const response = await fetchWithRetry(
      `${url}/api/entities/query?skip=${skip}&take=100&query=${encodeURIComponent("Definition.Name=='T.Menu'")}`,
      { headers: { 'X-Sandbox': sandbox } },
    )
    const { items } = (await response.json()) as { items: { id: number; identifier: string }[] } // see the interface

    for (const { id, identifier } of items) ids.set(identifier, [...(ids.get(identifier) ?? []), id])
    if (items.length < 100) return ids
  }
}

/** A write that was acknowledged before another was sent must have the lower id. */
function outOfOrder(writes: readonly Write[]): string[] {
  const acknowledged = writes.flatMap(({ id, ...write }) => (id === undefined ? [] : [{ ...write, id }]))
  const byResponse = acknowledged.toSorted((a, b) => a.endedAt - b.endedAt)
  let highest = 0
  let next = 0
  const problems: string[] = []

  for (const write of acknowledged.toSorted((a, b) => a.sentAt - b.sentAt)) {
    for (; (byResponse[next]?.endedAt ?? Infinity) < write.sentAt; next++) {
      highest = Math.max(highest, byResponse[next]?.id ?? 0)
    }
    if (write.id <= highest)
      problems.push(`${write.identifier} has id ${write.id}, although ${highest} was acknowledged before`)
  }

  return problems
}
