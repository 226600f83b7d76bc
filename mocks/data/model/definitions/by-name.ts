import type { TableReader } from '../../store/table.ts'
import { foldCase } from '../shared/letter-case.ts'
import { suggestion } from '../shared/suggestion.ts'
import type { Data } from '../data-tables.ts'
import type { EntityDefinition, OptionList } from './definition.ts'

/** Finds a definition by its name, case-insensitively. An exact match takes precedence. */
export function definitionNamed(data: Data, name: string): EntityDefinition | undefined {
  return recordNamed(data.definitions, name)
}

/** The names of the definitions that match a name: the exact one, or else all that differ from it only in letter case. */
export function definitionNames({ definitions }: Data, name: string): string[] {
  return keysNamed(definitions, name)
}

export function unknownDefinitionMessage(data: Data, name: string): string {
  const all = Array.from(data.definitions.all(), (definition) => definition.name)

  return `There is no definition "${name.slice(0, 100)}". ${suggestion(name, all)}`.trimEnd()
}

/** Finds an option list by its name, like `definitionNamed()`. */
export function optionListNamed(data: Data, name: string): OptionList | undefined {
  return recordNamed(data.optionLists, name)
}

type NamedTable<T extends object = object> = TableReader<T, string, string, 'foldedName'>

function recordNamed<T extends object>(table: NamedTable<T>, name: string): T | undefined {
  const [key = name] = keysNamed(table, name)

  return table.get(key)
}

function keysNamed(table: NamedTable, name: string): string[] {
  return table.has(name) ? [name] : [...table.group('foldedName', foldCase(name)).keys()]
}
