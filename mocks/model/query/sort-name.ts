import { InvalidRequest } from '../shared/errors.ts'
import { foldMember } from '../shared/letter-case.ts'
import { shortened, suggestion } from '../shared/suggestion.ts'
import { systemFields, type NamedField, type SortKey, type SystemField } from './filter.ts'
import type { DefinedNames } from './names.ts'

/** The sort order in a query string; an empty name counts as absent. */
export interface NamedOrder {
  /** A system field or property, case-insensitive; `-name` and `name:D` are descending. */
  readonly name: string | undefined
  readonly order: (typeof orders)[number] | undefined
  /** Culture of a multi-language property. */
  readonly culture?: string | undefined
}

export const orders = ['asc', 'desc', 'ascending', 'descending', 'a', 'd'] as const

const form = /^(?<minus>-?)(?<name>.*?)(?::(?<suffix>a|d|asc|desc|ascending|descending))?$/is

/** @throws {InvalidRequest} 400 when the name is unknown */
export function sortedBy(
  names: DefinedNames,
  { name: given, order = 'asc', culture }: NamedOrder,
): SortKey[] {
  if (!given) return []

  const { minus, name = '', suffix } = form.exec(given)?.groups ?? {}
  const by = sortField(names, given, culture) ?? sortField(names, name, culture)

  if (!by) throw new InvalidRequest({ sort: unknownSortName(names, name) })

  return [{ by, descending: Boolean(minus) || /^d/i.test(suffix ?? order) }]
}

/** A system field (`CreatedOn`, `created_on`), or else a property; undefined when there is none of this name. */
export function sortField(
  names: DefinedNames,
  name: string,
  culture?: string | null,
): NamedField | undefined {
  const system = systemField(name)
  const [property] = names.properties(name)

  if (system) return { system }

  return property === undefined ? undefined : { property, ...(culture ? { culture } : {}) }
}

/** @throws {InvalidRequest} 400 when a property is unknown */
export function resolveSortKeys(names: DefinedNames, keys: readonly SortKey[]): SortKey[] {
  return keys.map(({ by, descending }) => {
    if (!('property' in by)) return { by, descending }
    const [property] = names.properties(by.property)

    if (property === undefined) throw new InvalidRequest({ sorting: unknownSortName(names, by.property) })

    return { by: { ...by, property }, descending }
  })
}

function unknownSortName(names: DefinedNames, name: string): string {
  const hint = suggestion(name, [...systemFields, ...names.propertyNames()])

  return `Expected a property or one of ${systemFields.join(', ')}, not "${shortened(name)}". ${hint}`.trim()
}

const aliases: ReadonlyMap<string, SystemField> = new Map([
  ['definitionname', 'definition'],
  ['definition.name', 'definition'],
  ['entitydefinition', 'definition'],
])

/** `created_on`, `CreatedOn` and `createdon` are the same. */
export function systemField(field: string): SystemField | undefined {
  const name = foldMember(field)

  return aliases.get(name) ?? systemFields.find((system) => foldMember(system) === name)
}
