import { expect, test } from 'vitest'
import { cardinalities, EntityDefinition, propertyTypes, roles } from '../../model/definitions/definition.ts'
import { relationsOf } from '../../model/definitions/compiled-definition.ts'
import { definitions, builtInOptionLists } from './domain.ts'

const members = definitions.flatMap(({ member_groups }) => member_groups.flatMap((group) => group.members))
const properties = members.filter((member) => member.type !== 'Relation')
const relations = members.filter((member) => member.type === 'Relation')

test('domain: definitions are valid, with ids and names of their own', () => {
  for (const definition of definitions) expect(EntityDefinition.parse(definition)).toEqual(definition)
  expect(new Set(definitions.map(({ id }) => id)).size).toBe(definitions.length)
  expect(new Set(definitions.map(({ name }) => name)).size).toBe(definitions.length)
})

test('domain: every property type, cardinality and role occurs', () => {
  expect(new Set(properties.map(({ type }) => type))).toEqual(new Set(propertyTypes))
  expect(new Set(relations.map(({ cardinality }) => cardinality))).toEqual(new Set(cardinalities))
  expect(new Set(relations.map(({ role }) => role))).toEqual(new Set(roles))
})

test.each([
  ['properties', properties],
  ['relations', relations],
  ['groups', definitions.flatMap(({ member_groups }) => member_groups)],
  ['definitions', definitions],
])('domain: every flag of %s occurs, both set and not set', (_, things: object[]) => {
  const flags = new Set(
    things.flatMap((thing) =>
      Object.entries(thing).flatMap(([name, value]) => (typeof value === 'boolean' ? [name] : [])),
    ),
  )

  // Relations of the built-in domain are links in responses, as the interface has them: none is nested by itself.
  flags.delete('is_nested')
  const oneSided = [...flags].filter(
    (flag) => new Set(things.map((thing) => new Map(Object.entries(thing)).get(flag))).size < 2,
  )
  expect(oneSided).toEqual([])
})

test('domain: flat and hierarchical option lists occur, and every list that is named is there', () => {
  const names = new Set(properties.flatMap(({ datasource }) => datasource ?? []))

  expect(new Set(builtInOptionLists.map(({ type }) => type))).toEqual(new Set(['Flat', 'Hierarchical']))
  expect(new Set(builtInOptionLists.map(({ name }) => name))).toEqual(names)
})

test('domain: a relation is a member of both definitions, of one twice when it is a self relation', () => {
  const ends = definitions.flatMap((definition) =>
    relationsOf(definition).map(({ name, role, cardinality, associated_entitydefinition: other }) => ({
      name,
      role,
      cardinality,
      one: definition.name,
      other,
    })),
  )

  for (const { name, role, cardinality, one, other } of ends) {
    const opposite = {
      name,
      role: role === 'Parent' ? 'Child' : 'Parent',
      cardinality,
      one: other,
      other: one,
    }
    expect(ends.filter((end) => end.name === name)).toHaveLength(2)
    expect(ends).toContainEqual(opposite)
  }
  expect(ends.filter(({ one, other }) => one === other).map(({ name }) => name)).toContain(
    'CategoryToCategory',
  )
})

test('domain: the definitions the system owns refer to one another only', () => {
  const owned = definitions.filter(({ is_system_owned }) => is_system_owned)

  expect(owned.map(({ name }) => name)).toEqual([
    'User',
    'UserGroup',
    'M.SettingCategory',
    'M.Setting',
    'M.CopyProfile',
    'M.Job',
  ])
  for (const relation of owned.flatMap(relationsOf)) {
    expect(owned.map(({ name }) => name)).toContain(relation.associated_entitydefinition)
  }
})

test('domain: labels are there in three cultures', () => {
  const labels = [...definitions, ...members, ...builtInOptionLists].map((thing) => thing.labels)

  for (const label of labels) expect(Object.keys(label)).toEqual(['en-US', 'nl-NL', 'de-DE'])
})
