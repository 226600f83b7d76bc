import { expect, test } from 'vitest'
import { cardinalities, EntityDefinition, propertyTypes, roles } from '../../model/definitions/definition.ts'
import { relationsOf } from '../../model/definitions/compiled-definition.ts'
import { definitions, builtInOptionLists } from './domain.ts'
import { fixedEntities } from './fixed-entities.ts'

const members = definitions.flatMap(({ member_groups }) => member_groups.flatMap((group) => group.members))
const properties = members.filter((member) => member.type !== 'Relation')
const relations = members.filter((member) => member.type === 'Relation')

test('domain: definitions are valid, with unique ids and names', () => {
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
])('domain: every flag of %s occurs both set and unset', (_, records: object[]) => {
  const flags = new Set(
    records.flatMap((record) =>
      Object.entries(record).flatMap(([name, value]) => (typeof value === 'boolean' ? [name] : [])),
    ),
  )

  const constantFlags = [...flags].filter(
    (flag) => new Set(records.map((record) => new Map(Object.entries(record)).get(flag))).size < 2,
  )
  expect(constantFlags).toEqual([])
})

test('domain: there are flat and hierarchical option lists, exactly those that properties refer to', () => {
  const names = new Set(properties.flatMap(({ datasource }) => datasource ?? []))

  expect(new Set(builtInOptionLists.map(({ type }) => type))).toEqual(new Set(['Flat', 'Hierarchical']))
  expect(new Set(builtInOptionLists.map(({ name }) => name))).toEqual(names)
})

test('domain: a relation is a member of both definitions, a self-relation twice of one', () => {
  const ends = definitions.flatMap((definition) =>
    relationsOf(definition).map(({ name, role, cardinality, associated_entitydefinition: other }) => ({
      name,
      role,
      cardinality,
      definition: definition.name,
      other,
    })),
  )

  for (const { name, role, cardinality, definition, other } of ends) {
    const opposite = {
      name,
      role: role === 'Parent' ? 'Child' : 'Parent',
      cardinality,
      definition: other,
      other: definition,
    }
    expect(ends.filter((end) => end.name === name)).toHaveLength(2)
    expect(ends).toContainEqual(opposite)
  }
  expect(ends.filter(({ definition, other }) => definition === other).map(({ name }) => name)).toContain(
    'CategoryToCategory',
  )
})

test('domain: system-owned definitions are related only to each other', () => {
  const systemOwned = definitions.filter(({ is_system_owned }) => is_system_owned)

  expect(systemOwned.map(({ name }) => name)).toEqual([
    'User',
    'UserGroup',
    'M.SettingCategory',
    'M.Setting',
    'M.CopyProfile',
    'M.Job',
    'M.UserProfile',
    'M.UploadConfiguration',
    'M.Localization',
    'M.Action',
    'M.Trigger',
    'M.Script',
    'M.ScriptContent',
    'M.JobDescription',
    'M.Mailing.Template',
  ])
  for (const relation of systemOwned.flatMap(relationsOf)) {
    expect(systemOwned.map(({ name }) => name)).toContain(relation.associated_entitydefinition)
  }
})

test('domain: labels have three cultures', () => {
  const labels = [...definitions, ...members, ...builtInOptionLists].map((record) => record.labels)

  for (const label of labels) expect(Object.keys(label)).toEqual(['en-US', 'nl-NL', 'de-DE'])
})

test('domain: what programs contain as constants exists', () => {
  const ends = definitions.flatMap((definition) =>
    relationsOf(definition).map(({ name, role }) => `${definition.name} ${role} ${name}`),
  )
  const names = properties.map(({ name }) => name)
  const identifiers = new Map(fixedEntities.map(({ id, identifier }) => [identifier, id]))

  expect(
    ['Created', 'UnderReview', 'Approved'].map((name) => identifiers.get(`M.Final.LifeCycle.Status.${name}`)),
  ).toEqual([542, 543, 544])
  expect(ends).toEqual(
    expect.arrayContaining([
      'M.PCM.Product Parent PCMProductToAsset',
      'M.PCM.Product Parent PCMProductToMasterAsset',
      'M.PCM.ProductFamily Parent PCMProductFamilyToProduct',
      'M.PCM.ProductCategory Parent CategoryToProduct',
      'M.ContentType Parent ContentTypeToContent',
      'M.Content Parent ContentToMasterLinkedAsset',
      'M.Content Parent ContentToLinkedAsset',
      'M.Asset Parent FileHistory',
      'M.Asset Parent AssetToDiscussion',
      'M.Trigger Parent TriggerToAction',
      'M.Action Parent ActionToScript',
      'M.Script Parent ScriptToActiveScriptContent',
      'M.JobDescription Child JobToJobDescription',
    ]),
  )
  expect(names).toEqual(
    expect.arrayContaining([
      'ProductName',
      'ProductNumber',
      'ProductLabel',
      'ProductShortDescription',
      'ProductLongDescription',
      'Content.Name',
      'Content.PublicationDate',
      'Blog_Title',
      'Blog_Body',
      'Job.TargetCount',
      'Job.TargetsCompleted',
      'Job.Configuration',
      'M.Script.Name',
      'M.ScriptContent.CompileStatus',
      'M.Mailing.TemplateVariables',
    ]),
  )
  expect(identifiers.has('M.ContentType.Blog')).toBe(true)
  expect(identifiers.has('M.Setting.Hostname')).toBe(true)
})
