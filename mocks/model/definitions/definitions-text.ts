import type { Data } from '../tables.ts'
import {
  compileDefinition,
  endName,
  type CompiledDefinition,
  type RelationEnd,
} from './compiled-definition.ts'
import type { PropertyMember, PropertyType } from './definition.ts'
import { identifiersOf } from './option-list.ts'

/** The definitions and option lists of a sandbox as types of TypeScript, which fill in `typed-definitions.ts`. */
export function definitionsText(data: Data): string {
  const lists = Array.from(
    data.optionLists.all(),
    ({ name, values }) => `    ${quoted(name)}: ${unionOf(identifiersOf(values))}`,
  )
  const definitions = Array.from(data.definitions.all(), (definition) =>
    [
      ...comment(definition.labels['en-US'], definition.name, '    '),
      `    ${quoted(definition.name)}: {`,
      ...membersOf(compileDefinition(definition), data),
      '    }',
    ].join('\n'),
  )

  return [
    '// The definitions of a sandbox: made by "entity-sandbox types".',
    "import type { ByCulture, Json, OptionOf } from 'entity-sandbox/client'",
    '',
    "declare module 'entity-sandbox/client' {",
    '  interface OptionLists {',
    ...lists,
    '  }',
    '  interface Definitions {',
    ...definitions,
    '  }',
    '}',
    '',
    '// What the module above is written with may be in no definition.',
    'export type { ByCulture, Json, OptionOf }',
    '',
  ].join('\n')
}

function membersOf({ properties, relations }: CompiledDefinition, data: Data): string[] {
  return [
    '      properties: {',
    ...[...properties.values()].flatMap((property) => [
      ...comment(property.labels['en-US'], property.name, '        '),
      `        ${quoted(property.name)}: ${propertyType(property, data)}`,
    ]),
    '      }',
    '      relations: {',
    ...[...relations].map(([name, ends]) => `        ${quoted(name)}: ${endsType(ends)}`),
    '      }',
  ]
}

const types: Readonly<Record<PropertyType, string>> = {
  String: 'string',
  Boolean: 'boolean',
  Integer: 'number',
  Long: 'number',
  Decimal: 'number',
  DateTime: 'string',
  DateTimeOffset: 'string',
  Json: 'Json',
}

/** As answers have it. What is mandatory has a value, in the cultures that it is given in. */
function propertyType(property: PropertyMember, data: Data): string {
  const { type, datasource, is_mandatory, is_multivalue, is_multilanguage } = property
  const one = datasource && data.optionLists.get(datasource) ? `OptionOf<${quoted(datasource)}>` : types[type]
  const value = is_multivalue ? `${one}[]` : one

  if (is_multilanguage) return `ByCulture<${value} | null>`

  return is_mandatory ? value : `${value} | null`
}

function endsType(ends: readonly RelationEnd[]): string {
  return unionOf(ends.map(endName))
}

function unionOf(texts: readonly string[]): string {
  return texts.map(quoted).join(' | ') || 'never'
}

function quoted(text: string): string {
  return JSON.stringify(text)
}

function comment(label: string | undefined, name: string, indent: string): string[] {
  return label === undefined || label === name ? [] : [`${indent}/** ${label.replace(/[\s*]+/g, ' ')} */`]
}
