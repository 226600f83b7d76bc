/** The source of a route and of its behaviour. */
export type Source =
  /** Described in `docs/interface.md`. */
  | { readonly kind: 'documented'; readonly rules: string }
  /** Seen in existing clients or in public documentation of the real service. */
  | { readonly kind: 'observed'; readonly at: string }
  /** Not documented; decided here. */
  | { readonly kind: 'decided'; readonly why: string }
  /** The sandbox's own: the real service has no such route. */
  | { readonly kind: 'own' }

/** @param rules of docs/interface.md, such as `4.2.1 to 4.2.3` */
export function documented(rules: string): Source {
  return { kind: 'documented', rules }
}

/** @param at where it was seen, such as `existing clients` */
export function observed(at: string): Source {
  return { kind: 'observed', at }
}

export function decided(why: string): Source {
  return { kind: 'decided', why }
}

export const own: Source = { kind: 'own' }

/** A decision where documentation is silent or ambiguous. */
export interface Decision {
  readonly text: string
  /** Rules of `docs/interface.md` that leave it open. */
  readonly rules?: string
}

/** Declares a decision, which the contract, the fidelity report and docs/interface-decisions.md state. */
export function decision(text: string, rules?: string): Decision {
  return rules === undefined ? { text } : { text, rules }
}
