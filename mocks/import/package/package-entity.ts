import {
  compileDefinition,
  type CompiledDefinition,
  relationKeyOf,
  sides,
} from '../../model/definitions/compiled-definition.ts'
import type { PropertyMember } from '../../model/definitions/definition.ts'
import type { Entity } from '../../model/entities/entity.ts'
import { isObject, type Json } from '../../model/shared/json.ts'
import type { Data } from '../../model/tables.ts'

/** An entity in the form of packages: the resource with identifiers instead of links. */
export function packageEntity(
  data: Data,
  entity: Entity,
  userLink: (id: number) => object | undefined,
): object {
  const definition = data.definitions.get(entity.definition)
  const compiled = definition && compileDefinition(definition)
  const none = { href: null }

  return {
    id: entity.id,
    identifier: entity.identifier,
    cultures: entity.cultures,
    properties: propertiesOf(entity, compiled),
    relations: relationsOf(data, entity, compiled),
    created_by: userLink(entity.createdBy),
    created_on: entity.createdOn,
    modified_by: userLink(entity.modifiedBy),
    modified_on: entity.modifiedOn,
    entitydefinition: { href: entity.definition },
    copy: none,
    permissions: none,
    lifecycle: none,
    saved_selections: none,
    roles: none,
    annotations: none,
    version: entity.version,
    self: { href: entity.identifier },
  }
}

function propertiesOf({ properties }: Entity, compiled: CompiledDefinition | undefined): object {
  const entries = Object.entries(properties).map(([name, value]) => {
    const property = compiled?.properties.get(name)

    return [name, property?.datasource ? optionReferences(value, property) : value]
  })

  return Object.fromEntries(entries)
}

/** The value with `{ "identifier": "main" }` for each option, in lists and by culture. */
function optionReferences(value: Json, { is_multilanguage }: PropertyMember): Json {
  if (Array.isArray(value)) return value.map((option) => ({ identifier: option }))
  if (!is_multilanguage || !isObject(value)) return { identifier: value }

  return Object.fromEntries(
    Object.entries(value).map(([culture, option]) => [
      culture,
      Array.isArray(option) ? option.map((one) => ({ identifier: one })) : { identifier: option },
    ]),
  )
}

function relationsOf(data: Data, { relations }: Entity, compiled: CompiledDefinition | undefined): object {
  const entries = Object.entries(relations).map(([name, ends]) => {
    const given = sides.flatMap((side) => {
      const links = ends[side]?.flatMap((id) => {
        const identifier = data.entities.get(id)?.identifier

        return identifier === undefined ? [] : [{ href: identifier }]
      })
      const isSingle =
        compiled?.relations.get(name)?.some((end) => end.side === side && end.isSingle) ?? false

      return links ? [[relationKeyOf({ side, isSingle }), isSingle ? links[0] : links] as const] : []
    })

    return [name, Object.fromEntries(given)] as const
  })

  return Object.fromEntries(entries)
}
