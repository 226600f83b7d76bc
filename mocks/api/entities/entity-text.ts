import type { CompiledDefinition } from '../../model/definitions/compiled-definition.ts'
import type { EntityDefinition, PropertyMember } from '../../model/definitions/definition.ts'
import { compiledDefinition } from '../../model/entities/compiled-definition-of.ts'
import type { Entity } from '../../model/entities/entity.ts'
import { relatedIds } from '../../model/relations/relations.ts'
import type { Data } from '../../model/tables.ts'
import { Links } from '../../http/replies/links.ts'
import { publicLinkDefinition } from '../../model/files/public-links.ts'
import { renditionSetting } from '../../model/files/rendition-sizes.ts'
import { entityResource, isRoot } from './entity-resource.ts'
import { loadAll, type LoadOptions } from './loading.ts'
import { propertyValue, valueByCulture } from './property-resource.ts'
import { pathResource, relatedPathsResource } from './related-paths.ts'

/**
 * The JSON of an entity resource where the request asks for nothing in particular: that of `entityResource()`, byte for
 * byte, in a third of the time. What the resources of a definition have in common is put into text once, and the rest
 * filled in.
 */
export function entityText(entity: Entity, data: Data, links: Links): string {
  const compiled = compiledDefinition(data, entity.definition)
  const template = fits(entity, compiled, data) ? templateFor(compiled, entity, data) : undefined

  return template ? template.fill(entity, data, links) : plainText(entity, data, links)
}

function plainText(entity: Entity, data: Data, links: Links): string {
  return JSON.stringify(entityResource(entity, { data, links, loading: loadAll }))
}

/** Whether an entity has the members that all of its definition have, and its relations as links. */
function fits({ id, definition }: Entity, { relations }: CompiledDefinition, data: Data): boolean {
  const hasNested = Array.from(relations.values()).some((ends) => ends.some(({ member }) => member.is_nested))

  // A file brings renditions of its own.
  return !hasNested && definition !== publicLinkDefinition && !data.files.has(id)
}

interface Template {
  readonly optionLists: Data['optionLists']
  readonly renditions: Entity | undefined
  fill(entity: Entity, data: Data, links: Links): string
}

const templates = new WeakMap<EntityDefinition, Template | 'none'>()

/** The template of a definition; undefined where filling one in would not give the same text. */
function templateFor(compiled: CompiledDefinition, example: Entity, data: Data): Template | undefined {
  const { definition } = compiled
  const known = templates.get(definition)

  if (known === 'none') return undefined
  if (known?.optionLists === data.optionLists && known.renditions === renditionSetting(data)) return known

  const made = templateOf(compiled, data)
  const links = new Links('')
  const isSame = made.fill(example, data, links) === plainText(example, data, links)

  templates.set(definition, isSame ? made : 'none')

  return isSame ? made : undefined
}

/** Placeholders for an entity's numbers, improbable in any response. */
const places = { id: 7_700_000_000_000_001, version: 7_700_000_000_000_002, by: 7_700_000_000_000_003 }

/** An entity whose values can be found again in its text, to fill in others. */
function exampleOf(definition: string): Entity {
  return {
    id: places.id,
    identifier: '@identifier',
    definition,
    cultures: ['@cultures'],
    properties: {},
    relations: {},
    uniqueValues: [],
    version: places.version,
    createdOn: '@created',
    createdBy: places.by,
    modifiedOn: '@modified',
    modifiedBy: places.by + 1,
  }
}

function templateOf(compiled: CompiledDefinition, data: Data): Template {
  const properties = propertiesWriter(compiled, data)
  const holes: Readonly<Record<string, (entity: Entity, data: Data, links: Links) => string>> = {
    '@base': (_, __, { base }) => JSON.stringify(base).slice(1, -1),
    [places.id]: ({ id }) => String(id),
    [places.version]: ({ version }) => String(version),
    [places.by]: ({ createdBy }) => String(createdBy),
    [places.by + 1]: ({ modifiedBy }) => String(modifiedBy),
    '"@identifier"': ({ identifier }) => JSON.stringify(identifier),
    '["@cultures"]': ({ cultures }) => JSON.stringify(cultures),
    '"@created"': ({ createdOn }) => JSON.stringify(createdOn),
    '"@modified"': ({ modifiedOn }) => JSON.stringify(modifiedOn),
    '"properties":{}': (entity) => `"properties":{${properties(entity)}}`,
    '"@related_paths"': (entity, data, links) => JSON.stringify(relatedPathsResource(data, links, entity)),
    '"@path"': (entity, data, links) => JSON.stringify(pathResource(data, links, entity)),
    // False of the example means false of every entity of its definition.
    '"is_root_taxonomy_item":true': (entity) =>
      `"is_root_taxonomy_item":${isRoot('taxonomy', entity, compiled)}`,
    '"is_path_root":true': (entity) => `"is_path_root":${isRoot('path', entity, compiled)}`,
    '"HasPublicLink":false': (entity) =>
      `"HasPublicLink":${relatedIds(entity, 'AssetToPublicLink', 'children').length > 0}`,
  }
  const loading: LoadOptions = { ...loadAll, hasMember: (_, kind) => kind === 'relation' }
  const example = exampleOf(compiled.definition.name)
  const resource = entityResource(example, { data, links: new Links('@base'), loading })
  const text = JSON.stringify({
    ...resource,
    related_paths: '@related_paths',
    ...('path' in resource ? { path: '@path' } : {}),
  })
  const names = Object.keys(holes)
  const fillers = Object.values(holes)
  // split() with a capture group: every second part is a placeholder.
  const parts = text.split(new RegExp(`(${names.map(escaped).join('|')})`))
  const order = parts.filter((_, index) => index % 2 === 1).map((hole) => names.indexOf(hole))
  const fixed = parts.filter((_, index) => index % 2 === 0)
  const [start = '', ...rest] = fixed

  return {
    optionLists: data.optionLists,
    renditions: renditionSetting(data),
    fill(entity, current, links) {
      const values = fillers.map((filler) => filler(entity, current, links))
      let filled = start

      for (let index = 0; index < order.length; index++) {
        filled += values[order[index] ?? 0] ?? ''
        filled += rest[index] ?? ''
      }

      return filled
    },
  }
}

/** Writes the members of `properties`. */
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
      const value = Object.hasOwn(values, name) ? (values[name] ?? null) : null

      text += value === null && !isMultiLanguage ? `${start}null` : start + write(value)
    }

    return text
  }
}

type Value = Parameters<typeof propertyValue>[2]

function valueWriter(property: PropertyMember, data: Data): (value: Value) => string {
  if (property.is_multilanguage) {
    return (value) => JSON.stringify(valueByCulture(data, property, value, loadAll.cultures))
  }
  if (!property.datasource) return (value) => JSON.stringify(value)

  const options = new Map<string, string>()

  return (value) => {
    const known = typeof value === 'string' ? options.get(value) : undefined

    if (known !== undefined) return known

    const text = JSON.stringify(propertyValue(data, property, value))

    if (typeof value === 'string') options.set(value, text)

    return text
  }
}

function escaped(text: string): string {
  return text.replace(/[.+?^${}()|[\]\\*]/g, String.raw`\$&`)
}
