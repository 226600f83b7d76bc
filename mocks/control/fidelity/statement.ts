/** Where an answer of the sandbox comes from. */
export const fidelityStatuses = ['documented', 'decided', 'not implemented'] as const
export type FidelityStatus = (typeof fidelityStatuses)[number]

/** One thing that the sandbox does, or does not. */
export interface Statement {
  readonly status: FidelityStatus
  /** What a client can rely on, in one or two sentences. */
  readonly text: string
  /** The rules of docs/interface.md that say so, or that it settles: `4.2.1 to 4.2.3`. */
  readonly rules?: string
  /** Paths that answer 404 or 405, for something that is not implemented. */
  readonly paths?: readonly string[]
}

export interface Topic {
  readonly name: string
  readonly statements: readonly Statement[]
}

/** Said by the interface. */
export function documented(rules: string, text: string): Statement {
  return { status: 'documented', rules, text }
}

/** Left open by a rule of the interface, and settled here. */
export function settled(rules: string, text: string): Statement {
  return { status: 'decided', rules, text }
}

/** Beside what the interface has, and settled here. */
export function decided(text: string): Statement {
  return { status: 'decided', text }
}

/** Left out; `paths` are where it would be. */
export function missing(text: string, paths: readonly string[] = [], rules?: string): Statement {
  return { status: 'not implemented', text, paths, ...(rules === undefined ? {} : { rules }) }
}
