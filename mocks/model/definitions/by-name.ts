import { foldCase } from '../shared/letter-case.ts'
import { suggestion } from '../shared/suggestion.ts'
import type { Data } from '../tables.ts'
import type { EntityDefinition } from './definition.ts'
import type { OptionList } from './option-list.ts'

/** The definition with a name that a client gave, in any letter case; one with exactly that name goes before. */
export function definitionNamed(data: Data, name: string): EntityDefinition | undefined {
  const exact = data.definitions.get(name)

  if (exact) return exact

  const [like] = data.definitions.group('foldedName', foldCase(name)).keys()

  return like === undefined ? undefined : data.definitions.get(like)
}

/** Says that there is none with that name, and which one may be meant. */
export function noDefinition(data: Data, name: string): string {
  const all = Array.from(data.definitions.all(), (definition) => definition.name)

  return `There is no definition "${name.slice(0, 100)}". ${suggestion(name, all)}`.trimEnd()
}

/** The option list with a name that a client gave, in the same way. */
export function optionListNamed(data: Data, name: string): OptionList | undefined {
  const exact = data.optionLists.get(name)

  if (exact) return exact

  const [like] = data.optionLists.group('foldedName', foldCase(name)).keys()

  return like === undefined ? undefined : data.optionLists.get(like)
}
