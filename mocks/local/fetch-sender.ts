import { Exchange, withHeaders, type ExchangeReply } from '../data/model/exchanges/exchange.ts'
import { bytesOf, bytesOfStream } from '../data/model/shared/bytes.ts'
import { messageOf } from '../data/model/shared/errors.ts'
import type { ReplyEffect } from '../sandbox/faults/fault-rule.ts'
import type { MatchedFaults } from '../sandbox/faults/fault-set.ts'
import type { StoredMessage } from '../sandbox/messages/stored-message.ts'
import type { MessageSender, SandboxOrDraft } from '../sandbox/state/sandbox-state.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import { connectionProblem } from '../service/upstream/connection-problem.ts'

/** Most messages of a sandbox that are being sent at a time. */
const maxActive = 4
/** How long a receiver may take, and how much of its answer is read: milliseconds, bytes. */
const limits = { time: 10_000, answer: 64 * 1024 }
/** How long to wait before each further attempt, in milliseconds on the sandbox's clock. */
const waits = [1000, 5000, 25_000, 125_000]

/** Sends messages by `fetch()`. */
export class FetchSender implements MessageSender<Sandbox> {
  readonly #outboxes = new WeakMap<Sandbox, Outbox>()

  refusal(url: string, { settings, control }: SandboxOrDraft): string | undefined {
    const { host, hostname } = new URL(url)
    const allowed = [
      ...settings.webhooks.map((webhook) => new URL(webhook.url).host),
      ...settings.webhookHosts,
      ...control.receivers,
    ]

    if ([host, hostname].some((each) => allowed.includes(each))) return undefined

    return `Nothing is sent to ${host} until it is allowed: --webhook-hosts ${host}, or PUT /__sandbox/receivers.`
  }

  wake(sandbox: Sandbox): void {
    if (sandbox.state.runtime.tables.messages.group('state', 'waiting').size === 0) return

    const outbox = this.#outboxes.get(sandbox) ?? new Outbox(sandbox, this)

    this.#outboxes.set(sandbox, outbox)
    outbox.wake()
  }

  rest(sandbox: Sandbox): void {
    this.#outboxes.get(sandbox)?.end()
    this.#outboxes.delete(sandbox)
  }
}

/** Sends the messages of a sandbox: those to one URL one after the other. */
class Outbox {
  readonly #sandbox: Sandbox
  readonly #sender: FetchSender
  readonly #ended = new AbortController()
  /** Those that are due, until what became of them is stored. */
  readonly #taken = new Set<StoredMessage>()
  readonly #ready: { readonly message: StoredMessage; readonly matched: MatchedFaults | undefined }[] = []
  readonly #busyUrls = new Set<string>()
  #timer: ReturnType<typeof startTimer> | undefined
  #isAwake = false

  constructor(sandbox: Sandbox, sender: FetchSender) {
    this.#sandbox = sandbox
    this.#sender = sender
    sandbox.onDispose(() => sender.rest(sandbox))
  }

  /** Looks for due messages, after the change that has woken it up. */
  wake(): void {
    if (this.#isAwake) return
    this.#isAwake = true
    queueMicrotask(() => {
      this.#isAwake = false
      if (!this.#ended.signal.aborted) this.#takeDue()
    })
  }

  end(): void {
    clearTimeout(this.#timer)
    this.#ended.abort()
  }

  #takeDue(): void {
    const { state, clock } = this.#sandbox
    const { messages } = state.runtime.tables
    const now = clock.now()
    let next = Infinity

    for (const number of messages.group('state', 'waiting').keys()) {
      const message = messages.get(number)

      if (!message || this.#taken.has(message)) continue
      if (message.next > now) {
        next = Math.min(next, message.next)
        continue
      }
      this.#taken.add(message)
      this.#admit(message)
    }
    clearTimeout(this.#timer)
    // A frozen clock wakes it up when it is moved.
    if (next < Infinity && clock.setting.mode === 'real')
      this.#timer = startTimer(() => this.wake(), next - now)
  }

  /** Lets faults delay a message, which others may overtake. */
  #admit(message: StoredMessage): void {
    const matched = this.#sandbox.countInFaults(exchangeFor(message, this.#sandbox))
    const admit = () => {
      this.#ready.push({ message, matched })
      this.#sendReady()
    }

    if (matched && matched.delay > 0) startTimer(admit, matched.delay)
    else admit()
  }

  #sendReady(): void {
    while (!this.#ended.signal.aborted && this.#busyUrls.size < maxActive) {
      const index = this.#ready.findIndex(({ message }) => !this.#busyUrls.has(message.url))
      const [due] = index < 0 ? [] : this.#ready.splice(index, 1)

      if (!due) return

      const { message, matched } = due
      const { url } = message

      this.#busyUrls.add(url)
      void this.#attempt(message, matched).finally(() => {
        this.#busyUrls.delete(url)
        this.#sendReady()
      })
    }
  }

  async #attempt(message: StoredMessage, matched: MatchedFaults | undefined): Promise<void> {
    const refusal = this.#sender.refusal(message.url, this.#sandbox)

    if (refusal !== undefined) return this.#settle(message, { state: 'withheld', problem: refusal })
    if (matched?.replyEffect?.kind === 'double') await this.#send(message, matched)

    const outcome = await this.#send(message, matched)

    if (!this.#ended.signal.aborted) await this.#settle(message, outcome)
  }

  /** Sends a message once, and adds that to the journal. */
  async #send(message: StoredMessage, matched: MatchedFaults | undefined): Promise<Partial<StoredMessage>> {
    const exchange = exchangeFor(message, this.#sandbox)
    const effect = matched?.replyEffect
    let problem: string | undefined

    try {
      exchange.completeWith(await replyTo(exchange, effect, this.#ended.signal))
    } catch (error) {
      problem = connectionProblem(error)
      exchange.completeWith(noReply)
    }
    if (this.#ended.signal.aborted) return {}
    if (matched && matched.faults.length > 0) exchange.faults = matched.faults
    this.#sandbox.journal.add(exchange)

    return effect?.kind === 'lose'
      ? { state: 'lost', attempts: message.attempts + 1 }
      : outcomeOf(message, exchange.status, problem, this.#sandbox.clock.now())
  }

  /** Stores what became of a message, unless it was removed or is to be sent again. */
  async #settle(message: StoredMessage, outcome: Partial<StoredMessage>): Promise<void> {
    try {
      this.#sandbox.change(({ runtime: { messages } }) => {
        if (messages.get(message.number) === message) messages.put({ ...message, ...outcome })
      })
      await this.#sandbox.whenStored
      this.#taken.delete(message)
    } catch (error) {
      // It stays taken, so that it is not sent over and over while nothing can be stored.
      console.error(
        `entity-sandbox: What became of message ${message.number} can't be stored: ${messageOf(error)}`,
      )
    }
  }
}

/** A timer for which a process does not stay. */
function startTimer(run: () => void, delay: number) {
  return setTimeout(run, delay).unref()
}

const noReply = { status: 0, headers: {}, body: null }

/** The request for a message. */
function exchangeFor({ number, url, method, headers, body }: StoredMessage, sandbox: Sandbox): Exchange {
  const { origin, host, pathname: path, search } = new URL(url)
  const given = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])
  const all = {
    host,
    'content-type': 'application/json',
    target_id: String(body.saveEntityMessage.TargetId),
    ...Object.fromEntries(given),
    // Pages may write triggers, but must not reach more by them than they do themselves, such as the controls.
    ...(body.context.trigger === null ? {} : { 'sec-fetch-site': 'cross-site' }),
  }
  const request = {
    method,
    baseUrl: origin,
    path,
    search: search.slice(1),
    body: bytesOf(JSON.stringify(body)),
  }
  const exchange = new Exchange(withHeaders(request, Object.entries(all)), path, sandbox)

  exchange.message = number

  return exchange
}

/** The answer of the receiver, or of a fault. @throws when there is none */
async function replyTo(
  { base, path, search, request }: Exchange,
  effect: ReplyEffect | undefined,
  ended: AbortSignal,
): Promise<ExchangeReply> {
  if (effect?.kind === 'lose') return noReply
  if (effect?.kind === 'cut') throw new Error('A fault of the sandbox cut the connection.')
  if (effect?.kind === 'response') return { ...noReply, status: effect.status }

  const { host: _, ...headers } = Object.fromEntries(request.headers())
  const response = await fetch(`${base}${path}${search === '' ? '' : `?${search}`}`, {
    method: request.method,
    headers,
    body: new Uint8Array(request.body ?? []),
    redirect: 'manual',
    signal: AbortSignal.any([ended, AbortSignal.timeout(limits.time)]),
  })
  const body = response.body && (await bytesOfStream(response.body, limits.answer))

  return { status: response.status, headers: Object.fromEntries(response.headers), body }
}

/** What follows from an answer: only an error of the receiver, or none at all, is worth another attempt. */
function outcomeOf(
  { attempts }: StoredMessage,
  status: number,
  problem = status < 300 ? null : `The receiver answered ${status}.`,
  now: number,
): Partial<StoredMessage> {
  const wait = status === 0 || status >= 500 || status === 408 || status === 429 ? waits[attempts] : undefined
  const told = { attempts: attempts + 1, status: status || null, problem }

  if (problem === null) return { ...told, state: 'sent' }

  return wait === undefined ? { ...told, state: 'failed' } : { ...told, state: 'waiting', next: now + wait }
}
