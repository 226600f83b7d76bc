import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { Deployment, type Replica } from '../deployment.ts'
import { isInstalled } from '../redis-server.ts'
import { isDeep, seed } from '../scale.ts'

const failures = Number(process.env.FAILURES ?? 200)
const storeRestarts = failures / 10
const clients = 16
/** Each is used by two clients. */
const sandboxCount = 8

const isPossible = isDeep && isInstalled('redis-server') && isInstalled('haproxy')

interface Write {
  readonly identifier: string
  readonly sandbox: string
  readonly sent: number
  answered: number
  /** What it was given, if it was answered with that it was done. */
  id: number | undefined
  /** Whether it was said that it was not done. */
  isRefused: boolean
}

/** What clients were told, and when. */
class Told {
  readonly writes: Write[] = []
  readonly stale: string[] = []
  readonly statuses = new Map<string, number>()
  /** When each sandbox answered last. */
  readonly answered = new Map<string, number>()
  /** For how long a sandbox did not answer, by when that ended. */
  readonly gaps: { sandbox: string; from: number; to: number }[] = []
  isOver = false

  note(sandbox: string, status: number | string): void {
    this.statuses.set(String(status), (this.statuses.get(String(status)) ?? 0) + 1)
    if (typeof status === 'string' || status >= 500) return

    const now = performance.now()
    const before = this.answered.get(sandbox)

    if (before !== undefined && now - before > 500) this.gaps.push({ sandbox, from: before, to: now })
    this.answered.set(sandbox, now)
  }
}

async function useAsClient(url: string, client: number, told: Told): Promise<void> {
  const sandbox = `shared-${client % sandboxCount}`
  const headers = { 'X-Sandbox': sandbox, 'Content-Type': 'application/json' }

  for (let number = 0; !told.isOver; number++) {
    const write = await create(url, headers, `c${client}-${number}`, told)

    told.writes.push(write)
    if (write.id !== undefined) await readBack(url, headers, write, told)
    else await wait(100)
  }
}

async function create(
  url: string,
  headers: { 'X-Sandbox': string },
  identifier: string,
  told: Told,
): Promise<Write> {
  const sandbox = headers['X-Sandbox']
  const body = JSON.stringify({
    identifier,
    entitydefinition: { href: `${url}/api/entitydefinitions/M.Collection` },
    properties: { Name: { 'en-US': identifier } },
  })
  const write: Write = {
    identifier,
    sandbox,
    sent: performance.now(),
    answered: 0,
    id: undefined,
    isRefused: false,
  }

  try {
    const response = await fetch(`${url}/api/entities`, { method: 'POST', headers, body })
    const text = await response.text()

    told.note(sandbox, response.status)
    write.isRefused = text.includes('nothing was changed')
    if (response.status === 201) write.id = (JSON.parse(text) as { id: number }).id // as the interface has it
  } catch {
    told.note(sandbox, 'broken off')
  }
  write.answered = performance.now()

  return write
}

/** What was answered is there for everybody. */
async function readBack(
  url: string,
  headers: { 'X-Sandbox': string },
  { id, identifier }: Write,
  told: Told,
): Promise<void> {
  try {
    const response = await fetch(`${url}/api/entities/${id}`, { headers })
    const text = await response.text()

    told.note(headers['X-Sandbox'], response.status)
    if (response.status < 500 && !text.includes(`"${identifier}"`)) told.stale.push(`${identifier}: ${text}`)
  } catch {
    told.note(headers['X-Sandbox'], 'broken off')
  }
}

/** Ends, pauses or stops a server in order, and has it back. */
async function fail(replica: Replica, kind: number): Promise<void> {
  if (kind === 0) {
    replica.signal('SIGSTOP')
    await wait(4500)
    replica.signal('SIGCONT')
  } else {
    await replica.stop(kind === 1 ? 'SIGTERM' : 'SIGKILL')
    await replica.start()
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

/** Everything in a sandbox, by identifier. */
async function entitiesOf(url: string, sandbox: string): Promise<Map<string, number[]>> {
  const found = new Map<string, number[]>()

  for (let skip = 0; ; skip += 100) {
    const response = await fetchAgain(
      `${url}/api/entities/query?skip=${skip}&take=100&query=${encodeURIComponent("Definition.Name=='M.Collection'")}`,
      { headers: { 'X-Sandbox': sandbox } },
    )
    const { items } = (await response.json()) as { items: { id: number; identifier: string }[] } // as the interface has it

    for (const { id, identifier } of items) found.set(identifier, [...(found.get(identifier) ?? []), id])
    if (items.length < 100) return found
  }
}

test.runIf(isPossible)(
  `${failures} ends and pauses of servers and ${storeRestarts} of the store lose no answered write, and double none`,
  async () => {
    await using deployment = await Deployment.start(3, ['--entities', '100'])
    const { url, replicas, store } = deployment
    const told = new Told()
    const working = Array.from({ length: clients }, (_, client) => useAsClient(url, client, told))
    const away: { from: number; to: number }[] = []
    let random = seed
    const next = (below: number) => {
      random = (random * 48_271) % 2_147_483_647

      return random % below
    }

    await wait(1000)
    for (let number = 0; number < failures; number++) {
      const replica = replicas[next(replicas.length)]

      if (number % 10 === 5) {
        const from = performance.now()

        await store.stop(next(2) === 0 ? 'SIGKILL' : 'SIGTERM')
        await wait(next(3000))
        await store.start()
        await wait(1000)
        away.push({ from, to: performance.now() })
      }
      if (replica) await fail(replica, next(4))
      await wait(next(500))
    }
    await wait(6000)
    told.isOver = true
    await Promise.all(working)

    const { writes, stale, gaps, statuses } = told
    const problems: string[] = []
    // Who waited for the store waited for no server.
    const longest = gaps
      .filter((gap) => !away.some(({ from, to }) => gap.from < to && gap.to > from))
      .map(({ from, to }) => to - from)
      .sort((a, b) => b - a)
    const done = writes.filter(({ id }) => id !== undefined).length
    const [median, most] = [2, 20].map((part) => Math.round(longest[Math.floor(longest.length / part)] ?? 0))

    console.log(
      `${done} of ${writes.length} writes answered; ${JSON.stringify(Object.fromEntries(statuses))}; ${gaps.length} times ` +
        `a sandbox did not answer for more than 0.5 s: ${median} ms in the middle, ${most} ms at most in 95 of 100, ` +
        `${longest.slice(0, 5).map(Math.round).join(', ')} ms the longest`,
    )

    for (let index = 0; index < sandboxCount; index++) {
      const name = `shared-${index}`
      const there = await entitiesOf(url, name)
      const ours = writes.filter(({ sandbox }) => sandbox === name)

      for (const { identifier, id, isRefused } of ours) {
        const ids = there.get(identifier) ?? []

        if (id !== undefined && ids.length === 0) problems.push(`${name}: ${identifier} (${id}) is lost`)
        if (id !== undefined && ids.some((each) => each !== id))
          problems.push(`${name}: ${identifier} is another`)
        if (ids.length > 1) problems.push(`${name}: ${identifier} is there ${ids.length} times`)
        if (isRefused && ids.length > 0) problems.push(`${name}: ${identifier} was refused, and is there`)
      }
      problems.push(...outOfOrder(ours).map((text) => `${name}: ${text}`))
    }

    expect(problems).toEqual([])
    expect(stale).toEqual([])
    expect(done).toBeGreaterThan(failures * 10)
    expect(most).toBeLessThan(5000)
  },
  40 * 60_000,
)

/** Who was answered before another one asked comes before it. */
function outOfOrder(writes: readonly Write[]): string[] {
  const done = writes.flatMap(({ id, ...write }) => (id === undefined ? [] : [{ ...write, id }]))
  const byAnswer = done.toSorted((a, b) => a.answered - b.answered)
  let highest = 0
  let next = 0
  const problems: string[] = []

  for (const write of done.toSorted((a, b) => a.sent - b.sent)) {
    for (; (byAnswer[next]?.answered ?? Infinity) < write.sent; next++) {
      highest = Math.max(highest, byAnswer[next]?.id ?? 0)
    }
    if (write.id <= highest) problems.push(`${write.identifier} has ${write.id}, after ${highest}`)
  }

  return problems
}
