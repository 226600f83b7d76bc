import { entityResource } from '../../api/entities/entity-resource.ts'
import type { EntityResource } from '../../api/entities/entity-schema.ts'
import { loadAll } from '../../api/entities/loading.ts'
import type { Links } from '../../http/replies/links.ts'
import { compiledDefinitionOf } from '../../model/definitions/compiled-definition.ts'
import type { Entity } from '../../model/entities/entity.ts'
import type { Data } from '../../model/tables.ts'
import { entitySchemaName, withSchemas } from './definition-schemas.ts'
import type { JsonSchema } from './schemas.ts'
import type { OpenApiDocument } from './openapi.ts'
import type { PropertyMember } from '../../model/definitions/definition.ts'
import { uniqueValueKey } from '../../model/entities/properties.ts'
import { checkValue } from '../../model/entities/property-values.ts'
import type { Json } from '../../model/shared/json.ts'
import type { Sliced } from '../../model/shared/slices.ts'

/**
 * Adds examples from the data of a sandbox: for each definition an entity in responses and in requests, and values for
 * path parameters.
 *
 * @param document with the schemas of the definitions (`withDefinitions()`)
 */
export function* withExamples(document: OpenApiDocument, data: Data, links: Links): Sliced<OpenApiDocument> {
  const shown = Array.from(data.definitions.all()).flatMap(({ name, is_system_owned }) => {
    const [id] = data.entities.group('definition', name).keys()
    const entity = id === undefined ? undefined : data.entities.get(id)

    return entity ? [{ entity, isSystemOwned: is_system_owned }] : []
  })
  const { entity } = shown.find(({ isSystemOwned }) => !isSystemOwned) ?? shown[0] ?? {}
  const schemas: [string, JsonSchema][] = []

  for (const each of shown) {
    schemas.push(...schemaExamples(each.entity, data, links, document))
    yield
  }

  return {
    ...withSchemas(document, schemas),
    paths: entity
      ? pathsWith(document.paths, entity, {
          data,
          body: inputOf(resourceOf(entity, data, links), entity, data),
        })
      : document.paths,
  }
}

function schemaExamples(
  entity: Entity,
  data: Data,
  links: Links,
  { components: { schemas } }: OpenApiDocument,
): [string, JsonSchema][] {
  const resource = resourceOf(entity, data, links)
  const output = entitySchemaName(entity.definition, 'output')
  const input = entitySchemaName(entity.definition, 'input')

  return [
    [output, { ...schemas[output], examples: [resource] }],
    [input, { ...schemas[input], examples: [inputOf(resource, entity, data)] }],
  ]
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

/** Adds examples of path parameters and bodies. */
function pathsWith(
  paths: OpenApiDocument['paths'],
  entity: Entity,
  { data, body }: { data: Data; body: object },
): OpenApiDocument['paths'] {
  const [list] = data.optionLists.all()
  const values: readonly (readonly [RegExp, string | number | undefined])[] = [
    [/^\/api\/entities\/\{id\}/, entity.id],
    [/^\/api\/entities\/identifier\/\{identifier\}/, entity.identifier],
    [/^\/api\/entitydefinitions\/\{name\}/, entity.definition],
    [/^\/api\/datasources\/\{name\}/, list?.name],
  ]

  return Object.fromEntries(
    Object.entries(paths).map(([path, item]) => {
      const example = values.find(([pattern]) => pattern.test(path))?.[1]

      return [path, withEntityBody(path, example === undefined ? item : withParameter(item, example), body)]
    }),
  )
}

const entityPaths = /^\/api\/entities(\/\{id\}|\/identifier\/\{identifier\})?$/

/** Adds an example of the body to operations that accept an entity. */
function withEntityBody(path: string, { post, put, ...others }: PathItem, body: object): PathItem {
  const hasEntity = entityPaths.test(path)

  return {
    ...others,
    ...(post && { post: hasEntity ? withBody(post, body) : post }),
    ...(put && { put: hasEntity ? withBody(put, body) : put }),
  }
}

type PathItem = OpenApiDocument['paths'][string]

/** Adds an example to the first parameter of each operation. */
function withParameter(item: PathItem, example: string | number): PathItem {
  return Object.fromEntries(
    Object.entries(item).map(([method, operation]) => {
      const [first, ...others] = operation.parameters

      return [
        method,
        first && 'in' in first ? { ...operation, parameters: [{ ...first, example }, ...others] } : operation,
      ]
    }),
  )
}

/** Adds an example of the body to an operation. */
export function withBody(operation: PathItem[string], example: unknown): PathItem[string] {
  const { requestBody } = operation
  const json = requestBody?.content['application/json']

  if (!requestBody || !json) return operation
  const content = { ...requestBody.content, 'application/json': { ...json, example } }

  return { ...operation, requestBody: { ...requestBody, content } }
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
