import { request as send, type IncomingMessage, type ServerResponse } from 'node:http'
import { hasBody } from '../exchange.ts'

/** Marks a request that another replica has forwarded, which is done once. */
export const forwardedHeader = 'x-sandbox-passed'

const hopByHop = new Set([
  'connection',
  'expect',
  'keep-alive',
  'transfer-encoding',
  'upgrade',
  forwardedHeader,
])

/**
 * The result of forwarding: responded or broken off (`done`), not accepted by any replica, or accepted by one that failed.
 */
type Outcome = 'done' | 'untaken' | 'failed'

/** Says that a sandbox has another owner (RFC 9110, 15.5.20). */
export const misdirected = 421

/** How often the other replica is checked for being alive, in milliseconds. */
const lookEvery = 500

/** When waiting for a forwarded request ends. */
interface Ends {
  /** Whether the replica has lost the sandbox meanwhile, as one that hangs has. */
  readonly hasFailed: () => Promise<boolean>
  /** Aborted when streams are to end, since this server does. */
  readonly ending: AbortSignal | undefined
}

/** Forwards a request to another replica, unchanged, and relays its response. */
export function forward(
  url: string,
  request: IncomingMessage,
  response: ServerResponse,
  { hasFailed, ending }: Ends,
): Promise<Outcome> {
  return new Promise((resolve) => {
    const isWithBody = hasBody(request)
    let isTaken = false
    let isOver = false
    const outgoing = send(url, {
      method: request.method ?? 'GET',
      path: request.url ?? '/',
      headers: [
        ...passed(request.rawHeaders),
        forwardedHeader,
        '1',
        ...(isWithBody ? ['Expect', '100-continue'] : []),
      ],
      setHost: false,
      agent: false,
    })
    const leave = () => outgoing.destroy()
    const end = (outcome: Outcome) => {
      isOver = true
      clearInterval(looking)
      response.off('close', leave)
      resolve(outcome)
    }
    const giveUp = () => {
      end(isTaken ? 'failed' : 'untaken')
      outgoing.destroy()
    }
    // While the store is away the owner is unknown, and so the response is waited for.
    const looking = setInterval(() => {
      hasFailed().then(
        (failed) => (failed ? giveUp() : undefined),
        () => undefined,
      )
    }, lookEvery)

    if (isWithBody) {
      // Until then the body can still be sent to another replica.
      outgoing.once('continue', () => {
        isTaken = true
        sendContinue(request, response)
        request.pipe(outgoing)
      })
      outgoing.flushHeaders()
    } else {
      outgoing.once('socket', (socket) => socket.once('connect', () => (isTaken = true)))
      outgoing.end()
    }
    outgoing.once('response', (incoming) => {
      if (incoming.statusCode === misdirected) {
        end('untaken')
        outgoing.destroy()

        return
      }
      clearInterval(looking)
      relay(incoming, response, ending)
      response.once('close', () => {
        outgoing.destroy()
        end('done')
      })
    })
    outgoing.on('error', () => {
      if (isOver) return
      if (!isTaken) return end('untaken')
      // As a fault does it, or the end of a process.
      response.socket?.resetAndDestroy()
      end('done')
    })
    response.once('close', leave)
  })
}

/** Relays the response of another replica. A stream ends when this server stops, which would wait for it. */
function relay(incoming: IncomingMessage, response: ServerResponse, ending: AbortSignal | undefined): void {
  const end = () => {
    incoming.unpipe(response)
    response.end()
  }

  response.sendDate = false
  response.writeHead(incoming.statusCode ?? 502, passed(incoming.rawHeaders))
  incoming.pipe(response)
  incoming.once('error', () => response.writableEnded || response.destroy())
  if (!incoming.headers['content-type']?.startsWith('text/event-stream')) return
  if (ending?.aborted) end()
  ending?.addEventListener('abort', end)
  response.once('close', () => ending?.removeEventListener('abort', end))
}

/** Has a client send the body that it keeps back (`Expect: 100-continue`). */
export function sendContinue({ headers }: IncomingMessage, response: ServerResponse): void {
  if (headers.expect !== undefined) response.writeContinue()
}

function passed(raw: readonly string[]): string[] {
  return raw.flatMap((text, index) =>
    index % 2 === 0 && !hopByHop.has(text.toLowerCase()) ? [text, raw[index + 1] ?? ''] : [],
  )
}
