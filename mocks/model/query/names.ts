import { Table } from '../../store/table.ts'
import { membersOf } from '../definitions/compiled-definition.ts'
import type { PropertyType } from '../definitions/definition.ts'
import type { Data } from '../tables.ts'
import type { KnownProperties } from './language/filter-of.ts'

/** The names of definitions and their members: the exact match, or else all that differ only in letter case. */
export class DefinedNames implements KnownProperties {
  readonly #properties = new CaseInsensitiveNames<PropertyType>()
  readonly #relations = new CaseInsensitiveNames<true>()
  readonly #definitions = new CaseInsensitiveNames<true>()

  constructor({ definitions }: Data) {
    for (const definition of definitions.all()) {
      this.#definitions.add(definition.name, true)

      for (const member of membersOf(definition)) {
        if (member.type === 'Relation') this.#relations.add(member.name, true)
        else this.#properties.add(member.name, member.type)
      }
    }
  }

  properties(name: string): readonly string[] {
    return this.#properties.matching(name)
  }

  relations(name: string): readonly string[] {
    return this.#relations.matching(name)
  }

  definitions(name: string): readonly string[] {
    return this.#definitions.matching(name)
  }

  /** The type of a property; where definitions differ, that of the last one. */
  propertyType(name: string): PropertyType | undefined {
    const [match] = this.#properties.matching(name)

    return match === undefined ? undefined : this.#properties.valueOf(match)
  }

  propertyNames(): Iterable<string> {
    return this.#properties.all()
  }

  relationNames(): Iterable<string> {
    return this.#relations.all()
  }
}

/** Values by exact name, and the names that match another one case-insensitively. */
class CaseInsensitiveNames<V> {
  readonly #values = new Map<string, V>()
  readonly #byLowerCase = new Map<string, string[]>()

  add(name: string, value: V): void {
    if (!this.#values.has(name)) {
      const lower = name.toLowerCase()
      const similar = this.#byLowerCase.get(lower)

      if (similar) similar.push(name)
      else this.#byLowerCase.set(lower, [name])
    }
    this.#values.set(name, value)
  }

  matching(name: string): readonly string[] {
    return this.#values.has(name) ? [name] : (this.#byLowerCase.get(name.toLowerCase()) ?? [])
  }

  valueOf(name: string): V | undefined {
    return this.#values.get(name)
  }

  all(): Iterable<string> {
    return this.#values.keys()
  }
}

/** The names of each published version of the definitions, which never changes. */
const cache = new WeakMap<object, DefinedNames>()

export function definedNamesOf(data: Data): DefinedNames {
  // A draft has no version.
  if (!(data.definitions instanceof Table)) return new DefinedNames(data)
  const names = cache.get(data.definitions) ?? new DefinedNames(data)

  cache.set(data.definitions, names)

  return names
}
