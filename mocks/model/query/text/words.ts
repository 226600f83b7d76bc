import { compileDefinition } from '../../definitions/compiled-definition.ts'
import type { PropertyMember } from '../../definitions/definition.ts'
import type { OptionList, OptionValue } from '../../definitions/option-list.ts'
import type { Entity } from '../../entities/entity.ts'
import { isObject, type Json } from '../../shared/json.ts'
import type { Data } from '../../tables.ts'

const asciiText = /^[\0-\x7f]*$/
const asciiWord = /[a-z0-9]{1,100}/g
const word = /[\p{L}\p{M}\p{N}]{1,100}/gu

/** The words of a text, in lower case: sequences of letters and digits. Very long ones are split. */
export function wordsIn(text: string): string[] {
  const lower = text.toLowerCase()

  // Most text is ASCII, which is split several times faster.
  return lower.match(asciiText.test(lower) ? asciiWord : word) ?? []
}

/** The texts for full-text search: text in every culture, options with their labels, and the identifier. */
export function searchedTexts(data: Data, entity: Entity): string[] {
  const definition = data.definitions.get(entity.definition)
  const properties = definition && compileDefinition(definition).properties

  return [
    entity.identifier,
    ...Object.entries(entity.properties).flatMap(([name, value]) => {
      const member = properties?.get(name)

      return member?.type === 'String' ? textsOf(data, member, value) : []
    }),
  ]
}

function textsOf(data: Data, member: PropertyMember, value: Json): string[] {
  const texts = stringsIn(value)
  const list = member.datasource ? data.optionLists.get(member.datasource) : undefined

  return list ? texts.flatMap((text) => [text, ...labelsOf(list, text)]) : texts
}

/** The strings of a value, which may be a list or multi-language. */
function stringsIn(value: Json): string[] {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value.flatMap(stringsIn)

  return isObject(value) ? Object.values(value).flatMap(stringsIn) : []
}

const labelsByList = new WeakMap<OptionList, Map<string, readonly string[]>>()

function labelsOf(list: OptionList, identifier: string): readonly string[] {
  const labels = labelsByList.get(list) ?? new Map(list.values.flatMap(labelEntries))

  labelsByList.set(list, labels)

  return labels.get(identifier) ?? []
}

function labelEntries({ identifier, labels, values = [] }: OptionValue): [string, readonly string[]][] {
  return [[identifier, Object.values(labels)], ...values.flatMap(labelEntries)]
}
