import { bytesOf } from '../../data/model/shared/bytes.ts'
import { ApiError } from '../../data/model/shared/errors.ts'
import { lastSegment } from '../../data/model/shared/json.ts'
import { findByIdentifier } from '../../data/model/entities/references.ts'
import type { Effect } from '../../sandbox/faults/fault-rule.ts'
import { allDifferences, differenceText } from '../../sandbox/journal/json-difference.ts'
import type { Exchange, ExchangeReply } from '../../data/model/exchanges/exchange.ts'
import { redactSecrets } from '../../sandbox/journal/secrets.ts'
import type { Sandbox } from '../../sandbox/sandbox.ts'
import { UpstreamFailure, type Upstream } from '../../sandbox/passthrough.ts'
import { signInPath, type Address } from './access/address.ts'
import { checkLengthAndEncoding } from './parse-body.ts'
import { errorReply, isStream, type Reply } from './replies/reply.ts'

export type Passthrough = Extract<Effect, { kind: 'passthrough' }>

/** Names the upstream that answered: `https://real.example`, or `none; reason` when the sandbox answered instead. */
const passthroughHeader = 'X-Sandbox-Passthrough'

/** Maximum size of a body that is passed on, in bytes. A target may accept what this service would reject. */
export const passedBodyLimit = 100 * 1024 * 1024

/** Control routes, and what is outside the service. */
const controlPath = /^\/(__sandbox|\.\.)(\/|$)/i

/** How often a path may be encoded. */
const maxLevels = 5

/** A path as `fetch()` sends it, and as lenient servers may read it: decoded, again and again. */
function readingsOf(path: string): string[] {
  const readings = [path.replace(/#.*/s, '').replaceAll(/%2e/gi, '.')]

  for (let level = 0; level < maxLevels; level += 1) {
    readings.push(
      (readings[level] ?? '').replaceAll(/%([0-7][\da-f])/gi, (_, code: string) =>
        String.fromCharCode(Number.parseInt(code, 16)),
      ),
    )
  }

  return readings.map(resolved)
}

/** Without dot segments, parameters of segments, and spaces and dots at their ends. */
function resolved(path: string): string {
  const names: string[] = []

  for (const segment of path.split(/[/\\]/).slice(1)) {
    const name = segment.replace(/[;?#].*/s, '').trim()

    if (name === '..' && names.pop() === undefined) return '/..'
    if (!/^\.\.?$/.test(name)) names.push(name.replace(/(?<![\s.\p{Cc}])[\s.\p{Cc}]+$/u, ''))
  }

  return `/${names.filter(Boolean).join('/')}`
}

/** A request to a sandbox. */
export interface Incoming {
  readonly sandbox: Sandbox
  readonly address: Address
  readonly exchange: Exchange
}

/** Has the upstream answer a request, and the sandbox if the upstream fails. */
export async function askUpstream(
  effect: Passthrough,
  { sandbox, exchange }: Incoming,
  upstream: Upstream | undefined,
  operate: () => Promise<Reply>,
): Promise<Reply> {
  const { definitions, fallback = true, compare = false, timeout_ms: timeout } = effect
  // Sign-ins are the sandbox's own, unless it is only to pass everything on.
  const isOurs =
    readingsOf(exchange.path).some((path) => controlPath.test(path) || (fallback && signInPath.test(path))) ||
    (definitions && !concerns(definitions, exchange.path, sandbox.data))

  if (isOurs) return operate()

  const name = upstream?.name ?? 'no target'

  try {
    checkLengthAndEncoding(exchange.request, passedBodyLimit)
    if (!upstream) throw new UpstreamFailure('This server has no target. Start it with --target.')

    const reply = await upstream.ask(exchange, timeout)

    if (!compare) {
      exchange.upstream = { name, failure: null }

      return withHeader(sandboxed(reply), name)
    }

    if (isStream(reply.body)) await reply.body[Symbol.asyncIterator]().return?.()

    const own = await operate()
    const differences = differencesBetween(exchange.method, reply, own)

    exchange.upstream = { name, failure: null, differences }

    return withHeader(own, `compared; ${differences.join('; ') || 'the same'}`)
  } catch (error) {
    if (error instanceof ApiError) return errorReply(error)
    if (!(error instanceof UpstreamFailure)) throw error

    exchange.upstream = { name, failure: error.message }

    const isFallback = fallback && error.status !== loopStatus
    const reply = isFallback ? await operate() : errorReply(new ApiError(error.status, error.message))

    return withHeader(reply, `none; ${error.message}`)
  }
}

/** How many differences of a response are listed. */
export const maxDifferences = 20

/** Where the sandbox's own reply differs from that of an upstream. */
function differencesBetween(method: string, theirs: ExchangeReply, own: Reply): string[] {
  if (theirs.status !== own.status) return [`status: ${theirs.status} → ${own.status}`]
  // Our own reply to HEAD has the body of GET, which doors leave out. What is streamed is not compared.
  if (method === 'HEAD' || isStream(theirs.body) || isStream(own.body)) return []

  const [before, after] = [theirs.body, own.body].map((body) =>
    body === null ? undefined : contentOf(bytesOf(body)),
  )

  return allDifferences(before, after).map(differenceText).slice(0, maxDifferences)
}

/** JSON as a value, anything else as text; without secrets, which recordings do not have and journals do not show. */
function contentOf(bytes: Uint8Array): unknown {
  const text = redactSecrets(new TextDecoder().decode(bytes))

  try {
    return JSON.parse(text)
  } catch {
    return text // not JSON
  }
}

/** Status of a request that came back to the server that passed it on (RFC 5842, 7.2). It must not be answered as usual. */
export const loopStatus = 508

/** Whether a path names one of the definitions, or an entity of the sandbox that has one. */
function concerns(definitions: readonly string[], path: string, data: Sandbox['data']): boolean {
  const [, kind = '', key = '', identifier = ''] =
    /^\/api\/(entitydefinitions|entities)\/(identifier(?=\/)|name(?=\/)|[^/]+)(?:\/([^/]+))?/i.exec(path) ??
    []
  const isNamed = /^(identifier|name)$/i.test(key)
  const named = lastSegment(isNamed ? identifier : key)
  const definition =
    kind.toLowerCase() === 'entitydefinitions'
      ? named
      : (isNamed ? findByIdentifier(data, named) : data.entities.get(Number(named)))?.definition

  return definitions.some((each) => each.toLowerCase() === definition?.toLowerCase())
}

/** A type of data that no browser shows as a page with scripts. */
const dataType = /^application\/([\w.-]+\+)?json\s*(;[^,]*)?$/i

/**
 * A reply of an upstream without an origin: shown as a page, whatever its type, it runs no scripts and reads nothing of the
 * sandbox. A policy of the upstream can only restrict it further.
 */
function sandboxed(reply: Reply): Reply {
  // 304 changes the headers of what a browser has cached.
  const isDocument = reply.body !== null || reply.status === 304

  if (!isDocument || dataType.test(reply.headers['Content-Type'] ?? '')) return reply

  const policies = reply.headers['Content-Security-Policy']?.split(',') ?? []

  if (policies.some(takesOrigin)) return reply

  return {
    ...reply,
    // Each of several policies holds.
    headers: { ...reply.headers, 'Content-Security-Policy': ['sandbox', ...policies].join(', ') },
  }
}

/** Whether a policy is strict enough already, such as that of an uploaded file in a recording of a sandbox. */
function takesOrigin(policy: string): boolean {
  const directives = policy.split(';').map((directive) => directive.trim().toLowerCase())

  // Of several, the first one holds.
  return directives.find((directive) => /^sandbox\b/.test(directive)) === 'sandbox'
}

function withHeader(reply: Reply, text: string): Reply {
  const value = text
    .replaceAll('→', '->')
    .replaceAll('–', '-')
    .replace(/[^\x20-\x7e]/gu, '?')
    .slice(0, 500)

  return { ...reply, headers: { ...reply.headers, [passthroughHeader]: value } }
}
