import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { copyPlanResource, type PlanReference } from '../../../service/control/data/copy-plan-routes.ts'
import { buildSandbox } from '../../../local/build-sandbox.ts'
import type { Sandbox } from '../../../sandbox/sandbox.ts'
import { define, entity, relationEnd } from '../../../testing/records.ts'
import { expectConsistentRelations } from '../../../testing/consistent-relations.ts'
import { compileDefinition, type RelationEnd } from '../definitions/compiled-definition.ts'
import { cardinalities, roles } from '../definitions/definition.ts'
import { freshEntityId, type Author } from '../entities/entities.ts'
import type { Entity } from '../entities/entity.ts'
import { InvalidRequest } from '../shared/errors.ts'
import { relatedIds, setRelated } from '../relations/relations.ts'
import type { Data, DataState } from '../data-tables.ts'
import {
  propertyMethods,
  relationMethods,
  type CopyOptions,
  type PropertyOption,
  type RelationOption,
} from './copy-options.ts'
import { executeCopy, planCopy } from './copy-entity.ts'
import { placeholderId } from './pairs.ts'
import { runs } from '../../../testing/scale.ts'

const author: Author = { userId: 7, now: '2030-01-01T00:00:00.000Z', newIdentifier: newIdentifiers() }

/** Relations of every cardinality, self-referencing ones and those with the other definition. */
const relationNames = cardinalities.flatMap((cardinality) => [
  { name: `A${cardinality}A`, parent: 'T.A', child: 'T.A', cardinality },
  { name: `A${cardinality}B`, parent: 'T.A', child: 'T.B', cardinality },
])
const definitions = ['T.A', 'T.B'].map((name, index) =>
  define(101 + index, name, [
    { type: 'String', name: 'Name', is_mandatory: true },
    { type: 'String', name: 'Code', is_unique: true },
    ...relationNames.flatMap(({ name: relation, parent, child, cardinality }) => [
      ...(parent === name ? [relationEnd(relation, 'Parent', cardinality, child)] : []),
      ...(child === name ? [relationEnd(relation, 'Child', cardinality, parent)] : []),
    ]),
  ]),
)
const firstA = 1001
const firstB = 2001
const perDefinition = 5
const ids = Array.from({ length: perDefinition }, (_, index) => [firstA + index, firstB + index]).flat()

const edges = fc.array(
  fc.record({
    relation: fc.constantFrom(...relationNames),
    parent: fc.nat(perDefinition - 1),
    child: fc.nat(perDefinition - 1),
  }),
  { minLength: 10, maxLength: 60 },
)

/** Options for a definition, mostly valid ones. */
function optionsFor(definition: string, depth: number): fc.Arbitrary<CopyOptions> {
  const relations = relationNames.filter(({ parent, child }) => parent === definition || child === definition)

  return fc.record(
    {
      destination_entity_id: rarely(
        fc.constantFrom(...ids.filter((id) => definitionOf(id) === definition)),
        4,
      ),
      property_copy_options: fc.uniqueArray(propertyOption, { selector: ({ property }) => property }),
      relation_copy_options: fc.uniqueArray(
        fc.constantFrom(...relations).chain((relation) => relationOption(relation, definition, depth)),
        { selector: ({ relation }) => relation },
      ),
    },
    { requiredKeys: ['relation_copy_options'] },
  )
}

const propertyOption: fc.Arbitrary<PropertyOption> = fc.oneof(
  fc.record({ property: fc.constant('Code'), method: fc.constantFrom('Keep', 'Remove', 'Ignore') }),
  fc.record({ property: fc.constant('Name'), method: fc.constant('Overwrite'), new_value: fc.string() }),
  fc.record({ property: fc.constant('Name'), method: fc.constantFrom('Keep', 'Keep', ...propertyMethods) }),
)

function relationOption(
  { name, parent, child, cardinality }: (typeof relationNames)[number],
  definition: string,
  depth: number,
): fc.Arbitrary<RelationOption> {
  const isSelf = parent === child
  const shares =
    cardinality === 'ManyToMany' || (cardinality === 'OneToMany' && !isSelf && child === definition)
  const method = fc.oneof(
    { weight: 3, arbitrary: fc.constant('Copy') },
    {
      weight: 3,
      arbitrary: fc.constantFrom(...relationMethods.filter((each) => shares || !sharing.has(each))),
    },
    { weight: 1, arbitrary: rarely(fc.constantFrom(...relationMethods), 6).map((each) => each ?? 'Ignore') },
  )
  const associated = parent === definition ? child : parent
  const related =
    depth > 0 ? fc.option(optionsFor(associated, depth - 1), { nil: undefined }) : fc.constant(undefined)

  return fc
    .record({ method, related, role: isSelf ? fc.constantFrom(undefined, ...roles) : fc.constant(undefined) })
    .map(({ method: chosen, related: nested, role }) => ({
      relation: name,
      method: chosen,
      role,
      related_copy_options: chosen === 'Copy' ? nested : undefined,
    }))
}

/** Methods that need the other end to allow another reference. */
const sharing: ReadonlySet<string> = new Set(['Keep', 'Overwrite', 'Append'])

function rarely<T>(arbitrary: fc.Arbitrary<T>, oneIn: number): fc.Arbitrary<T | undefined> {
  return fc.oneof({ weight: oneIn - 1, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary })
}

test('copy: for any graph and options, exactly the plan is executed', async () => {
  const empty = await buildSandbox({ definitions, data: ids.map(node) })
  const requests = fc
    .constantFrom(...ids)
    .chain((id) => fc.record({ id: fc.constant(id), options: optionsFor(definitionOf(id), 2) }))
  const count = runs(12, 500)
  let copied = 0

  await fc.assert(
    fc.asyncProperty(edges, requests, async (graph, { id: sourceId, options: request }) => {
      const sandbox = empty.fork('run')

      relate(sandbox, graph)
      expectConsistentRelations(sandbox.data)

      const before = sandbox.state.data

      if (!(await copy(sandbox, sourceId, request))) {
        expectRejected(sandbox, before, () => planFor(sandbox.data, sourceId, request))

        return
      }

      copied++
      expectConsistentRelations(sandbox.data)
      expectOutcome(before, sandbox.data, planFor(before.tables, sourceId, request))
      if (!JSON.stringify(request).includes('destination_entity_id":'))
        expectNothingLost(before, sandbox.data)
    }),
    { numRuns: count, seed: 20260615 },
  )

  expect(copied).toBeGreaterThan(count / 3)
}, 60_000)

/** Returns false when the copy was rejected. */
async function copy(sandbox: Sandbox, sourceId: number, request: CopyOptions): Promise<boolean> {
  try {
    sandbox.change((draft) => {
      const options = { culture: undefined, newId: () => freshEntityId(draft) }

      return executeCopy(draft, planCopy(draft, entityIn(draft, sourceId), request, options), author)
    })

    return true
  } catch (error) {
    if (error instanceof InvalidRequest) return false
    throw error
  }
}

function planFor(data: Data, sourceId: number, request: CopyOptions) {
  const options = { culture: undefined, newId: placeholderId }

  return copyPlanResource(data, planCopy(data, entityIn(data, sourceId), request, options))
}

/** All changes of the plan were made, and all other records are unchanged. */
function expectOutcome(before: DataState, after: Data, plan: ReturnType<typeof planFor>): void {
  const newIds = [...after.entities.keys()].filter((id) => !before.tables.entities.has(id))
  const copies = new Map(plan.creates.map(({ source }, index) => [source.id, newIds[index] ?? Number.NaN]))
  const real = (reference: PlanReference): number =>
    'id' in reference ? reference.id : (copies.get(reference.copy_of) ?? Number.NaN)

  expect(newIds).toHaveLength(plan.creates.length)

  for (const { target, properties, relations } of [...plan.creates, ...plan.changes]) {
    const outcome = entityIn(after, real(target))

    for (const { property, after: value } of properties) {
      expect(outcome.properties[property] ?? null).toEqual(value)
    }
    for (const { relation, role, after: references } of relations) {
      expect(relatedIds(outcome, relation, role === 'Parent' ? 'children' : 'parents')).toEqual(
        references.map(real),
      )
    }
    expect(endsWithReferences(outcome)).toBe(relations.filter((step) => step.after.length > 0).length)
  }

  for (const { id } of plan.affects) {
    expect({ ...entityIn(after, id), relations: {} }).toEqual({
      ...entityIn(before.tables, id),
      relations: {},
    })
  }

  const mentioned = new Set([
    ...newIds,
    ...plan.changes.map(({ target }) => real(target)),
    ...plan.affects.map(({ id }) => id),
  ])

  for (const id of [...after.entities.keys()].filter((each) => !mentioned.has(each))) {
    expect(after.entities.get(id)).toBe(before.tables.entities.get(id))
  }
}

/** The plan is rejected too, and nothing has changed. */
function expectRejected(sandbox: Sandbox, before: DataState, plan: () => unknown): void {
  expect(sandbox.state.data).toBe(before)
  expect(plan).toThrow(InvalidRequest)
}

function expectNothingLost(before: DataState, after: Data): void {
  for (const { id, relations } of before.tables.entities.all()) {
    for (const [name, { parents = [], children = [] }] of Object.entries(relations)) {
      expect(relatedIds(entityIn(after, id), name, 'parents')).toEqual(expect.arrayContaining(parents))
      expect(relatedIds(entityIn(after, id), name, 'children')).toEqual(expect.arrayContaining(children))
    }
  }
}

function endsWithReferences(each: Entity): number {
  return Object.values(each.relations).flatMap((related) => Object.keys(related)).length
}

function relate(sandbox: Sandbox, graph: readonly Edge[]): void {
  sandbox.change((draft) => {
    for (const { relation, parent, child } of graph) {
      const parentId = firstA + parent
      const childId = (relation.child === 'T.A' ? firstA : firstB) + child
      const from = entityIn(draft, parentId)
      const children = ends(draft, from).find(
        ({ member, side }) => member.name === relation.name && side === 'children',
      )

      if (!children) throw new Error(`Failed to relate ${parentId}: no relation "${relation.name}".`)
      const kept = children.isSingle ? [] : relatedIds(from, relation.name, 'children')

      setRelated(draft, parentId, children, [...kept, childId])
    }
  })
}

interface Edge {
  relation: (typeof relationNames)[number]
  parent: number
  child: number
}

function ends(data: Data, of: Entity): RelationEnd[] {
  const definition = data.definitions.get(of.definition)

  return definition ? Array.from(compileDefinition(definition).relations.values()).flat() : []
}

function entityIn(data: Data, id: number): Entity {
  const found = data.entities.get(id)

  if (!found) throw new Error(`Entity ${id} no longer exists.`)

  return found
}

function definitionOf(id: number): string {
  return id < firstB ? 'T.A' : 'T.B'
}

function node(id: number): Entity {
  return entity(id, definitionOf(id), { properties: { Name: `n${id}`, Code: `c${id}` } })
}

function newIdentifiers(): () => string {
  let count = 0

  return () => `copy-${count++}`
}
