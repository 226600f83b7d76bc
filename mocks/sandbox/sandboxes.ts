import type { Sandbox } from './sandbox.ts'

/** The id of the sandbox that requests reach when they name none. */
export const defaultSandboxId = 'default'

/** The sandboxes that one set of handlers serves. Others than the default one are forked from it on first use. */
export class Sandboxes {
  readonly default: Sandbox
  readonly #origin: Sandbox
  readonly #open = new Map<string, Sandbox>()

  constructor(sandbox: Sandbox) {
    this.default = sandbox
    this.#origin = sandbox.fork(sandbox.id)
  }

  select(id: string | undefined): Sandbox {
    if (id === undefined || id === this.default.id) return this.default

    const open = this.#open.get(id) ?? this.#origin.fork(id)

    this.#open.set(id, open)

    return open
  }
}
