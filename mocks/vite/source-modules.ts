import type { EnvironmentModuleNode, HotUpdateOptions, ResolvedConfig, ViteDevServer } from 'vite'
import { buildSandbox } from '../build-sandbox.ts'
import { type EntitySandboxOptions, filesOf, isInSources, readOptions } from './read-options.ts'
import { writeTypes } from './write-types.ts'

/**
 * Watches the definitions and the data of a dev server, whose content is in modules for the page. A change reloads these
 * modules and updates the file of types. Files may be added to a folder and removed from it, so they are not imports.
 */
export class SourceModules {
  readonly #config: ResolvedConfig
  readonly #options: EntitySandboxOptions
  readonly #ids: readonly string[]
  /** The last update of the types; the next one starts after it. */
  #typesUpdate = Promise.resolve()

  /** @param ids of the modules, as resolved */
  constructor(config: ResolvedConfig, options: EntitySandboxOptions, ids: readonly string[]) {
    this.#config = config
    this.#options = options
    this.#ids = ids
  }

  watch({ watcher }: ViteDevServer): void {
    watcher.add(this.#files)
    this.#updateTypes()
  }

  /** The modules that a change of a file affects, as Vite's hook `hotUpdate` returns them, in the client's environment. */
  affectedBy({ file, modules, server }: HotUpdateOptions): EnvironmentModuleNode[] {
    if (!isInSources(file, this.#files)) return modules
    this.#updateTypes()

    const { moduleGraph } = server.environments.client

    return [...new Set([...modules, ...this.#ids.flatMap((id) => moduleGraph.getModuleById(id) ?? [])])]
  }

  get #files(): string[] {
    return filesOf(this.#config, this.#options)
  }

  #updateTypes(): void {
    const [config, options] = [this.#config, this.#options]
    // Types do not need generated entities.
    const dataOf = async () =>
      (await buildSandbox({ ...(await readOptions(config, options)), entities: 0 })).data

    this.#typesUpdate = this.#typesUpdate.then(() => writeTypes(config, options, dataOf))
  }
}
