import type { Passthrough } from './ask-upstream.ts'
import type { ReplyEffect } from '../../sandbox/faults/fault-rule.ts'
import type { MatchedFaults } from '../../sandbox/faults/fault-set.ts'
import type { Release } from '../../sandbox/faults/held-requests.ts'
import { bytesOf } from '../../data/model/shared/bytes.ts'
import { respelled, completeReply, isStream, json, type Reply, type StreamChunk } from './replies/reply.ts'

/** Registers a callback for when the client disconnects. */
export type OnClose = (listener: () => void) => void

/** A request to which faults apply. */
interface FaultyRequest {
  readonly operate: () => Promise<Reply>
  /** Asks the upstream for the response. */
  readonly passOn: (effect: Passthrough) => Promise<Reply>
  /** Waits until a request that a fault holds is released; undefined when its connection is to be closed. */
  readonly hold: (fault: string) => Promise<Release | undefined>
  /** Whether the method is GET or HEAD, so that the response has an ETag. */
  readonly isRead: boolean
}

/** Handles a request under its matched faults. Stops waiting when the client disconnects. */
export async function injectFaults(
  { delay, replyEffect: effect, decidingFault = '' }: MatchedFaults,
  request: FaultyRequest,
  onClose?: OnClose,
): Promise<Reply> {
  if (delay > 0 && (await closesWithin(delay, onClose))) return { ...noResponse, failure: 'cut' }

  return effect ? applyEffect(effect, decidingFault, request) : request.operate()
}

async function applyEffect(effect: ReplyEffect, fault: string, request: FaultyRequest): Promise<Reply> {
  const { operate, passOn, isRead } = request

  switch (effect.kind) {
    case 'passthrough':
      return passOn(effect)
    case 'response':
      return replacementReply(effect, fault)
    case 'rate-limited':
      return json({ Message: `Too many requests. Try again in ${effect.retryAfter} s.` }, 429, {
        'Retry-After': String(effect.retryAfter),
      })
    case 'headers':
      return withHeaders(completeReply(await operate(), isRead), effect)
    case 'empty':
      return withBody(await operate(), () => '')
    case 'malformed':
      return withBody(await operate(), (text) => text.slice(0, Math.ceil(text.length / 2)))
    case 'cut':
      return cut(effect, operate, isRead)
    case 'drip': {
      const reply = completeReply(await operate(), isRead)
      const bytes = contentOf(reply)

      return bytes ? { ...reply, body: throttle(bytes, effect.bytes_per_second) } : reply
    }
    case 'double':
    case 'lose':
      return operate() // these are effects on messages
    case 'never':
    case 'hold': {
      const applied = effect.applied ? await operate() : undefined
      const later = afterRelease(request, fault, async () => applied ?? operate())

      return effect.kind === 'hold' ? later : { ...noResponse, failure: 'never', later }
    }
  }
}

/** The reply to a request that a fault holds, once it is released: that of the request, or another one. */
async function afterRelease(
  { hold }: FaultyRequest,
  fault: string,
  answer: () => Promise<Reply>,
): Promise<Reply> {
  const release = await hold(fault)

  if (!release) return { ...noResponse, failure: 'cut' }

  const { status, body } = release

  if (status === undefined && body === undefined) return answer()

  return replacementReply({ kind: 'response', status: status ?? (await answer()).status, body }, fault)
}

const noResponse: Reply = { status: 0, headers: {}, body: null }

/** Statuses whose responses never have a body. */
const bodiless = new Set([204, 205, 304])

function replacementReply(
  { status, body, headers: given = {} }: Extract<ReplyEffect, { kind: 'response' }>,
  fault: string,
): Reply {
  const headers = respelled(Object.entries(given))

  if (bodiless.has(status)) return { status, headers, body: null }
  if (typeof body === 'string') {
    return { status, headers: { 'Content-Type': 'text/plain; charset=utf-8', ...headers }, body }
  }
  if (body !== undefined) return json(body, status, headers)
  if (status < 300) return { status, headers, body: null }

  const message = `Fault "${fault}" of this sandbox returned ${status}.`

  return json(status === 400 ? { fault: message } : { Message: message }, status, headers)
}

async function cut(
  { after_bytes: bytes = 0, applied = false }: Extract<ReplyEffect, { kind: 'cut' }>,
  operate: () => Promise<Reply>,
  isRead: boolean,
): Promise<Reply> {
  const reply = applied || bytes > 0 ? completeReply(await operate(), isRead) : undefined
  const content = reply && contentOf(reply)

  if (!reply || !content || bytes === 0) return { ...noResponse, failure: 'cut' }

  return { ...reply, body: abortAfter(content.slice(0, bytes)) }
}

function withHeaders(
  reply: Reply,
  { set = {}, remove = [] }: Extract<ReplyEffect, { kind: 'headers' }>,
): Reply {
  const replaced = [...remove, ...Object.keys(set)].map((name) => name.toLowerCase())
  const kept = Object.entries(reply.headers).filter(([name]) => !replaced.includes(name.toLowerCase()))

  return { ...reply, headers: { ...Object.fromEntries(kept), ...respelled(Object.entries(set)) } }
}

/** The reply with a changed body, and without the headers derived from the original body. */
function withBody(reply: Reply, change: (text: string) => string): Reply {
  const bytes = contentOf(reply)

  if (!bytes) return reply

  const headers = Object.entries(reply.headers).filter(
    ([name]) => name !== 'Content-Length' && name !== 'ETag',
  )

  return { ...reply, headers: Object.fromEntries(headers), body: change(decoder.decode(bytes)) }
}

const decoder = new TextDecoder()

function contentOf({ body }: Reply): Uint8Array | undefined {
  return body === null || isStream(body) ? undefined : bytesOf(body)
}

/** Time between the chunks of a throttled body, in milliseconds. */
const throttleInterval = 50

async function* throttle(bytes: Uint8Array, perSecond: number): AsyncGenerator<StreamChunk> {
  const size = Math.max(1, Math.round((perSecond * throttleInterval) / 1000))
  const pause = Math.max(throttleInterval, (size / perSecond) * 1000)

  for (let start = 0; start < bytes.length; start += size) {
    if (start > 0) await wait(pause)
    yield bytes.slice(start, start + size)
  }
}

/** Time in which written bytes can be sent before the connection is closed, in milliseconds. */
const flushTime = 5

async function* abortAfter(bytes: Uint8Array): AsyncGenerator<StreamChunk> {
  yield bytes
  await wait(flushTime)
  throw new Error('A fault of the sandbox cut the connection.')
}

/** Waits; resolves early, to true, when the client disconnects. */
function closesWithin(ms: number, onClose: OnClose | undefined): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), ms)

    onClose?.(() => {
      clearTimeout(timer)
      resolve(true)
    })
  })
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
