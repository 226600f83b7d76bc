import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { DataFile, DefinitionInFile } from '../mocks/data/model/data-file/data-file.ts'
import {
  Member,
  MemberGroup,
  PropertyMember,
  propertyTypes,
  RelationMember,
} from '../mocks/data/model/definitions/definition.ts'
import { root } from './command.ts'

/** Of these, unknown fields are rejected, because they are misspelt. */
const closed = new Set<unknown>([DefinitionInFile, MemberGroup, PropertyMember, RelationMember])
/** Below which headings docs/definitions.md describes their fields, for editors to show. */
const headings = new Map<unknown, string>([
  [DefinitionInFile, 'A definition'],
  [PropertyMember, 'A property'],
  [RelationMember, 'A relation'],
])
const members = { $schema: true, seed: true, definitions: true, optionLists: true, entities: true } as const

/** The JSON Schema of a file of definitions, option lists and entities, to which the file's `$schema` refers editors. */
export function definitionsSchema(): object {
  return z.toJSONSchema(DataFile.pick(members), {
    io: 'input',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      if (closed.has(zodSchema)) jsonSchema.additionalProperties = false
      describeFields(jsonSchema, headings.get(zodSchema))
      if (zodSchema !== Member) return

      // Of a union, editors would show what is wrong for every kind of member.
      const [property, relation] = jsonSchema.oneOf ?? []

      delete jsonSchema.oneOf
      Object.assign(jsonSchema, {
        // Here, editors suggest every type, and not only that of the condition.
        properties: { type: { enum: [...propertyTypes, 'Relation'] } },
        if: { properties: { type: { const: 'Relation' } }, required: ['type'] },
        // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
        then: relation,
        else: { ...property, properties: { ...property?.properties, type: true } },
      })
    },
  })
}

/** Adds to fields what the rows of the table below a heading say of them. */
function describeFields(
  { properties = {} }: z.core.JSONSchema.BaseSchema,
  heading: string | undefined,
): void {
  const page = readFileSync(join(root, 'docs/definitions.md'), 'utf8')
  const [table = ''] = page.split(`\n## ${heading}\n`)[1]?.split('\n## ') ?? []

  for (const [, names = '', text = ''] of table.matchAll(/^\| (`[^|]+`) \| ([^|]+) \|/gm)) {
    const description = text.replaceAll('`', '')

    for (const [, name = ''] of names.matchAll(/`(\w+)`/g)) {
      const field = properties[name]

      if (typeof field === 'object') properties[name] = { ...field, description }
    }
  }
}
