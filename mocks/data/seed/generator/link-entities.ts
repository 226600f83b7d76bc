import type { Entity } from '../../model/entities/entity.ts'
import type { RelationMember } from '../../model/definitions/definition.ts'
import type { Plan } from './plan.ts'
import { createStream } from '../../model/shared/random.ts'
import type { ValueSource } from '../values/value-makers.ts'
import type { Faker } from './fakers.ts'
import { parentsBefore } from './schedule.ts'

/** A generated entity, and the parents that its recipe has chosen: indexes by relation. */
export interface GeneratedRecord {
  entity: Entity
  chosenParents: Record<string, number[]> | undefined
}

/** A relation whose ends are both members of definitions that are in use. */
export interface PlannedLink {
  member: RelationMember
  parent: Plan
  child: Plan
}

/** What all records are drawn with. */
export type Shared = Pick<ValueSource, 'seed' | 'fakers'>

/** The relations of which a definition's records are the children. */
export function linksOf(child: Plan, plans: Map<string, Plan>): PlannedLink[] {
  const linkedNames = new Set<string>()

  return child.relations.flatMap((member) => {
    const parent = plans.get(member.associated_entitydefinition)
    if (member.role !== 'Child' || !parent || linkedNames.has(member.name)) return []
    const hasBothEnds = parent.relations.some(
      ({ name, role, associated_entitydefinition }) =>
        name === member.name && role === 'Parent' && associated_entitydefinition === child.name,
    )
    if (!hasBothEnds) return []
    linkedNames.add(member.name)

    return [{ member, parent, child }]
  })
}

/** The number of parents that the child `index` can choose from. */
export function parentCount({ parent, child }: PlannedLink, index: number): number {
  return parent === child ? index : parentsBefore(parent.schedule, child.schedule, index)
}

/** Relates one child and its parents. */
export function linkChild(
  link: PlannedLink,
  index: number,
  shared: Shared,
  records: Map<string, GeneratedRecord[]>,
): void {
  const record = records.get(link.child.name)?.[index]
  const candidates = records.get(link.parent.name) ?? []

  for (const position of parentsOf(link, index, shared, record?.chosenParents?.[link.member.name])) {
    relate(link, candidates[position]?.entity, record?.entity)
  }
}

/** Relates two entities, if both exist and are those of the relation. */
export function relate(
  { member: { name }, parent: { name: definition } }: PlannedLink,
  parent: Entity | undefined,
  child: Entity | undefined,
): void {
  if (!child || parent?.definition !== definition) return
  ;((child.relations[name] ??= {}).parents ??= []).push(parent.id)
  ;((parent.relations[name] ??= {}).children ??= []).push(child.id)
}

function parentsOf(
  link: PlannedLink,
  index: number,
  { seed, fakers }: Shared,
  chosen: number[] | undefined,
): number[] {
  const count = parentCount(link, index)
  const isSingle = link.member.cardinality !== 'ManyToMany'
  if (link.member.cardinality === 'OneToOne') return onlyParent(link, index)
  if (chosen) {
    const existing = [...new Set(chosen)].filter((position) => position < count)

    return isSingle ? existing.slice(0, 1) : existing
  }
  if (count === 0) return []

  const faker = fakers.drawFrom(createStream(seed, link.child.name, index, 'relation', link.member.name)).en
  if (link.parent === link.child && isSingle) return treeParent(index, faker)
  if (isSingle && !link.member.parent_is_mandatory && faker.datatype.boolean(0.08)) return []

  const length = isSingle ? 1 : faker.helpers.arrayElement([0, 1, 1, 2, 2, 3])

  return [...new Set(Array.from({ length }, () => faker.number.int(count - 1)))]
}

/**
 * One-to-one: the parent with the same index if it precedes the child; else the first child after each new parent gets it.
 */
function onlyParent(link: PlannedLink, index: number): number[] {
  const { parent, child } = link
  const count = parentCount(link, index)
  if (parent === child) return index % 2 === 1 ? [index - 1] : []
  if ((parent.schedule.isFixed || parent.schedule.weight >= child.schedule.weight) && index < count)
    return [index]

  const before = index === 0 ? 0 : parentCount(link, index - 1)

  return count > before ? [count - 1] : []
}

const rootCount = 4
const childrenPerNode = 4

/** The parent in a tree that grows level by level, with about four children for each node. */
function treeParent(index: number, faker: Faker): number[] {
  if (index < rootCount) return []
  const nearest = Math.floor((index - rootCount) / childrenPerNode) + faker.number.int({ min: -1, max: 1 })

  return [Math.min(Math.max(nearest, 0), index - 1)]
}
