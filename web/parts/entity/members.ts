import { nameInLink } from '../../lib/page-addresses.ts'
import { labelOf } from '../../lib/format.ts'
import {
  type EntityDefinition,
  type Entity,
  type PropertyOfDefinition,
  listedEntitiesQuery,
  wholeEntityQuery,
} from '../../service/entity-queries.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { isNotFound } from '../../service/service-client.ts'

/** The member groups of a definition that have properties, each with its label. */
export function propertyGroups({ member_groups }: EntityDefinition) {
  return member_groups
    .map(({ name, labels, members }) => ({
      label: labelOf(labels, name),
      properties: members.filter((member) => member.type !== 'Relation'),
    }))
    .filter(({ properties }) => properties.length > 0)
}

export function propertiesOf(definition: EntityDefinition): PropertyOfDefinition[] {
  return propertyGroups(definition).flatMap(({ properties }) => properties)
}

/** One end of a relation, seen from the entities of one definition. */
export interface RelationEnd {
  /** Name and side; a self-referencing relation has two ends. */
  readonly key: string
  readonly name: string
  /** What the definition calls the related entities. */
  readonly label: string
  /** Where the related entities are: a child has parents. */
  readonly side: 'parents' | 'children'
  /** Whether it refers to at most one entity. */
  readonly isSingle: boolean
  /** Name of the definition at the other end. */
  readonly associated: string
}

export function endsOf({ member_groups }: EntityDefinition): RelationEnd[] {
  return member_groups
    .flatMap(({ members }) => members)
    .filter((member) => member.type === 'Relation')
    .map(({ name, labels, role, cardinality, associated_entitydefinition }) => {
      const side = role === 'Child' ? 'parents' : 'children'

      return {
        key: `${name} ${side}`,
        name,
        label: labelOf(labels, name),
        side,
        // Cardinality is seen from parent to child.
        isSingle: cardinality === 'OneToOne' || (cardinality === 'OneToMany' && role === 'Child'),
        associated: nameInLink(associated_entitydefinition.href),
      }
    })
}

/** The ids of the related entities, in order; none if the relation of `entity` is only a link. */
export function relatedIds({ relations }: Entity, { name, side }: RelationEnd): number[] {
  const relation = relations[name]
  if (!relation || !('self' in relation)) return []

  // The response omits an end that allows one entity and has none.
  const single = side === 'parents' ? relation.parent : relation.child
  const links = relation[side] ?? (single ? [single] : [])

  return links.map(({ href }) => Number(nameInLink(href)))
}

export type WholeEntity = NonNullable<ReturnType<typeof useWholeEntity>['data']>

/** An entity with what `wholeEntityQuery` adds to it; no data once it is deleted. */
export function useWholeEntity(id: number, options: { staleTime?: number } = {}) {
  const query = useQuery({ ...wholeEntityQuery(id), ...options })

  // A failed query keeps its former data.
  return isNotFound(query.error) ? { ...query, data: undefined } : query
}

/** Related entities in order, at first `first` of them, and each time `step` more; those that were deleted have no `entity`. */
export function useRelated(ids: readonly number[], first: number, step: number) {
  const [count, setCount] = useState(first)
  // While a changed list loads, the titles of the previous one are shown.
  const { data } = useQuery({
    ...listedEntitiesQuery(ids.slice(0, count)),
    placeholderData: keepPreviousData,
  })

  return {
    shown: ids.slice(0, count).map((id) => ({ id, entity: data?.get(id) })),
    hidden: Math.max(0, ids.length - count),
    showMore: () => setCount(count + step),
  }
}
