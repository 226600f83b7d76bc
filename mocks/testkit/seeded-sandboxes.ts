import type { SandboxOptions } from '../create-sandbox.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'

/** What tells one seeded sandbox from another. */
export const seedOptions = [
  'seed',
  'entities',
  'definitions',
  'optionLists',
  'data',
  'auth',
  'scenarios',
  'commands',
  'rateLimit',
  'validate',
  'hostname',
  'journal',
] as const

export type SeedOptions = Pick<SandboxOptions, (typeof seedOptions)[number]>

/** Seeds a sandbox once per set of options, and forks it for each test. */
export class SeededSandboxes {
  readonly #known: { options: SeedOptions; sandbox: Promise<Sandbox> }[] = []

  async fork(options: SeedOptions, id: string): Promise<Sandbox> {
    return (await this.seed(options)).fork(id)
  }

  /** The sandbox that others are forked from. */
  seed(options: SeedOptions): Promise<Sandbox> {
    const known = this.#known.find((one) => seedOptions.every((name) => one.options[name] === options[name]))

    if (known) return known.sandbox

    const picked = Object.fromEntries(seedOptions.map((name) => [name, options[name]]))
    const sandbox = import('../create-sandbox.ts').then(({ createSandbox }) => createSandbox(picked))

    this.#known.push({ options: picked, sandbox })

    return sandbox
  }
}
