import { propertyMembersOf } from './compiled-definition.ts'
import { identifiersOf, type PropertyMember, type OptionList, type OptionValue } from './definition.ts'
import { ApiError, FailureList } from '../shared/errors.ts'
import { findOption } from '../entities/properties.ts'
import { isObject, type Json } from '../shared/json.ts'
import type { Data, DataDraft } from '../data-tables.ts'

/** @throws {InvalidRequest} when the name is taken, or an identifier occurs twice */
export function createOptionList(draft: DataDraft, list: OptionList): void {
  const failures = new FailureList()

  if (draft.optionLists.has(list.name))
    failures.add('name', `There is already an option list "${list.name}".`)
  checkIdentifiers(list.values, failures)
  failures.throwIfAny()
  draft.optionLists.put(list)
}

/** @throws {InvalidRequest} when it is renamed, or a value that entities use is missing */
export function replaceOptionList(draft: DataDraft, before: OptionList, after: OptionList): void {
  const failures = new FailureList()

  if (after.name !== before.name)
    failures.add('name', `An option list can't be renamed: it is "${before.name}".`)
  checkIdentifiers(after.values, failures)

  for (const identifier of identifiersOf(before.values)) {
    if (findOption(after.values, identifier)) continue
    const entity = findEntityWith(draft, before.name, identifier)

    if (entity !== undefined)
      failures.add('values', `"${identifier}" can't be removed: entity ${entity} has this value.`)
  }

  failures.throwIfAny()
  draft.optionLists.put(after)
}

/** @throws {ApiError} 409 while a definition uses it, or when it belongs to the system */
export function deleteOptionList(draft: DataDraft, list: OptionList): void {
  const [first] = propertiesWith(draft, list.name)

  if (first)
    throw new ApiError(
      409,
      `The property "${first.property.name}" of "${first.definition}" uses "${list.name}".`,
    )
  if (list.is_system_owned) throw new ApiError(409, `"${list.name}" belongs to the system.`)
  draft.optionLists.delete(list.name)
}

function checkIdentifiers(values: readonly OptionValue[], failures: FailureList): void {
  const seen = new Set<string>()

  for (const identifier of identifiersOf(values)) {
    if (seen.has(identifier)) failures.add('values', `The identifier "${identifier}" is in the list twice.`)
    seen.add(identifier)
  }
}

function propertiesWith(data: Data, list: string): { definition: string; property: PropertyMember }[] {
  return Array.from(data.definitions.all()).flatMap((definition) =>
    propertyMembersOf(definition)
      .filter((property) => property.datasource === list)
      .map((property) => ({ definition: definition.name, property })),
  )
}

/** The id of an entity that has the value. */
function findEntityWith(data: Data, list: string, identifier: string): number | undefined {
  for (const { definition, property } of propertiesWith(data, list)) {
    for (const id of data.entities.group('definition', definition).keys()) {
      if (includesOption(data.entities.get(id)?.properties[property.name], identifier)) return id
    }
  }

  return undefined
}

/** Whether a value is the option, or a list or multi-language value that includes it. */
function includesOption(value: Json | undefined, identifier: string): boolean {
  if (Array.isArray(value)) return value.some((item) => includesOption(item, identifier))
  if (isObject(value)) return Object.values(value).some((item) => includesOption(item, identifier))

  return value === identifier
}
