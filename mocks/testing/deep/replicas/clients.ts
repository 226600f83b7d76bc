import { setTimeout as wait } from 'node:timers/promises'

const clients = 16
/** Each is used by two clients. */
const sandboxes = Array.from({ length: 8 }, (_, index) => `shared-${index}`)
/** Between two writes of a client, in milliseconds: the machine is to have time for what fails. */
const rest = 20

interface Write {
  readonly identifier: string
  readonly sandbox: string
  readonly sent: number
  acknowledged: number
  /** The id in the response, if it said that the write was done. */
  id: number | undefined
  /** The error in the response, if it said that the write was not done. */
  rejection: string | undefined
}

/** Clients that write to a deployment and read what they wrote, and the responses they get. */
export class Clients {
  readonly writes: Write[] = []
  readonly statuses = new Map<string, number>()
  /** How long sandboxes did not respond after their owner failed in some way, in milliseconds. */
  readonly waits = new Map<string, number[]>()
  readonly #url: string
  readonly #stale: string[] = []
  /** Sandboxes whose owner failed, when and how, until they respond. */
  readonly #orphans = new Map<string, { readonly kind: string; readonly at: number }>()
  readonly #working: Promise<unknown>
  #isOver = false

  constructor(url: string) {
    this.#url = url
    this.#working = Promise.all(Array.from({ length: clients }, (_, client) => this.#use(client)))
  }

  get done(): number {
    return this.writes.filter(({ id }) => id !== undefined).length
  }

  /** Measures how long it takes from now on until sandboxes respond. */
  expect(orphans: Iterable<string>, kind: string): void {
    for (const sandbox of orphans) this.#orphans.set(sandbox, { kind, at: performance.now() })
  }

  /** Measures nothing of what goes on: the store is away. */
  forgive(): void {
    this.#orphans.clear()
  }

  async end(): Promise<void> {
    this.#isOver = true
    await this.#working
  }

  /** Confirmed writes that are missing or there twice, and rejected ones that are there. */
  async problems(): Promise<string[]> {
    const problems = [...this.#stale]

    for (const name of sandboxes) {
      const there = await entitiesOf(this.#url, name)
      const ours = this.writes.filter(({ sandbox }) => sandbox === name)

      for (const { identifier, id, rejection } of ours) {
        const ids = there.get(identifier) ?? []

        if (id !== undefined && ids.length === 0) problems.push(`${name}: ${identifier} (${id}) is lost`)
        if (id !== undefined && ids.some((each) => each !== id))
          problems.push(`${name}: ${identifier} is another`)
        if (ids.length > 1) problems.push(`${name}: ${identifier} is there ${ids.length} times`)
        if (rejection && ids.length > 0)
          problems.push(`${name}: ${identifier} is there, despite ${rejection}`)
      }
      problems.push(...outOfOrder(ours).map((text) => `${name}: ${text}`))
    }

    return problems
  }

  async #use(client: number): Promise<void> {
    const sandbox = sandboxes[client % sandboxes.length] ?? ''

    for (let number = 0; !this.#isOver; number++) {
      const write = await this.#create(sandbox, `c${client}-${number}`)

      this.writes.push(write)
      if (write.id !== undefined) await this.#readBack(write)
      await wait(write.id === undefined ? 100 : rest)
    }
  }

  async #create(sandbox: string, identifier: string): Promise<Write> {
    const sent = performance.now()
    const write: Write = { identifier, sandbox, sent, acknowledged: 0, id: undefined, rejection: undefined }
    const response = await this.#send(sandbox, '/api/entities', {
      method: 'POST',
      body: JSON.stringify({
        identifier,
        entitydefinition: { href: `${this.#url}/api/entitydefinitions/T.Menu` },
        properties: { Name: identifier },
      }),
    })

    write.acknowledged = performance.now()
    if (response?.text.includes('nothing was changed')) write.rejection = response.text
    if (response?.status === 201) write.id = (JSON.parse(response.text) as { id: number }).id // as the interface has it

    return write
  }

  /** Confirmed writes can be read at every replica. */
  async #readBack({ sandbox, id, identifier }: Write): Promise<void> {
    const response = await this.#send(sandbox, `/api/entities/${id}`)

    if (response && response.status < 500 && !response.text.includes(`"${identifier}"`)) {
      this.#stale.push(`${identifier} was read as ${response.text}`)
    }
  }

  /** Undefined when the connection was broken off. */
  async #send(
    sandbox: string,
    path: string,
    init: RequestInit = {},
  ): Promise<{ status: number; text: string } | undefined> {
    const sent = performance.now()
    const headers = { 'X-Sandbox': sandbox, 'Content-Type': 'application/json' }

    try {
      const response = await fetch(`${this.#url}${path}`, { ...init, headers })
      const text = await response.text()

      this.#note(sandbox, response.status, sent)

      return { status: response.status, text }
    } catch {
      this.#note(sandbox, 'broken off', sent)

      return undefined
    }
  }

  #note(sandbox: string, status: number | 'broken off', sent: number): void {
    this.statuses.set(String(status), (this.statuses.get(String(status)) ?? 0) + 1)
    if (status === 'broken off' || status >= 500) return

    const orphan = this.#orphans.get(sandbox)

    if (!orphan || sent < orphan.at) return
    this.#orphans.delete(sandbox)
    this.waits.set(orphan.kind, [...(this.waits.get(orphan.kind) ?? []), performance.now() - orphan.at])
  }
}

/** A connection that was kept open may be closed by then. */
async function fetchAgain(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init)
  } catch {
    await wait(1000)

    return fetch(url, init)
  }
}

/** The ids of everything in a sandbox, by identifier. */
async function entitiesOf(url: string, sandbox: string): Promise<Map<string, number[]>> {
  const found = new Map<string, number[]>()

  for (let skip = 0; ; skip += 100) {
    const response = await fetchAgain(
      `${url}/api/entities/query?skip=${skip}&take=100&query=${encodeURIComponent("Definition.Name=='T.Menu'")}`,
      { headers: { 'X-Sandbox': sandbox } },
    )
    const { items } = (await response.json()) as { items: { id: number; identifier: string }[] } // as the interface has it

    for (const { id, identifier } of items) found.set(identifier, [...(found.get(identifier) ?? []), id])
    if (items.length < 100) return found
  }
}

/** A write that was confirmed before another one began must come before it. */
function outOfOrder(writes: readonly Write[]): string[] {
  const done = writes.flatMap(({ id, ...write }) => (id === undefined ? [] : [{ ...write, id }]))
  const byResponse = done.toSorted((a, b) => a.acknowledged - b.acknowledged)
  let highest = 0
  let next = 0
  const problems: string[] = []

  for (const write of done.toSorted((a, b) => a.sent - b.sent)) {
    for (; (byResponse[next]?.acknowledged ?? Infinity) < write.sent; next++) {
      highest = Math.max(highest, byResponse[next]?.id ?? 0)
    }
    if (write.id <= highest) problems.push(`${write.identifier} has ${write.id}, after ${highest}`)
  }

  return problems
}
