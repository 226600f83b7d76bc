import { Table } from '../../store/table.ts'
import { membersOf } from '../definitions/compiled-definition.ts'
import type { PropertyType } from '../definitions/definition.ts'
import { foldMember, NameMap } from '../shared/letter-case.ts'
import type { Data } from '../tables.ts'
import { systemFields, type NamedField, type SystemField } from './filter.ts'

/** The names of definitions and their members: the exact match, or else all that differ only in letter case. */
export class DefinedNames {
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

/** A system field (`CreatedOn`, `created_on`), or else a property; undefined when there is none of this name. */
export function fieldNamed(
  names: DefinedNames,
  name: string,
  culture?: string | null,
): NamedField | undefined {
  const system = systemFieldNamed(name)
  const [property] = names.properties(name)

  if (system) return { system }

  return property === undefined ? undefined : { property, ...(culture ? { culture } : {}) }
}

const aliases: ReadonlyMap<string, SystemField> = new Map([
  ['definitionname', 'definition'],
  ['definition.name', 'definition'],
  ['entitydefinition', 'definition'],
])

/** `created_on`, `CreatedOn` and `createdon` are the same. */
export function systemFieldNamed(name: string): SystemField | undefined {
  const folded = foldMember(name)

  return aliases.get(folded) ?? systemFields.find((system) => foldMember(system) === folded)
}
