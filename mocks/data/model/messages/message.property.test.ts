import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { buildSandbox } from '../../../local/build-sandbox.ts'
import { define, entity, relationEnd } from '../../../testing/records.ts'
import { runs } from '../../../testing/scale.ts'
import { compileDefinition } from '../definitions/compiled-definition.ts'
import { cardinalities } from '../definitions/definition.ts'
import type { Entity } from '../entities/entity.ts'
import { relatedIds, setRelated } from '../relations/relations.ts'
import type { JsonObject } from '../shared/json.ts'
import type { SandboxDraft } from '../../../sandbox/state/sandbox-draft.ts'
import { entityChanges, type EntityMessage } from './message.ts'

const relations = cardinalities.map((cardinality) => ({ name: `A${cardinality}`, cardinality }))
const definition = define(101, 'T.A', [
  { type: 'String', name: 'Name' },
  { type: 'String', name: 'Label', is_multilanguage: true },
  { type: 'Json', name: 'Data' },
  { type: 'String', name: 'Tags', is_multivalue: true },
  ...relations.flatMap(({ name, cardinality }) => [
    relationEnd(name, 'Parent', cardinality, 'T.A'),
    relationEnd(name, 'Child', cardinality, 'T.A'),
  ]),
])
const { ends } = compileDefinition(definition)
const ids = [1001, 1002, 1003, 1004, 1005]

const value = fc.record(
  {
    Name: fc.constantFrom('a', 'b'),
    Label: fc.dictionary(fc.constantFrom('en-US', 'de-DE'), fc.constantFrom('a', 'b'), { minKeys: 1 }),
    Data: fc.oneof(fc.record({ en: fc.integer() }), fc.integer()),
    Tags: fc.array(fc.constantFrom('x', 'y'), { minLength: 1, maxLength: 2 }),
  },
  { requiredKeys: [] },
)
const saving = fc.record({
  id: fc.constantFrom(...ids),
  properties: value,
  end: fc.constantFrom(...ends),
  related: fc.uniqueArray(fc.constantFrom(...ids), { maxLength: 3 }),
})
type ChangedMembers = EntityMessage['saveEntityMessage']['ChangeSet']
type Saving = typeof saving extends fc.Arbitrary<infer T> ? T : never

test('what a message says has changed leads from the entity before the change to the entity after it', async () => {
  const sandbox = await buildSandbox({
    definitions: [definition],
    data: ids.map((id) => entity(id, 'T.A', {})),
    entities: 0,
  })

  await fc.assert(
    fc.asyncProperty(fc.array(saving, { minLength: 1, maxLength: 4 }), async (savings) => {
      const fork = sandbox.fork('fork')
      let told = 0

      fork.history.onChange(({ change }) => {
        for (const changed of entityChanges(change, '', '')) {
          const { ChangeSet } = changed.message.saveEntityMessage

          expect(applied(ChangeSet, changed.before)).toEqual(content(changed.after))
          told += 1
        }
      })
      for (const each of savings) fork.change((draft) => save(draft, each))
      expect(told).toBeGreaterThanOrEqual(savings.length)
    }),
    { numRuns: runs(100) },
  )
})

/** Saves an entity with other properties, and other entities at one end of a relation. */
function save(draft: SandboxDraft, { id, properties, end, related }: Saving): void {
  setRelated(draft, id, end, end.isSingle ? related.slice(0, 1) : related)

  const saved = draft.entities.get(id)

  if (saved) draft.entities.put({ ...saved, properties, version: saved.version + 1 })
}

/** The properties, and the related entities by relation and role. */
interface Content {
  readonly properties: JsonObject
  readonly relations: ReadonlyMap<string, ReadonlySet<number>>
}

function content(saved: Entity | undefined): Content {
  return {
    properties: saved?.properties ?? {},
    relations: new Map(
      ends.map(({ member, side }) => [
        `${member.name} ${side === 'parents' ? 1 : 0}`,
        new Set(saved ? relatedIds(saved, member.name, side) : []),
      ]),
    ),
  }
}

/** The content of an entity after the changes of a message. */
function applied({ PropertyChanges, RelationChanges }: ChangedMembers, before: Entity | undefined): Content {
  const { properties, relations } = content(before)
  const changed = structuredClone(properties)

  for (const { Property, Culture, OriginalValue, NewValue } of PropertyChanges) {
    const holder = Culture === '(Default)' ? changed : ((changed[Property] ??= {}) as JsonObject) // by culture
    const name = Culture === '(Default)' ? Property : Culture

    expect(holder[name] ?? null).toEqual(OriginalValue)
    if (NewValue === null) delete holder[name]
    else holder[name] = NewValue
    if (Object.keys(holder).length === 0 && holder !== changed) delete changed[Property]
  }

  return {
    properties: changed,
    relations: new Map(
      Array.from(relations, ([key, related]) => {
        const [change] = RelationChanges.filter(({ Relation, Role }) => `${Relation} ${Role}` === key)
        const kept = [...related].filter((id) => !change?.RemovedValues.includes(id))

        return [key, new Set([...kept, ...(change?.NewValues ?? [])])]
      }),
    ),
  }
}
