import type { EntityDefinition } from '../../model/definitions/definition.ts'
import type { Entity } from '../../model/entities/entity.ts'
import type { OptionList } from '../../model/definitions/option-list.ts'
import type { Sliced } from '../../model/shared/slices.ts'
import { sortedInBatches } from '../../store/sorted.ts'
import { createStreamFaker } from './english-faker.ts'
import { fixedRecords } from './fixed.ts'
import { linkPlans, linksOf, type GeneratedRecord } from './links.ts'
import { planAll } from './plan.ts'
import { recordGenerator } from './records.ts'
import { distribute } from './schedule.ts'

export interface SeedOptions {
  /** The integer that reproduces the data. */
  seed: number
  /** How many entities to make; the fixed ones come on top, and every definition has a few. */
  count: number
  definitions: EntityDefinition[]
  optionLists: OptionList[]
}

/**
 * Fills any definitions with believable entities, ordered by id. The same options give the same entities; a higher
 * count or a further definition only adds to them. Stops after each.
 */
export function* generateEntities({ seed, count, definitions, optionLists }: SeedOptions): Sliced<Entity[]> {
  const plans = planAll(definitions, optionLists)
  const all = [...plans.values()]
  const records = fixedRecords(plans)
  const counts = distribute(
    all.map(({ schedule }) => schedule),
    count,
  )

  const faker = createStreamFaker()
  const links = new Map(all.map((plan) => [plan.name, linksOf(plan, plans)]))

  for (const [position, plan] of all.entries()) {
    if (plan.schedule.fixed) continue
    const generate = recordGenerator({ plan, links: links.get(plan.name) ?? [], seed, faker })
    const made: GeneratedRecord[] = []

    for (let index = 0; index < (counts[position] ?? 0); index++) {
      made.push(generate(index))
      yield
    }
    records.set(plan.name, made)
  }

  for (const plan of all) {
    if (plan.schedule.fixed) continue
    const size = records.get(plan.name)?.length ?? 0
    for (const link of links.get(plan.name) ?? []) {
      for (let index = 0; index < size; index++) {
        linkPlans(link, index, seed, records)
        yield
      }
    }
  }

  return yield* sortedInBatches(
    [...records.values()].flatMap((records) => records.map(({ entity }) => entity)),
    (one, other) => one.id - other.id,
  )
}
