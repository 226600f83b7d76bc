import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createSandbox } from '../create-sandbox.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import type { Table } from '../store/table.ts'
import { blueprintOf, opposite } from './blueprint.ts'
import { dataFileText, readDataFile, type DataFileInput } from './data-file.ts'
import { deleteEntity, saveEntity, updateEntity, type Author } from './entities.ts'
import { ApiError } from './errors.ts'
import { setRelated, unrelatable } from './relations.ts'

/** Relations of every cardinality, one of them of a definition with itself. */
const relations = [
  { name: 'OneToOne', cardinality: 'OneToOne', child: 'Leaf' },
  { name: 'OneToMany', cardinality: 'OneToMany', child: 'Leaf' },
  { name: 'ManyToMany', cardinality: 'ManyToMany', child: 'Leaf' },
  { name: 'Tree', cardinality: 'OneToMany', child: 'Node' },
] as const

const data = {
  definitions: [
    {
      name: 'Node',
      member_groups: [
        {
          name: 'Main',
          members: [
            { type: 'String' as const, name: 'Code', is_unique: true },
            ...relations.map(({ name, cardinality, child }) => ({
              type: 'Relation' as const,
              role: 'Parent' as const,
              name,
              cardinality,
              associated_entitydefinition: child,
            })),
          ],
        },
      ],
    },
    { name: 'Leaf' },
  ],
  entities: [],
} satisfies DataFileInput

const ids = [2001, 2002, 2003, 2004, 2005, 2006]
const anId = fc.constantFrom(...ids)
const aCode = fc.option(fc.constantFrom('a', 'b', 'c'), { nil: null })
const anIdentifier = fc.constantFrom('one', 'two', 'three')

type Step = (sandbox: Sandbox, author: Author) => Promise<unknown>

const definitionOf = (id: number) => ({
  href: `/api/entitydefinitions/${id % 2 === 0 ? 'Node' : 'Leaf'}`,
})
const propertiesOf = (id: number, code: string | null) => (id % 2 === 0 ? { properties: { Code: code } } : {})

const create = fc.tuple(anId, aCode).map(
  ([id, code]): Step =>
    (sandbox, author) =>
      sandbox.change((draft) =>
        saveEntity(draft, { id, entitydefinition: definitionOf(id), ...propertiesOf(id, code) }, author),
      ),
)
const upsert = fc.tuple(anIdentifier, anId, aCode, fc.boolean()).map(
  ([identifier, id, code, withId]): Step =>
    (sandbox, author) =>
      sandbox.change((draft) =>
        saveEntity(
          draft,
          {
            identifier,
            ...(withId ? { id } : {}),
            entitydefinition: definitionOf(id),
            ...propertiesOf(id, code),
          },
          author,
        ),
      ),
)
const update = fc.tuple(anId, aCode).map(
  ([id, code]): Step =>
    (sandbox, author) =>
      sandbox.change((draft) => {
        const entity = draft.entities.get(id)

        if (entity) updateEntity(draft, entity, propertiesOf(id, code), author)
      }),
)
const remove = anId.map(
  (id): Step =>
    (sandbox) =>
      sandbox.change((draft) => {
        const entity = draft.entities.get(id)

        if (entity) deleteEntity(draft, entity)
      }),
)
const relate = fc
  .tuple(anId, fc.constantFrom(...relations), fc.subarray(ids), fc.constantFrom('parents', 'children'))
  .map(
    ([id, { name }, others, side]): Step =>
      (sandbox) =>
        sandbox.change((draft) => {
          const definition = draft.definitions.get(draft.entities.get(id)?.definition ?? '')
          const end =
            definition &&
            blueprintOf(definition)
              .relations.get(name)
              ?.find((each) => each.side === side)

          if (end && unrelatable(draft, end, others) === undefined) setRelated(draft, id, end, others)
        }),
  )
/** What a refused request did before it was refused leaves nothing behind. */
const fail = fc.tuple(create, remove).map(
  ([first]): Step =>
    (sandbox, author) =>
      first(sandbox.fork('other'), author).then(() =>
        sandbox.change((draft) => {
          for (const entity of [...draft.entities.all()]) deleteEntity(draft, entity)
          throw new ApiError(400, 'Refused.')
        }),
      ),
)

const steps = fc.array(fc.oneof(create, upsert, update, remove, relate, relate, fail), { maxLength: 40 })

let made: Promise<Sandbox> | undefined

async function openSandbox(): Promise<Sandbox> {
  made ??= createSandbox({ data, machineClock: () => 0 })

  return (await made).fork('test')
}

async function take(sandbox: Sandbox, taken: readonly Step[]): Promise<void> {
  const author: Author = {
    userId: 6,
    now: sandbox.clock.timestamp(),
    newIdentifier: () => sandbox.random.text(22),
  }

  for (const step of taken) {
    await step(sandbox, author).catch((error: unknown) => {
      if (!(error instanceof ApiError)) throw error
    })
  }
}

function expectSound({ data: { entities, definitions } }: Sandbox): void {
  for (const entity of entities.all()) {
    const definition = definitions.get(entity.definition)

    for (const [name, given] of Object.entries(entity.relations)) {
      for (const end of (definition && blueprintOf(definition).relations.get(name)) ?? []) {
        const others = given[end.side] ?? []

        expect(new Set(others).size, `${entity.id} ${name} ${end.side}`).toBe(others.length)
        if (end.isSingle) expect(others.length, `${entity.id} ${name} ${end.side}`).toBeLessThan(2)
        for (const id of others) {
          expect(entities.get(id)?.relations[name]?.[opposite(end.side)]).toContain(entity.id)
        }
      }
    }
  }
  expectIndexed(entities)
  expectIndexed(definitions)
}

/** Indexes hold what a scan of every record gives, and blocks what the rows say. */
function expectIndexed(table: Table): void {
  const records = [...table.all()]

  for (const [name, valuesOf] of Object.entries(table.spec.unique)) {
    const scanned = records.flatMap((record) =>
      valuesOf(record).map((value) => [value, table.spec.key(record)]),
    )

    expect(new Set(scanned.map(([value]) => value)).size, `values of ${name}`).toBe(scanned.length)
    expect(Array.from(table.parts.unique.get(name)?.entries() ?? [])).toEqual(
      scanned.sort(([a = ''], [b = '']) => (a < b ? -1 : 1)),
    )
  }
  for (const [name, valuesOf] of Object.entries(table.spec.groups)) {
    const scanned = new Set(records.flatMap((record) => valuesOf(record)))

    expect([...table.values(name)]).toEqual([...scanned].sort())
    for (const value of scanned) {
      expect([...table.group(name, value).keys()]).toEqual(
        records.filter((record) => valuesOf(record).includes(value)).map((record) => table.spec.key(record)),
      )
    }
  }
  expect(new Set(table.parts.blocks.flatMap((block) => block.all()))).toEqual(new Set(records))
}

const textOf = (sandbox: Sandbox) => [
  ...dataFileText(sandbox.store.state, { seed: 1, random: 0, clock: { mode: 'real' } }),
]

test('any sequence of changes leaves relations agreeing at both ends, values unique, indexes equal to a scan', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (taken) => {
      const sandbox = await openSandbox()

      await take(sandbox, taken)

      expectSound(sandbox)
    }),
    { numRuns: 60 },
  )
})

test('any sequence of changes is taken back by undo, step by step, and done again by redo', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (taken) => {
      const sandbox = await openSandbox()
      const texts = [textOf(sandbox)]

      for (const step of taken) {
        const { sequence } = sandbox.history

        await take(sandbox, [step])
        if (sandbox.history.sequence > sequence) texts.push(textOf(sandbox))
      }

      for (const text of texts.slice(0, -1).toReversed()) {
        await sandbox.history.undo()

        expect(textOf(sandbox)).toEqual(text)
      }
      expectSound(sandbox)

      for (const text of texts.slice(1)) {
        await sandbox.history.redo()

        expect(textOf(sandbox)).toEqual(text)
      }
      expectSound(sandbox)
    }),
    { numRuns: 30 },
  )
})

test('whatever is changed, a restore puts a snapshot back and a reset the first data', async () => {
  await fc.assert(
    fc.asyncProperty(steps, steps, async (before, after) => {
      const sandbox = await openSandbox()
      const first = textOf(sandbox)

      await take(sandbox, before)
      const snapped = textOf(sandbox)
      const moment = sandbox.takeSnapshot('base')
      const fork = sandbox.fork('fork')

      await take(sandbox, after)
      await sandbox.putBack(moment, { kind: 'restore' })

      expect(textOf(sandbox)).toEqual(snapped)
      expect(textOf(fork)).toEqual(snapped)
      expectSound(sandbox)

      await sandbox.reset()
      await fork.reset()

      expect(textOf(sandbox)).toEqual(first)
      expect(textOf(fork)).toEqual(snapped)
      expectSound(fork)
    }),
    { numRuns: 30 },
  )
})

test('whatever is changed, an import of its export gives equal data', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (taken) => {
      const sandbox = await openSandbox()
      const other = await openSandbox()

      await take(sandbox, taken)
      await other.import(readDataFile(JSON.parse(textOf(sandbox).join(''))))

      expect(textOf(other)).toEqual(textOf(sandbox))
      expectSound(other)
    }),
    { numRuns: 30 },
  )
})
