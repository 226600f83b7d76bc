import type { CompiledDefinition } from '../../model/definitions/compiled-definition.ts'
import type { EntityDefinition, PropertyMember } from '../../model/definitions/definition.ts'
import { compiledDefinitionOf } from '../../model/entities/compiled-definition-of.ts'
import type { Entity } from '../../model/entities/entity.ts'
import { relatedIds } from '../../model/relations/relations.ts'
import { ownValue, type Json } from '../../model/shared/json.ts'
import type { Data } from '../../model/tables.ts'
import { Links } from '../../http/replies/links.ts'
import { publicLinkDefinition } from '../../model/files/public-links.ts'
import { renditionSetting } from '../../model/files/rendition-sizes.ts'
import { entityResource, isRoot } from './entity-resource.ts'
import { loadAll, type LoadOptions } from './loading.ts'
import { propertyValue, valueByCulture } from './property-resource.ts'
import { pathResource, relatedPathsResource } from './related-paths.ts'

/**
 * The JSON of an entity resource for a request without options: that of `entityResource()`, byte for
 * byte, in a third of the time. What the resources of a definition have in common is serialized once, as a template.
 */
export function entityText(entity: Entity, data: Data, links: Links): string {
  const compiled = compiledDefinitionOf(data, entity.definition)
  const template = followsTemplate(entity, compiled, data)
    ? verifiedTemplate(compiled, entity, data)
    : undefined

  return template ? template.fill(entity, data, links) : serializedResource(entity, data, links)
}

function serializedResource(entity: Entity, data: Data, links: Links): string {
  return JSON.stringify(entityResource(entity, { data, links, loading: loadAll }))
}

/** Whether an entity has the same members as every entity of its definition, and its relations are links. */
function followsTemplate({ id, definition }: Entity, { relations }: CompiledDefinition, data: Data): boolean {
  const hasNested = Array.from(relations.values()).some((ends) => ends.some(({ member }) => member.is_nested))

  // A file has its own renditions.
  return !hasNested && definition !== publicLinkDefinition && !data.files.has(id)
}

interface Template {
  readonly renditionSetting: Entity | undefined
  fill(entity: Entity, data: Data, links: Links): string
}

/** By definition and option lists, because sandboxes with different option lists share definitions. */
const templates = new WeakMap<EntityDefinition, WeakMap<Data['optionLists'], Template | 'none'>>()

/**
 * The template of a definition; undefined if filling it in would produce another text than serializing. Checked with the
 * first entity; a definition that fails is not tried again with the same option lists.
 */
function verifiedTemplate(compiled: CompiledDefinition, sample: Entity, data: Data): Template | undefined {
  const { definition } = compiled
  const byOptionLists = templates.get(definition) ?? new WeakMap<Data['optionLists'], Template | 'none'>()
  const cached = byOptionLists.get(data.optionLists)

  if (cached === 'none') return undefined
  if (cached && cached.renditionSetting === renditionSetting(data)) return cached

  const template = buildTemplate(compiled, data)
  const links = new Links('')
  const isEqual = template.fill(sample, data, links) === serializedResource(sample, data, links)

  templates.set(definition, byOptionLists.set(data.optionLists, isEqual ? template : 'none'))

  return isEqual ? template : undefined
}

/** Numbers of the placeholder entity, which are unlikely to occur in a response. */
const placeholderIds = {
  id: 7_700_000_000_000_001,
  version: 7_700_000_000_000_002,
  by: 7_700_000_000_000_003,
}

/** An entity whose values serve as placeholders in its serialized resource. */
function placeholderEntity(definition: string): Entity {
  return {
    id: placeholderIds.id,
    identifier: '@identifier',
    definition,
    cultures: ['@cultures'],
    properties: {},
    relations: {},
    uniqueValues: [],
    version: placeholderIds.version,
    createdOn: '@created',
    createdBy: placeholderIds.by,
    modifiedOn: '@modified',
    modifiedBy: placeholderIds.by + 1,
  }
}

function buildTemplate(compiled: CompiledDefinition, data: Data): Template {
  const properties = propertiesWriter(compiled, data)
  const writers: Readonly<Record<string, (entity: Entity, data: Data, links: Links) => string>> = {
    '@base': (_, __, { base }) => JSON.stringify(base).slice(1, -1),
    [placeholderIds.id]: ({ id }) => String(id),
    [placeholderIds.version]: ({ version }) => String(version),
    [placeholderIds.by]: ({ createdBy }) => String(createdBy),
    [placeholderIds.by + 1]: ({ modifiedBy }) => String(modifiedBy),
    '"@identifier"': ({ identifier }) => JSON.stringify(identifier),
    '["@cultures"]': ({ cultures }) => JSON.stringify(cultures),
    '"@created"': ({ createdOn }) => JSON.stringify(createdOn),
    '"@modified"': ({ modifiedOn }) => JSON.stringify(modifiedOn),
    '"properties":{}': (entity) => `"properties":{${properties(entity)}}`,
    '"@related_paths"': (entity, data, links) => JSON.stringify(relatedPathsResource(data, links, entity)),
    '"@path"': (entity, data, links) => JSON.stringify(pathResource(data, links, entity)),
    // If false for the placeholder entity, it is false for every entity of its definition.
    '"is_root_taxonomy_item":true': (entity) =>
      `"is_root_taxonomy_item":${isRoot('taxonomy', entity, compiled)}`,
    '"is_path_root":true': (entity) => `"is_path_root":${isRoot('path', entity, compiled)}`,
    '"HasPublicLink":false': (entity) =>
      `"HasPublicLink":${relatedIds(entity, 'AssetToPublicLink', 'children').length > 0}`,
  }
  const loading: LoadOptions = { ...loadAll, hasMember: (_, kind) => kind === 'relation' }
  const entity = placeholderEntity(compiled.definition.name)
  const resource = entityResource(entity, { data, links: new Links('@base'), loading })
  const text = JSON.stringify({
    ...resource,
    related_paths: '@related_paths',
    ...('path' in resource ? { path: '@path' } : {}),
  })
  // split() with a capture group: every second part is a placeholder.
  const parts = text.split(new RegExp(`(${Object.keys(writers).map(escapeRegExp).join('|')})`))
  const placeholders = parts.filter((_, index) => index % 2 === 1)
  const usedWriters = Object.entries(writers).filter(([name]) => placeholders.includes(name))
  const order = placeholders.map((placeholder) => usedWriters.findIndex(([name]) => name === placeholder))
  const fixedParts = parts.filter((_, index) => index % 2 === 0)
  const [start = '', ...rest] = fixedParts

  return {
    renditionSetting: renditionSetting(data),
    fill(entity, current, links) {
      const values = usedWriters.map(([, write]) => write(entity, current, links))
      let filled = start

      for (let index = 0; index < order.length; index++) {
        filled += values[order[index] ?? 0] ?? ''
        filled += rest[index] ?? ''
      }

      return filled
    },
  }
}

/** Returns a function that serializes the members of `properties`. */
function propertiesWriter({ properties }: CompiledDefinition, data: Data): (entity: Entity) => string {
  const writers = Array.from(properties.values(), (property, index) => ({
    name: property.name,
    start: `${index > 0 ? ',' : ''}${JSON.stringify(property.name)}:`,
    isMultiLanguage: property.is_multilanguage,
    write: valueWriter(property, data),
  }))

  return ({ properties: values }) => {
    let text = ''

    for (const { name, start, isMultiLanguage, write } of writers) {
      const value = ownValue(values, name)

      text += value === null && !isMultiLanguage ? `${start}null` : start + write(value)
    }

    return text
  }
}

function valueWriter(property: PropertyMember, data: Data): (value: Json) => string {
  if (property.is_multilanguage) {
    return (value) => JSON.stringify(valueByCulture(data, property, value, loadAll.cultures))
  }
  if (!property.datasource) return (value) => JSON.stringify(value)

  const options = new Map<string, string>()

  return (value) => {
    const cached = typeof value === 'string' ? options.get(value) : undefined

    if (cached !== undefined) return cached

    const text = JSON.stringify(propertyValue(data, property, value))

    if (typeof value === 'string') options.set(value, text)

    return text
  }
}

function escapeRegExp(text: string): string {
  return text.replace(/[.+?^${}()|[\]\\*]/g, String.raw`\$&`)
}
