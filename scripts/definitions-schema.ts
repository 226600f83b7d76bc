import { z } from 'zod'
import { DataFile, DefinitionInFile } from '../mocks/data/model/data-file/data-file.ts'
import { MemberGroup, PropertyMember, RelationMember } from '../mocks/data/model/definitions/definition.ts'

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
    },
  })
}
