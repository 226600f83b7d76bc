import { Table } from '../../store/table.ts'
import { membersOf } from '../definitions/compiled-definition.ts'
import type { PropertyType } from '../definitions/definition.ts'
import { NameMap } from '../shared/letter-case.ts'
import type { Data } from '../tables.ts'
import type { KnownProperties } from './language/filter-of.ts'

/** The names of definitions and their members: the exact match, or else all that differ only in letter case. */
export class DefinedNames implements KnownProperties {
  readonly #properties = new NameMap<PropertyType>()
  readonly #relations = new NameMap<true>()
  readonly #definitions = new NameMap<true>()

  constructor({ definitions }: Data) {
    for (const definition of definitions.all()) {
      this.#definitions.set(definition.name, true)

      for (const member of membersOf(definition)) {
        if (member.type === 'Relation') this.#relations.set(member.name, true)
        else this.#properties.set(member.name, member.type)
      }
    }
  }

  properties(name: string): readonly string[] {
    return this.#properties.keysOf(name)
  }

  relations(name: string): readonly string[] {
    return this.#relations.keysOf(name)
  }

  definitions(name: string): readonly string[] {
    return this.#definitions.keysOf(name)
  }

  /** The type of a property; where definitions differ, that of the last one. */
  propertyType(name: string): PropertyType | undefined {
    return this.#properties.get(name)
  }

  propertyNames(): Iterable<string> {
    return this.#properties.keys()
  }

  relationNames(): Iterable<string> {
    return this.#relations.keys()
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
