import { zodMessages } from '../model/shared/validation-messages.ts'
import { OptionList, type OptionValue } from '../model/definitions/definition.ts'
import { isObject, Labels, type Json } from '../model/shared/json.ts'
import { withoutNulls } from './definitions/readable-definition.ts'
import { withFixedUsers } from './entities/identities.ts'
import type { SourceRecord } from './sources/source-records.ts'
import type { ImportNotes } from './import-summary.ts'

const known = new Set([...Object.keys(OptionList.shape), 'self', 'id'])

/** Reads an option list of another system; its labels may be missing, and its values nested. */
export function externalOptionList(
  { value, place }: SourceRecord,
  notes: ImportNotes,
): OptionList | undefined {
  const list = withFixedUsers(withoutNulls(value, OptionList.shape))
  const given = optionsIn(list.values, () => notes.skipped('An option without an identifier.', place))
  const options = uniqueOptions(given, place, notes)
  const parsed = OptionList.safeParse(
    {
      ...list,
      labels: labelsIn(list.labels),
      type: options.some(({ values }) => (values?.length ?? 0) > 0) ? 'Hierarchical' : (list.type ?? 'Flat'),
      values: options,
    },
    { error: zodMessages },
  )

  for (const field of Object.keys(value)) {
    if (!known.has(field)) notes.skipped(`"${field}" is not a field of an option list.`, place)
  }
  if (parsed.success) return parsed.data
  notes.skipped(`This option list can't be read: ${parsed.error.issues[0]?.message}`, place)

  return undefined
}

/** The option as a list of one, its missing labels as `{}`; an empty list if it has no identifier. */
export function readableOption(option: Json, noteSkipped?: () => void): OptionValue[] {
  const { identifier, labels, values } = isObject(option) ? option : {}

  if (typeof identifier !== 'string' || identifier === '') {
    noteSkipped?.()

    return []
  }
  const below = optionsIn(values, noteSkipped)

  return [{ identifier, labels: labelsIn(labels), ...(below.length > 0 ? { values: below } : {}) }]
}

function optionsIn(values: Json | undefined, noteSkipped?: () => void): OptionValue[] {
  return Array.isArray(values) ? values.flatMap((option) => readableOption(option, noteSkipped)) : []
}

function labelsIn(labels: Json | undefined): Labels {
  const given = Object.entries(isObject(labels) ? labels : {}).filter(
    ([, label]) => typeof label === 'string',
  )
  const parsed = Labels.safeParse(Object.fromEntries(given))

  return parsed.success ? parsed.data : {}
}

/** Removes options whose identifier occurs before, at any depth. */
function uniqueOptions(
  options: readonly OptionValue[],
  place: string,
  notes: ImportNotes,
  seen = new Set<string>(),
): OptionValue[] {
  return options.flatMap(({ values, ...option }) => {
    if (seen.has(option.identifier)) {
      notes.skipped('An option that is in the list twice.', `${place} ${option.identifier}`)

      return []
    }
    seen.add(option.identifier)

    return [{ ...option, ...(values ? { values: uniqueOptions(values, place, notes, seen) } : {}) }]
  })
}
