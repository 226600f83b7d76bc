import { entityResource } from '../../api/entities/entity-resource.ts'
import type { EntityResource } from '../../api/entities/entity-schema.ts'
import { loadAll } from '../../api/entities/loading.ts'
import type { Links } from '../../http/replies/links.ts'
import { compiledDefinitionOf } from '../../../data/model/definitions/compiled-definition.ts'
import type { Entity } from '../../../data/model/entities/entity.ts'
import type { Data } from '../../../data/model/tables.ts'
import { entitySchemaName } from './definition-schemas.ts'
import type { OpenApiDocument, Operation } from './openapi.ts'
import type { PropertyMember } from '../../../data/model/definitions/definition.ts'
import { uniqueValueKey } from '../../../data/model/entities/properties.ts'
import { checkValue } from '../../../data/model/entities/property-values.ts'
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

    return [name, property?.is_unique ? freeValue(value, property, definition, data) : value] as const
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

/** Adds an example of the body to an operation that has one. */
export function addBodyExample({ requestBody }: Operation, example: unknown): void {
  const json = requestBody?.content['application/json']

  if (json) json.example = example
}

/** A valid value of a unique property that no entity has, similar to the given one; undefined if none is found. */
function freeValue(value: Json, property: PropertyMember, definition: string, data: Data): Json | undefined {
  for (const candidate of valuesLike(value)) {
    const key = uniqueValueKey(definition, property.name, candidate)

    if (!data.entities.find('propertyValue', key) && 'value' in checkValue(data, property, candidate)) {
      return candidate
    }
  }

  return undefined
}

const maxCandidates = 1000

function* valuesLike(value: Json): Generator<Json> {
  if (typeof value === 'string') yield `${value}-2`

  let next = value

  for (let number = 0; number < maxCandidates; number++) {
    if (typeof next === 'number') yield (next += 1)
    else if (typeof next === 'string') yield (next = textAfter(next))
    else return
  }
}

const alphabets = ['0123456789', 'abcdefghijklmnopqrstuvwxyz', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ']

/** Counts up the digits and letters of a text, so that what an expression requires of them still holds: `Z-19`, `Z-20`. */
function textAfter(text: string): string {
  const characters = Array.from(text)

  for (let index = characters.length - 1; index >= 0; index--) {
    const character = characters[index] ?? ''
    const alphabet = alphabets.find((each) => each.includes(character))

    if (alphabet === undefined) continue

    const next = alphabet[alphabet.indexOf(character) + 1]

    characters[index] = next ?? alphabet.charAt(0)
    if (next !== undefined) break
  }

  return characters.join('')
}
