import type { TableReader } from '../../store/table.ts'
import { foldCase } from '../shared/letter-case.ts'
import { suggestion } from '../shared/suggestion.ts'
import type { Data } from '../tables.ts'
import type { EntityDefinition } from './definition.ts'
import type { OptionList } from './option-list.ts'

/** Finds a definition by its name, case-insensitively. An exact match takes precedence. */
export function definitionNamed(data: Data, name: string): EntityDefinition | undefined {
  return recordNamed(data.definitions, name)
}

/** The message for an unknown definition, with a suggestion. */
export function unknownDefinitionMessage(data: Data, name: string): string {
  const all = Array.from(data.definitions.all(), (definition) => definition.name)

  return `There is no definition "${name.slice(0, 100)}". ${suggestion(name, all)}`.trimEnd()
}

/** Finds an option list by its name, like `definitionNamed()`. */
export function optionListNamed(data: Data, name: string): OptionList | undefined {
  return recordNamed(data.optionLists, name)
}

function recordNamed<T extends object>(
  table: TableReader<T, string, string, 'foldedName'>,
  name: string,
): T | undefined {
  const [key = name] = table.has(name) ? [name] : table.group('foldedName', foldCase(name)).keys()

  return table.get(key)
}
