import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import type { EntityMessage } from '../data/model/messages/message.ts'

/** A request that a receiver has got. */
interface Got {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly message: EntityMessage['saveEntityMessage']
  readonly context: EntityMessage['context']
}

/** A program that receives messages on a port of its own. Closed at the end of the test. */
export async function openReceiver(
  answer: (response: ServerResponse, request: IncomingMessage) => void = (response) => response.end(),
  port = 0,
): Promise<{ url: string; host: string; got: Got[]; close: () => void }> {
  const got: Got[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []

    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { saveEntityMessage: message, context } = JSON.parse(
        String(Buffer.concat(chunks)),
      ) as EntityMessage // as sent

      got.push({ path: request.url ?? '', headers: request.headers, message, context })
      answer(response, request)
    })
  })

  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))

  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}` // it listens on a port

  onTestFinished(close)

  return { url: `http://${host}`, host, got, close }
}
