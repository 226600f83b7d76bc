import { membersOf } from '../../model/definitions/compiled-definition.ts'
import type { OptionList, OptionValue } from '../../model/definitions/option-list.ts'
import { findOption } from '../../model/entities/property-values.ts'
import { isObject, type Json } from '../../model/shared/json.ts'
import type { DataDraft } from '../../model/tables.ts'
import { readableOption } from '../option-lists.ts'
import type { ImportNotes } from '../summary.ts'
import type { Identities } from './identities.ts'
import { isOptionValue } from './inferred-property.ts'

/** Adds to option lists the options that entities have and the lists do not. */
export function extendLists(draft: DataDraft, identities: Identities, notes: ImportNotes): void {
  for (const { definition: name, properties } of identities.all.flatMap(({ accounts }) => accounts)) {
    const definition = draft.definitions.get(name)

    for (const member of definition ? membersOf(definition) : []) {
      const value = Object.hasOwn(properties, member.name) ? properties[member.name] : undefined

      if (member.type === 'Relation' || !member.datasource || value === undefined) continue
      for (const option of optionsIn(value)) add(draft, member.datasource, option, notes)
    }
  }
}

function add(draft: DataDraft, listName: string, option: OptionValue, notes: ImportNotes): void {
  const list: OptionList = draft.optionLists.get(listName) ?? {
    name: listName,
    labels: {},
    type: 'Flat',
    is_system_owned: false,
    values: [],
  }

  if (findOption(list.values, option.identifier)) return
  draft.optionLists.put({ ...list, values: [...list.values, option] })
  notes.changed(`The option list "${listName}" gets options that entities have beyond it.`, option.identifier)
}

/** An option as answers hold it, or its identifier alone; several, or by culture. */
function optionsIn(value: Json): OptionValue[] {
  if (typeof value === 'string' && value !== '') return [{ identifier: value, labels: {} }]
  if (Array.isArray(value)) return value.flatMap(optionsIn)
  if (isOptionValue(value))
    return readableOption({ identifier: value.identifier, labels: value.labels ?? null })

  return isObject(value) ? Object.values(value).flatMap(optionsIn) : []
}
