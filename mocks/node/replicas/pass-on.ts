import { request as send, type IncomingMessage, type ServerResponse } from 'node:http'

/** Marks a request that another replica has passed on, which is done once. */
export const passedHeader = 'x-sandbox-passed'

const hopByHop = new Set(['connection', 'keep-alive', 'transfer-encoding', 'upgrade', passedHeader])

/** What became of a request that was passed on: it was answered or broken off, never sent, or sent to one who is gone. */
type Outcome = 'done' | 'unsent' | 'gone'

/** How often it is looked whether the one who should answer is still there, in milliseconds. */
const lookEvery = 500

/**
 * Has another replica answer a request, as it came and with all that it answers.
 *
 * @param isGone whether the replica has lost the sandbox meanwhile, as one that hangs has
 */
export function passOn(
  url: string,
  request: IncomingMessage,
  response: ServerResponse,
  isGone: () => Promise<boolean>,
): Promise<Outcome> {
  return new Promise((resolve) => {
    let isSent = false
    let isOver = false
    const outgoing = send(url, {
      method: request.method ?? 'GET',
      path: request.url ?? '/',
      headers: [...passed(request.rawHeaders), passedHeader, '1'],
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
      end(isSent ? 'gone' : 'unsent')
      outgoing.destroy()
    }
    // While the store is away nobody knows, and so the answer is waited for.
    const looking = setInterval(() => {
      isGone().then(
        (gone) => (gone ? giveUp() : undefined),
        () => undefined,
      )
    }, lookEvery)

    outgoing.once('socket', (socket) =>
      socket.once('connect', () => {
        isSent = true
        request.pipe(outgoing)
      }),
    )
    outgoing.once('response', (answer) => {
      clearInterval(looking)
      response.sendDate = false
      response.writeHead(answer.statusCode ?? 502, passed(answer.rawHeaders))
      answer.pipe(response)
      answer.once('error', () => response.destroy())
      response.once('close', () => {
        outgoing.destroy()
        end('done')
      })
    })
    outgoing.on('error', () => {
      if (isOver) return
      if (!isSent) return end('unsent')
      // As a fault does it, or the end of a process.
      response.socket?.resetAndDestroy()
      end('done')
    })
    response.once('close', leave)
  })
}

function passed(raw: readonly string[]): string[] {
  return raw.flatMap((text, index) =>
    index % 2 === 0 && !hopByHop.has(text.toLowerCase()) ? [text, raw[index + 1] ?? ''] : [],
  )
}
