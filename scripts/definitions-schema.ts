import { z } from 'zod'
import { DataFile, DefinitionInFile } from '../mocks/data/model/data-file/data-file.ts'
import {
  Member,
  MemberGroup,
  PropertyMember,
  propertyTypes,
  RelationMember,
} from '../mocks/data/model/definitions/definition.ts'

/** Of these, unknown fields are rejected, because they are misspelt. */
const closed = new Set<unknown>([DefinitionInFile, MemberGroup, PropertyMember, RelationMember])
const members = { $schema: true, seed: true, definitions: true, optionLists: true, entities: true } as const

/** The JSON Schema of a file of definitions, option lists and entities, to which the file's `$schema` refers editors. */
export function definitionsSchema(): object {
  return z.toJSONSchema(DataFile.pick(members), {
    io: 'input',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      if (closed.has(zodSchema)) jsonSchema.additionalProperties = false
      if (zodSchema !== Member) return

      // Of a union, editors would show what is wrong for every kind of member.
      const [property, relation] = jsonSchema.oneOf ?? []

      delete jsonSchema.oneOf
      Object.assign(jsonSchema, {
        if: { properties: { type: { const: 'Relation' } }, required: ['type'] },
        // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
        then: relation,
        else: {
          ...property,
          properties: { ...property?.properties, type: { enum: [...propertyTypes, 'Relation'] } },
        },
      })
    },
  })
}
