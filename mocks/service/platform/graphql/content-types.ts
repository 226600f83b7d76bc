import { compileDefinition } from '../../../data/model/definitions/compiled-definition.ts'
import type { Entity } from '../../../data/model/entities/entity.ts'
import { entitiesWithIds } from '../../../data/model/entities/references.ts'
import { relatedIds } from '../../../data/model/relations/relations.ts'
import type { Data } from '../../../data/model/tables.ts'

const contentDefinition = 'M.Content'
const contentTypeDefinition = 'M.ContentType'

/** An entity of `M.ContentType`, which is the type of the entities of `M.Content` that are related to it. */
interface ContentType {
  readonly id: number
  /** The last part of its identifier: `Blog` of `M.ContentType.Blog`. */
  readonly name: string
}

/** The definition whose entities have content types. */
export interface ContentTypes {
  readonly definition: string
  /** The relation to their types, which are its parents. */
  readonly relation: string
  readonly types: readonly ContentType[]
}

/** The content types of a sandbox; undefined if it has no content with types. */
export function contentTypesOf(data: Data): ContentTypes | undefined {
  const definition = data.definitions.get(contentDefinition)
  const end =
    definition &&
    compileDefinition(definition).ends.find(
      ({ side, member }) =>
        side === 'parents' && member.associated_entitydefinition === contentTypeDefinition,
    )

  if (!end) return undefined

  const entities = entitiesWithIds(data, data.entities.group('definition', contentTypeDefinition).keys())

  return {
    definition: contentDefinition,
    relation: end.member.name,
    types: entities.map(({ id, identifier }) => ({ id, name: identifier.split('.').at(-1) || identifier })),
  }
}

/** The id of an entity's content type. */
export function contentTypeOf(entity: Entity, { relation }: ContentTypes): number | undefined {
  return relatedIds(entity, relation, 'parents')[0]
}
