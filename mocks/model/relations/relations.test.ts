import { expect, test } from 'vitest'
import { entity } from '../../testing/records.ts'
import { RelationMember } from '../definitions/definition.ts'
import type { Entity } from '../entities/entity.ts'
import { relatedIdsOf, setRelated } from './relations.ts'

test('a relation with many entities is set in linear time', () => {
  const entities = new Map<number, Entity>([[1, entity(1, 'T.A')]])
  const draft = {
    entities: {
      get: (id: number) => entities.get(id),
      put: (changed: Entity) => void entities.set(changed.id, changed),
    },
  }
  const member = RelationMember.parse({
    type: 'Relation',
    name: 'AToB',
    role: 'Parent',
    cardinality: 'ManyToMany',
    associated_entitydefinition: 'T.B',
  })
  const end = { member, side: 'children', isSingle: false, isExclusive: false } as const
  // In quadratic time this would take a minute.
  const ids = Array.from({ length: 200_000 }, (_, index) => 10 + index)

  setRelated(draft, 1, end, ids)
  setRelated(draft, 1, end, ids.toReversed())

  expect(relatedIdsOf(draft, 1, 'AToB', 'children')).toEqual(ids.toReversed())
})
