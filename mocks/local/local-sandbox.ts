import { checkOptionNames } from './config.ts'
import { SandboxClient } from '../client/sandbox-client.ts'
import { buildSandbox, type CreateSandboxOptions } from './build-sandbox.ts'
import type { Collections } from './collections/collections.ts'
import { collectionsOf } from './collections/load.ts'
import { LocalConnection } from './local-connection.ts'
import type { ImportSummary } from '../data/model/data-file/data-file.ts'

/** A sandbox within this process: for handlers, to be served, or to be used directly. */
export class LocalSandbox extends SandboxClient {
  readonly #connection: LocalConnection
  /** The records as collections of `@msw/data`, to query, create and observe them. */
  readonly collections: Collections

  private constructor(connection: LocalConnection, collections: Collections) {
    super(connection)
    this.#connection = connection
    this.collections = collections
  }

  /** @internal */
  static async of(connection: LocalConnection): Promise<LocalSandbox> {
    return new LocalSandbox(connection, await collectionsOf(connection.sandbox))
  }

  /** @internal For doors. */
  get connection(): LocalConnection {
    return this.#connection
  }

  /** The summary of the import it was created from: what was imported, changed and skipped. */
  get imported(): ImportSummary | undefined {
    return this.#connection.sandbox.imported
  }
}

/**
 * Creates a sandbox: generated data, a clock and a random source.
 *
 * @example
 * const sandbox = await createSandbox({ seed: 7, entities: 200 })
 * const asset = await sandbox.give('M.Asset', { properties: { Title: 'Leek' } })
 * const server = await listen(sandbox)
 *
 * @throws {TypeError} when an option is invalid
 * @throws {InvalidRequest} when the given definitions or data are invalid
 */
export async function createLocalSandbox(options: CreateSandboxOptions = {}): Promise<LocalSandbox> {
  checkOptionNames(options, ['machineClock'])

  return LocalSandbox.of(new LocalConnection(await buildSandbox(options), 'http://localhost'))
}
