import { entityResource } from '../../api/entities/entity-reply.ts'
import { loadAll, type EntityResource } from '../../api/entities/entity-schema.ts'
import type { Links } from '../../http/replies/links.ts'
import { freshValue } from '../../../data/model/copy/new-value.ts'
import { compiledDefinitionOf } from '../../../data/model/definitions/compiled-definition.ts'
import type { Entity } from '../../../data/model/entities/entity.ts'
import type { Data } from '../../../data/model/data-tables.ts'
import { entitySchemaName } from './definition-schemas.ts'
import type { OpenApiDocument, Operation } from './openapi.ts'
import { uniqueValueKey } from '../../../data/model/entities/properties.ts'
import type { Json } from '../../../data/model/shared/json.ts'
import type { Sliced } from '../../../data/model/shared/slices.ts'

/**
 * Adds examples from the data of a sandbox: for each definition an entity in responses and in requests, and values for
 * path parameters.
 *
 * @param document with the schemas of the definitions (`addDefinitions()`)
 */
export function* addExamples(document: OpenApiDocument, data: Data, links: Links): Sliced<void> {
  const { schemas } = document.components
  let shown: { readonly entity: Entity; readonly isSystemOwned: boolean } | undefined

  for (const { name, is_system_owned: isSystemOwned } of data.definitions.all()) {
    const [id] = data.entities.group('definition', name).keys()
    const entity = id === undefined ? undefined : data.entities.get(id)

    if (!entity) continue
    if (!shown || (shown.isSystemOwned && !isSystemOwned)) shown = { entity, isSystemOwned }

    const [output, input] = [entitySchemaName(name, 'output'), entitySchemaName(name, 'input')]
    const resource = resourceOf(entity, data, links)

    schemas[output] = { ...schemas[output], examples: [resource] }
    schemas[input] = { ...schemas[input], examples: [inputOf(resource, entity, data)] }
    yield
  }

  if (shown) addToPaths(document.paths, shown.entity, data, links)
}

function resourceOf(entity: Entity, data: Data, links: Links): EntityResource {
  return entityResource(entity, { data, links, loading: loadAll })
}

/** The body that creates another entity with the same properties, except that unique ones have values that are free. */
function inputOf(
  { entitydefinition, properties }: EntityResource,
  { definition }: Entity,
  data: Data,
): object {
  const compiled = compiledDefinitionOf(data, definition)
  const given = Object.entries(properties).map(([name, value]) => {
    const property = compiled.properties.get(name)

    if (!property?.is_unique) return [name, value] as const

    const isTaken = (other: Json) =>
      data.entities.find('propertyValue', uniqueValueKey(definition, name, other)) !== undefined

    return [name, freshValue(data, property, value, isTaken)] as const
  })
  const present = given.filter(([, value]) => value !== null && value !== undefined)

  return { entitydefinition, properties: Object.fromEntries(present) }
}

const entityPaths = /^\/api\/entities(\/\{id\}|\/identifier\/\{identifier\})?$/

/** Adds examples of path parameters, and of the bodies of operations that accept an entity. */
function addToPaths(paths: OpenApiDocument['paths'], entity: Entity, data: Data, links: Links): void {
  const [list] = data.optionLists.all()
  const body = inputOf(resourceOf(entity, data, links), entity, data)
  const values: readonly (readonly [RegExp, string | number | undefined])[] = [
    [/^\/api\/entities\/\{id\}/, entity.id],
    [/^\/api\/entities\/identifier\/\{identifier\}/, entity.identifier],
    [/^\/api\/entitydefinitions\/\{name\}/, entity.definition],
    [/^\/api\/datasources\/\{name\}/, list?.name],
  ]

  for (const [path, item] of Object.entries(paths)) {
    const example = values.find(([pattern]) => pattern.test(path))?.[1]

    for (const operation of Object.values(item)) {
      const [first] = operation.parameters

      if (example !== undefined && first && 'in' in first) first.example = example
      if (entityPaths.test(path)) addBodyExample(operation, body)
    }
  }
}

function addBodyExample({ requestBody }: Operation, example: unknown): void {
  const json = requestBody?.content['application/json']

  if (json) json.example = example
}
