import { setMaxListeners } from 'node:events'
import type { Server } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

/** How long a stopping server waits for requests in progress, in milliseconds. */
const drainTimeout = 2000
/** Further connections are dropped. */
const maxConnections = 4000

/** Tracks connections and responses in progress, to shut a server down gracefully. */
export class Drain {
  readonly #server: Server
  readonly #ending = new AbortController()
  readonly #working = new Set<Promise<void>>()
  readonly #sockets = new Set<Socket>()
  #ended: Promise<void> | undefined

  constructor(server: Server) {
    this.#server = server
    // Each stream adds a listener.
    setMaxListeners(0, this.#ending.signal)
    server.maxConnections = maxConnections
    server.once('drop', () =>
      console.error(
        `entity-sandbox: the limit of ${maxConnections} connections is reached; others are dropped.`,
      ),
    )

    const add = (socket: Socket) => {
      this.#sockets.add(socket)
      socket.once('close', () => this.#sockets.delete(socket))
    }

    server.on('connection', add)
    // With TLS, what is not sent yet waits in this socket.
    server.on('secureConnection', add)
  }

  /** Aborted when streams have to end. */
  get ending(): AbortSignal {
    return this.#ending.signal
  }

  /** Makes the shutdown wait for a response. */
  track(response: Promise<void>): void {
    this.#working.add(response)
    void response.finally(() => this.#working.delete(response))
  }

  /** Stops accepting connections, ends streams, and waits for responses in progress up to a time limit. */
  end(): Promise<void> {
    return (this.#ended ??= this.#end())
  }

  async #end(): Promise<void> {
    // The method of HTTP servers would cut responses that are complete, but not sent yet.
    const closed = new Promise<void>((resolve, reject) =>
      NetServer.prototype.close.call(this.#server, (error) => (error ? reject(error) : resolve())),
    )
    const deadline = performance.now() + drainTimeout

    this.#ending.abort()
    await Promise.resolve()
    while (this.#isWorking && performance.now() < deadline) await wait(10)
    this.#server.closeAllConnections()
    this.#server.close() // ends its timer
    await closed
  }

  get #isWorking(): boolean {
    return this.#working.size > 0 || [...this.#sockets].some(({ writableLength }) => writableLength > 0)
  }
}
