import type { Entity } from '../../model/entities/entity.ts'
import type { RelationMember } from '../../model/definitions/definition.ts'
import type { Plan } from './plan.ts'
import { createStream, type RandomStream } from '../../model/shared/random-stream.ts'
import { parentsBefore } from './schedule.ts'

/** A record of the seed, and the parents its recipe names. */
export interface GeneratedRecord {
  entity: Entity
  wanted: Record<string, number[]> | undefined
}

/** A relation whose two ends are both among the definitions. */
export interface PlannedLink {
  member: RelationMember
  parent: Plan
  child: Plan
}

/** The relations of which a definition's records are the children. */
export function linksOf(child: Plan, plans: Map<string, Plan>): PlannedLink[] {
  const named = new Set<string>()

  return child.relations.flatMap((member) => {
    const parent = plans.get(member.associated_entitydefinition)
    if (member.role !== 'Child' || !parent || named.has(member.name)) return []
    const hasBothEnds = parent.relations.some(
      ({ name, role, associated_entitydefinition }) =>
        name === member.name && role === 'Parent' && associated_entitydefinition === child.name,
    )
    if (!hasBothEnds) return []
    named.add(member.name)

    return [{ member, parent, child }]
  })
}

/** How many parents the child `index` has to choose from. */
export function choicesFor({ parent, child }: PlannedLink, index: number): number {
  return parent === child ? index : parentsBefore(parent.schedule, child.schedule, index)
}

/** Gives one child its parents, and these their child. */
export function linkPlans(
  link: PlannedLink,
  index: number,
  seed: number,
  records: Map<string, GeneratedRecord[]>,
): void {
  const { name } = link.member
  const record = records.get(link.child.name)?.[index]
  const candidates = records.get(link.parent.name) ?? []
  if (!record) return

  for (const position of parentsOf(link, index, seed, record.wanted?.[name])) {
    const parent = candidates[position]?.entity
    if (!parent) continue
    ;((record.entity.relations[name] ??= {}).parents ??= []).push(parent.id)
    ;((parent.relations[name] ??= {}).children ??= []).push(record.entity.id)
  }
}

function parentsOf(link: PlannedLink, index: number, seed: number, wanted: number[] | undefined): number[] {
  const choices = choicesFor(link, index)
  const single = link.member.cardinality !== 'ManyToMany'
  if (link.member.cardinality === 'OneToOne') return onlyParent(link, index)
  if (wanted) {
    const possible = [...new Set(wanted)].filter((position) => position < choices)

    return single ? possible.slice(0, 1) : possible
  }
  if (choices === 0) return []

  const stream = createStream(seed, link.child.name, index, 'relation', link.member.name)
  if (link.parent === link.child && single) return inTree(index, stream)
  if (single) return link.member.parent_is_mandatory || stream.chance(0.92) ? [stream.int(choices)] : []

  return severalOf(choices, stream)
}

/** One-to-one: number to number, or to each new parent the next child when parents are fewer. */
function onlyParent(link: PlannedLink, index: number): number[] {
  const { parent, child } = link
  const choices = choicesFor(link, index)
  if (parent === child) return index % 2 === 1 ? [index - 1] : []
  if (parent.schedule.fixed || parent.schedule.weight >= child.schedule.weight)
    return index < choices ? [index] : []

  const before = index === 0 ? 0 : choicesFor(link, index - 1)

  return choices > before ? [choices - 1] : []
}

const roots = 4
const branches = 4

/** A tree that grows level by level: four roots, and four branches or so below each node. */
function inTree(index: number, stream: RandomStream): number[] {
  if (index < roots) return []
  const nearby = Math.floor((index - roots) / branches) + stream.int(3) - 1

  return [Math.min(Math.max(nearby, 0), index - 1)]
}

function severalOf(choices: number, stream: RandomStream): number[] {
  const picked = new Set<number>()
  const size = stream.pick([0, 1, 1, 2, 2, 3])
  for (let attempt = 0; attempt < size; attempt++) picked.add(stream.int(choices))

  return [...picked]
}
