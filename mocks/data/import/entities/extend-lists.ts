import { membersOf } from '../../model/definitions/compiled-definition.ts'
import type { OptionList, OptionValue } from '../../model/definitions/option-list.ts'
import { findOption } from '../../model/entities/property-values.ts'
import { isObject, type Json } from '../../model/shared/json.ts'
import type { Sliced } from '../../model/shared/slices.ts'
import type { DataDraft } from '../../model/tables.ts'
import { readableOption } from '../option-lists.ts'
import type { ImportNotes } from '../summary.ts'
import type { Identities } from './identities.ts'

/** Adds options that entities use to option lists that lack them. */
export function* extendLists(draft: DataDraft, identities: Identities, notes: ImportNotes): Sliced<void> {
  const added = new Map<string, Map<string, OptionValue>>()

  for (const { definition: name, properties } of identities.all.flatMap(({ records }) => records)) {
    const definition = draft.definitions.get(name)

    for (const member of definition ? membersOf(definition) : []) {
      const value = Object.hasOwn(properties, member.name) ? properties[member.name] : undefined

      if (member.type === 'Relation' || !member.datasource || value === undefined) continue
      const options = added.get(member.datasource) ?? new Map<string, OptionValue>()
      const known = draft.optionLists.get(member.datasource)?.values ?? []

      added.set(member.datasource, options)
      for (const option of usedOptions(value)) {
        if (!findOption(known, option.identifier) && !options.has(option.identifier)) {
          options.set(option.identifier, option)
        }
      }
    }
    yield
  }

  for (const [name, options] of added) add(draft, name, [...options.values()], notes)
}

function add(draft: DataDraft, name: string, options: readonly OptionValue[], notes: ImportNotes): void {
  const list: OptionList = draft.optionLists.get(name) ?? {
    name,
    labels: {},
    type: 'Flat',
    is_system_owned: false,
    values: [],
  }

  if (options.length === 0) return
  draft.optionLists.put({ ...list, values: [...list.values, ...options] })
  for (const { identifier } of options) {
    notes.changed(`Options that entities use were added to the option list "${name}".`, identifier)
  }
}

/** The options of a value: objects as in responses, or identifiers; possibly in a list, or by culture. */
function usedOptions(value: Json): OptionValue[] {
  if (typeof value === 'string' && value !== '') return [{ identifier: value, labels: {} }]
  if (Array.isArray(value)) return value.flatMap(usedOptions)
  if (!isObject(value)) return []
  const { identifier, labels = null } = value

  return identifier === undefined
    ? Object.values(value).flatMap(usedOptions)
    : readableOption({ identifier, labels })
}
