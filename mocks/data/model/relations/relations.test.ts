import { expect, test } from 'vitest'
import { entity, relationEnd } from '../../../testing/records.ts'
import { RelationMember } from '../definitions/definition.ts'
import type { Entity } from '../entities/entity.ts'
import { relatedIdsOf, setRelated } from './relations.ts'

const member = RelationMember.parse(relationEnd('AToB', 'Parent', 'OneToMany', 'T.B'))
const children = { member, side: 'children', isSingle: false, isExclusive: true } as const

// In quadratic time this would take half a minute.
test('a relation with many entities is set and moved in linear time', () => {
  const [one, other] = [1, 2]
  const ids = Array.from({ length: 50_000 }, (_, index) => 10 + index)
  const template = entity(one, 'T.A')
  const entities = new Map<number, Entity>([one, other, ...ids].map((id) => [id, { ...template, id }]))
  const draft = {
    entities: {
      get: (id: number) => entities.get(id),
      put: (changed: Entity) => void entities.set(changed.id, changed),
    },
  }

  setRelated(draft, one, children, ids)
  setRelated(draft, one, children, ids.toReversed())
  expect(relatedIdsOf(draft, one, 'AToB', 'children')).toEqual(ids.toReversed())

  setRelated(draft, other, children, ids)
  expect(relatedIdsOf(draft, other, 'AToB', 'children')).toEqual(ids)
  expect(relatedIdsOf(draft, one, 'AToB', 'children')).toEqual([])
  expect(relatedIdsOf(draft, ids[0] ?? 0, 'AToB', 'parents')).toEqual([other])
})
