import { expect, test } from 'vitest'
import { entity, relationEnd } from '../../../testing/records.ts'
import { beginDraft, emptyState } from '../../store/draft.ts'
import { tables } from '../data-tables.ts'
import type { RelationEnd } from '../definitions/compiled-definition.ts'
import { RelationMember } from '../definitions/definition.ts'
import type { Entity } from '../entities/entity.ts'
import { relatedIdsOf, relatingProblem, setRelated } from './relations.ts'

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

test('why entities can’t be related: too many, none with the id, or one of another definition', () => {
  const data = beginDraft(emptyState(tables))
  const problem = (ids: readonly number[], end: Partial<RelationEnd> = {}) =>
    relatingProblem(data, { ...children, ...end }, ids)

  for (const id of [10, 11]) data.entities.put(entity(id, 'T.B'))
  data.entities.put(entity(12, 'T.C'))

  expect(problem([10, 11])).toBeUndefined()
  expect(problem([10], { isSingle: true })).toBeUndefined()
  expect(problem([10, 10], { isSingle: true })).toBeUndefined()
  expect(problem([10, 11], { isSingle: true })).toBe('The relation "AToB" allows one child, not 2.')
  expect(problem([10, 11], { isSingle: true, side: 'parents' })).toBe(
    'The relation "AToB" allows one parent, not 2.',
  )
  expect(problem([13])).toBe('Entity 13 does not exist.')
  expect(problem([12])).toBe('Entity 12 is of definition "T.C"; the relation "AToB" requires "T.B".')
})
