import { Ajv2020 } from 'ajv/dist/2020.js'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  Condition,
  EntityDefinition,
  MemberGroup,
  PropertyMember,
  RelationMember,
} from '../../mocks/data/model/definitions/definition.ts'
import { createSandbox } from '../../mocks/index.ts'
import { root } from '../command.ts'
import { definitionsSchema } from '../definitions-schema.ts'
import { blocksOf } from './blocks.ts'

const page = 'docs/definitions.md'
const validate = new Ajv2020({ strict: false }).compile(definitionsSchema())
const files = blocksOf(page)
  .filter(({ language }) => language === 'json')
  .map(({ code }) => code)

test('definitions.md names every field of definitions, groups, members and conditions', () => {
  const text = readFileSync(join(root, page), 'utf8')
  const schemas = [EntityDefinition, MemberGroup, PropertyMember, RelationMember, Condition.in]
  const fields = schemas.flatMap(({ shape }) => Object.keys(shape))

  expect(fields.filter((name) => !text.includes(`\`${name}\``))).toEqual([])
})

test.each(files)('file %$ of definitions.md is valid by the schema, and a sandbox loads it', async (code) => {
  const data = JSON.parse(code)

  validate(data)
  expect(validate.errors).toBeNull()

  await using sandbox = await createSandbox({ data: { ...data, entities: data.entities ?? [] } })

  expect((await sandbox.fetch('/api/entitydefinitions/Shelf')).status).toBe(200)
})

test('the schema says of a member with a mistake only what is wrong by its type', () => {
  const errorsOf = (member: object) => {
    validate({ definitions: [{ name: 'Book', member_groups: [{ name: 'Main', members: [member] }] }] })

    return (validate.errors ?? []).map(({ instancePath, keyword }) => [
      instancePath.split('/').at(-1),
      keyword,
    ])
  }
  const [typo, type] = [
    { type: 'String', name: 'T', mandatory: true },
    { type: 'Text', name: 'T' },
  ]

  expect(errorsOf(typo)).toContainEqual(['0', 'additionalProperties'])
  expect(errorsOf(type)).toContainEqual(['type', 'enum'])
  expect([...errorsOf(typo), ...errorsOf(type)].flat()).not.toContain('required')
  expect(errorsOf({ type: 'Relation', name: 'R' })).toContainEqual(['0', 'required'])
})

test('the schema rejects misspelt fields, types that do not exist and members without a name', () => {
  const withMember = (member: object) => ({
    definitions: [{ name: 'Book', member_groups: [{ name: 'Main', members: [member] }] }],
  })

  expect(validate(withMember({ type: 'String', name: 'Title' }))).toBe(true)
  expect(validate(withMember({ type: 'String', name: 'Title', mandatory: true }))).toBe(false)
  expect(validate(withMember({ type: 'Text', name: 'Title' }))).toBe(false)
  expect(validate(withMember({ type: 'String' }))).toBe(false)
})

test('editors can suggest every type of a member, whichever it has, and describe its fields as the page does', () => {
  const texts = JSON.stringify(definitionsSchema())
  const types = '"Boolean","Integer","Long","Decimal","DateTime","DateTimeOffset","Json","Relation"]}},"if":'

  expect(texts).toContain(types)
  expect(texts).toContain('"description":"an entity without a value is rejected"')
  expect(texts).toContain('"description":"which end this definition is: Parent or Child; required"')
  expect(texts).toContain('"description":"the title of an entity, with names of members in braces"')
})
