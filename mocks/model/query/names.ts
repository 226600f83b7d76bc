import { Table } from '../../store/table.ts'
import { membersOf } from '../definitions/compiled-definition.ts'
import type { PropertyType } from '../definitions/definition.ts'
import type { Data } from '../tables.ts'
import type { KnownProperties } from './language/filter-of.ts'

/** The names that queries can use: those of definitions and of their members, in any letter case. */
export class Names implements KnownProperties {
  readonly #properties = new Spellings<PropertyType>()
  readonly #relations = new Spellings<true>()
  readonly #definitions = new Spellings<true>()

  constructor({ definitions }: Data) {
    for (const definition of definitions.all()) {
      this.#definitions.add(definition.name, true)

      for (const member of membersOf(definition)) {
        if (member.type === 'Relation') this.#relations.add(member.name, true)
        else this.#properties.add(member.name, member.type)
      }
    }
  }

  /** The names as they are defined: the exact one, or all that differ from it by letter case only. */
  properties(name: string): readonly string[] {
    return this.#properties.of(name)
  }

  relations(name: string): readonly string[] {
    return this.#relations.of(name)
  }

  definitions(name: string): readonly string[] {
    return this.#definitions.of(name)
  }

  /** Definitions may give a property of one name several types: the last one's is taken. */
  propertyType(name: string): PropertyType | undefined {
    const [spelling] = this.#properties.of(name)

    return spelling === undefined ? undefined : this.#properties.get(spelling)
  }

  propertyNames(): Iterable<string> {
    return this.#properties.all()
  }

  relationNames(): Iterable<string> {
    return this.#relations.all()
  }
}

/** Values by exact name, and the names that match another in any letter case. */
class Spellings<V> {
  readonly #values = new Map<string, V>()
  readonly #byLowerCase = new Map<string, string[]>()

  add(name: string, value: V): void {
    if (!this.#values.has(name)) {
      const lower = name.toLowerCase()
      const alike = this.#byLowerCase.get(lower)

      if (alike) alike.push(name)
      else this.#byLowerCase.set(lower, [name])
    }
    this.#values.set(name, value)
  }

  of(name: string): readonly string[] {
    return this.#values.has(name) ? [name] : (this.#byLowerCase.get(name.toLowerCase()) ?? [])
  }

  get(name: string): V | undefined {
    return this.#values.get(name)
  }

  all(): Iterable<string> {
    return this.#values.keys()
  }
}

/** Names by version of the definitions: a version never changes. */
const known = new WeakMap<object, Names>()

export function namesOf(data: Data): Names {
  // A change in progress has no version yet.
  if (!(data.definitions instanceof Table)) return new Names(data)
  const names = known.get(data.definitions) ?? new Names(data)

  known.set(data.definitions, names)

  return names
}
