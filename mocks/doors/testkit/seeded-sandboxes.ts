import type { SandboxOptions } from '../../local/config.ts'
import type { Sandbox } from '../../sandbox/sandbox.ts'

/** Seeds a sandbox once per set of options, and forks it for each test. */
export class SeededSandboxes {
  /** Options of the door, which it does not pass on, to name the nearest one for an unknown option. */
  readonly #others: readonly string[]
  readonly #seeded: { options: SandboxOptions; sandbox: Promise<Sandbox> }[] = []

  constructor(others: readonly string[] = []) {
    this.#others = others
  }

  async fork(options: SandboxOptions, id: string): Promise<Sandbox> {
    return (await this.sandboxWith(options)).fork(id)
  }

  /** The sandbox that others are forked from. */
  sandboxWith(options: SandboxOptions): Promise<Sandbox> {
    const seeded = this.#seeded.find((entry) => isSame(entry.options, options))

    if (seeded) return seeded.sandbox

    const sandbox = createSeeded(options, this.#others)

    this.#seeded.push({ options, sandbox })

    return sandbox
  }
}

async function createSeeded(options: SandboxOptions, others: readonly string[]): Promise<Sandbox> {
  // Loaded only here: a test that uses a server does not need the service. They are loaded in parallel with
  // each other, and with the test file in Jest.
  const [{ checkOptionNames }, { buildSandbox }] = await Promise.all([
    import('../../local/config.ts'),
    import('../../local/build-sandbox.ts'),
  ])

  checkOptionNames(options, others)

  return buildSandbox(options)
}

function isSame(one: object, other: object): boolean {
  const [entries, others] = [Object.entries(one), new Map(Object.entries(other))]

  return entries.length === others.size && entries.every(([name, value]) => others.get(name) === value)
}
