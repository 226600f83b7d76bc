import { request as send, type IncomingMessage, type ServerResponse } from 'node:http'
import { sendStream } from '../node-messages.ts'
import { mayHaveBody } from '../request-body.ts'

/** Marks a forwarded request; it is not forwarded again. */
export const forwardedHeader = 'x-sandbox-forwarded'

const hopByHop = new Set([
  'connection',
  'expect',
  'keep-alive',
  'transfer-encoding',
  'upgrade',
  forwardedHeader,
])

/**
 * The result of forwarding: the response was relayed or the connection closed (`done`), the replica did not receive the
 * request (`undelivered`), or it received the request and failed.
 */
type Outcome = 'done' | 'undelivered' | 'failed'

/** Status of a response to a request for a sandbox with another owner (RFC 9110, 15.5.20). */
export const misdirected = 421

/** How often to check that the other replica is alive, in milliseconds. */
const checkInterval = 500

/** When to stop waiting for the other replica. */
interface ForwardOptions {
  /** Whether the replica has lost the sandbox, as it does when it hangs. */
  readonly hasFailed: () => Promise<boolean>
  /** Aborted when streams have to end, because this server stops. */
  readonly ending: AbortSignal | undefined
}

/** Forwards a request to another replica, unchanged, and relays its response. */
export function forward(
  url: string,
  request: IncomingMessage,
  response: ServerResponse,
  { hasFailed, ending }: ForwardOptions,
): Promise<Outcome> {
  return new Promise((resolve) => {
    const isWithBody = mayHaveBody(request)
    let isDelivered = false
    let isDone = false
    const outgoing = send(url, {
      method: request.method ?? 'GET',
      path: request.url ?? '/',
      headers: [
        ...endToEnd(request.rawHeaders),
        forwardedHeader,
        '1',
        ...(isWithBody ? ['Expect', '100-continue'] : []),
      ],
      setHost: false,
      agent: false,
    })
    const abort = () => outgoing.destroy()
    const end = (outcome: Outcome) => {
      isDone = true
      clearInterval(checking)
      response.off('close', abort)
      resolve(outcome)
    }
    const giveUp = () => {
      end(isDelivered ? 'failed' : 'undelivered')
      outgoing.destroy()
    }
    // While the store is down the owner is unknown, so waiting continues.
    const checking = setInterval(() => {
      hasFailed().then(
        (failed) => (failed ? giveUp() : undefined),
        () => undefined,
      )
    }, checkInterval)

    if (isWithBody) {
      // Before this event the body can still be sent to another replica.
      outgoing.once('continue', () => {
        isDelivered = true
        sendContinue(request, response)
        request.pipe(outgoing)
      })
      outgoing.flushHeaders()
    } else {
      outgoing.once('socket', (socket) => socket.once('connect', () => (isDelivered = true)))
      outgoing.end()
    }
    outgoing.once('response', (incoming) => {
      if (incoming.statusCode === misdirected) {
        end('undelivered')
        outgoing.destroy()

        return
      }
      clearInterval(checking)
      void relay(incoming, response, ending).then(() => {
        outgoing.destroy()
        end('done')
      })
    })
    outgoing.on('error', () => {
      if (isDone) return
      if (!isDelivered) return end('undelivered')
      // Like a `cut` fault, or the end of a process.
      response.socket?.resetAndDestroy()
      end('done')
    })
    response.once('close', abort)
  })
}

/** Relays the response of another replica. A stream of events ends when this server stops. */
function relay(
  incoming: IncomingMessage,
  response: ServerResponse,
  ending: AbortSignal | undefined,
): Promise<void> {
  const isEventStream = incoming.headers['content-type']?.startsWith('text/event-stream')

  response.sendDate = false
  response.writeHead(incoming.statusCode ?? 502, endToEnd(incoming.rawHeaders))

  return sendStream(incoming, response, isEventStream ? ending : undefined)
}

/** Tells a client that waits with the body to send it (`Expect: 100-continue`). */
export function sendContinue({ headers }: IncomingMessage, response: ServerResponse): void {
  if (headers.expect !== undefined) response.writeContinue()
}

/** Raw headers without those of one connection. */
function endToEnd(raw: readonly string[]): string[] {
  return raw.flatMap((text, index) =>
    index % 2 === 0 && !hopByHop.has(text.toLowerCase()) ? [text, raw[index + 1] ?? ''] : [],
  )
}
