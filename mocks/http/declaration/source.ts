/** The source of a route and of its behaviour. */
export type Source =
  /** `docs/interface.md` says so. */
  | { readonly kind: 'documented'; readonly rules: string }
  /** Existing clients, or public documentation of the real service, show it. */
  | { readonly kind: 'observed'; readonly at: string }
  /** Not documented; decided here. */
  | { readonly kind: 'decided'; readonly why: string }
  /** The sandbox's own: the real service has no such route. */
  | { readonly kind: 'own' }

/** @param rules of docs/interface.md, as in `4.2.1 to 4.2.3` */
export function documented(rules: string): Source {
  return { kind: 'documented', rules }
}

/** @param at who sends or shows it, as in `existing clients` */
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

/** Says a decision once: the contract, the fidelity report and docs/interface-decisions.md take it from there. */
export function decision(text: string, rules?: string): Decision {
  return rules === undefined ? { text } : { text, rules }
}
