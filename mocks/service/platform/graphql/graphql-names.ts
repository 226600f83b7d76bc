/**
 * A name as GraphQL allows it: a character other than a letter, digit or underscore becomes an underscore, and so does a
 * digit at the start. GraphQL reserves names that start with two underscores, so only one of them remains; a name of
 * nothing else is `x`.
 */
export function allowedName(name: string): string {
  return name
    .replaceAll(/[^_0-9A-Za-z]/gu, '_')
    .replace(/^\d/, '_')
    .replace(/^__+/, '_')
    .replace(/^_$/, 'x')
}

/** The name of a field: its first letter is in lower case, the others are unchanged. */
export function fieldName(name: string): string {
  const allowed = allowedName(name)

  return allowed.slice(0, 1).toLowerCase() + allowed.slice(1)
}

/** The names of one scope, which must differ: of several members with the same name, the first has it. */
export class Scope {
  readonly #taken: Set<string>

  constructor(reserved: Iterable<string> = []) {
    this.#taken = new Set(reserved)
  }

  /** The name, or else the first of `name_2`, `name_3` ... that is free. */
  take(name: string): string {
    let free = name

    for (let number = 2; this.#taken.has(free); number++) free = `${name}_${number}`
    this.#taken.add(free)

    return free
  }
}
