import { Random } from './shared/random.ts'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { buildSandbox } from '../../local/build-sandbox.ts'
import type { Sandbox } from '../../sandbox/sandbox.ts'
import type { Table, Key, TableSpec } from '../store/table.ts'
import { compileDefinition, sides } from './definitions/compiled-definition.ts'
import { dataFileText, readDataFile, type DataFileInput } from './data-file/data-file.ts'
import { EntityInput } from './entities/entity-input.ts'
import { saveEntity, updateEntity, type Author, deleteEntities } from './entities/entities.ts'
import { ApiError } from './shared/errors.ts'
import type { DataDraft } from './data-tables.ts'
import { runSync } from './shared/slices.ts'
import { setRelated, relatingProblem } from './relations/relations.ts'
import { runs } from '../../testing/scale.ts'
import { relationEnd } from '../../testing/records.ts'
import { relationProblems } from '../../testing/consistent-relations.ts'

/** Relations of every cardinality, one self-referencing. */
const relations = [
  { name: 'OneToOne', cardinality: 'OneToOne', child: 'Leaf' },
  { name: 'OneToMany', cardinality: 'OneToMany', child: 'Leaf' },
  { name: 'ManyToMany', cardinality: 'ManyToMany', child: 'Leaf' },
  { name: 'Tree', cardinality: 'OneToMany', child: 'Node' },
] as const

const ids = [2001, 2002, 2003, 2004, 2005, 2006]
const definitionNameOf = (id: number) => (id % 2 === 0 ? 'Node' : 'Leaf')

const data = {
  definitions: [
    {
      name: 'Node',
      member_groups: [
        {
          name: 'Main',
          members: [
            { type: 'String' as const, name: 'Code', is_unique: true },
            ...relations.map(({ name, cardinality, child }) =>
              relationEnd(name, 'Parent', cardinality, child),
            ),
          ],
        },
      ],
    },
    { name: 'Leaf' },
  ],
  entities: ids.map((id) => ({ definition: definitionNameOf(id), id })),
} satisfies DataFileInput

const anId = fc.constantFrom(...ids)
const aCode = fc.option(fc.constantFrom('a', 'b', 'c'), { nil: null })
const anIdentifier = fc.constantFrom('one', 'two', 'three')

type Step = (sandbox: Sandbox, author: Author) => unknown

const changing =
  (change: (draft: DataDraft, author: Author) => unknown): Step =>
  (sandbox, author) =>
    sandbox.change((draft) => change(draft, author))

const definitionOf = (id: number) => ({
  href: `/api/entitydefinitions/${definitionNameOf(id)}`,
})
const inputOf = (id: number, code: string | null, fields: object = {}) =>
  EntityInput.parse({ ...fields, ...(id % 2 === 0 ? { properties: { Code: code } } : {}) })

const create = fc
  .tuple(anId, aCode)
  .map(([id, code]) =>
    changing((draft, author) =>
      saveEntity(draft, inputOf(id, code, { id, entitydefinition: definitionOf(id) }), author),
    ),
  )
const upsert = fc.tuple(anIdentifier, anId, aCode, fc.boolean()).map(([identifier, id, code, withId]) => {
  const fields = { identifier, entitydefinition: definitionOf(id), ...(withId ? { id } : {}) }

  return changing((draft, author) => saveEntity(draft, inputOf(id, code, fields), author))
})
const update = fc.tuple(anId, aCode).map(([id, code]) =>
  changing((draft, author) => {
    const entity = draft.entities.get(id)

    if (entity) updateEntity(draft, entity, inputOf(id, code), author)
  }),
)
const remove = anId.map((id) =>
  changing((draft) => {
    const entity = draft.entities.get(id)

    if (entity) deleteEntities(draft, [entity])
  }),
)
/** Mostly a valid change: of an end that the definition has, to entities of the other end's definition. */
const relate = fc
  .constantFrom(...relations.flatMap((each) => sides.map((side) => ({ ...each, side }))))
  .chain(({ name, child, side }) => {
    const [own, other] = side === 'children' ? ['Node', child] : [child, 'Node']
    const idsOf = (definition: string) => ids.filter((id) => definitionNameOf(id) === definition)

    return fc.tuple(fc.constantFrom(...idsOf(own)), fc.subarray(idsOf(other))).map(([id, others]) =>
      changing((draft) => {
        const definition = draft.definitions.get(draft.entities.get(id)?.definition ?? '')
        const ends = definition && compileDefinition(definition).relations.get(name)
        const end = ends?.find((each) => each.side === side)

        if (end && relatingProblem(draft, end, others) === undefined) setRelated(draft, id, end, others)
      }),
    )
  })
/** A rejected change must not keep its earlier writes. */
const fail = fc.tuple(create, remove).map(([first]): Step => (sandbox, author) => {
  first(sandbox.fork('other'), author)
  sandbox.change((draft) => {
    for (const id of ids) draft.entities.delete(id)
    throw new ApiError(400, 'Rejected.')
  })
})

const steps = fc.array(fc.oneof(create, upsert, update, remove, relate, relate, fail), {
  maxLength: 40,
  size: 'max',
})

let initial: Promise<Sandbox> | undefined

async function openSandbox(): Promise<Sandbox> {
  initial ??= buildSandbox({ data, machineClock: () => 0 })

  return (await initial).fork('test')
}

async function run(sandbox: Sandbox, changes: readonly Step[]): Promise<void> {
  const random = new Random(sandbox.control.random + sandbox.history.sequence)
  const author: Author = {
    userId: 6,
    now: sandbox.clock.timestamp(),
    newIdentifier: () => random.identifier(),
  }

  for (const step of changes) {
    try {
      await step(sandbox, author)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
    }
  }
}

/** The violated invariants of a sandbox. */
function problemsOf({ data }: Sandbox): string[] {
  return [...relationProblems(data), ...indexProblems(data.entities), ...indexProblems(data.definitions)]
}

/** Indexes that differ from a scan of every record. */
function* indexProblems<T extends object, K extends Key, U extends string, G extends string>({
  spec,
  parts,
}: Table<T, K, U, G>): Generator<string> {
  const records = [...parts.records.values()]
  const scan = (indexes: TableSpec<T>['unique'], name: string) =>
    records.flatMap(
      (record) => indexes?.[name]?.(record).map((value) => `${value} ${spec.key(record)}`) ?? [],
    )

  for (const [name, index] of parts.unique) {
    const values = [...index.keys()]

    if (
      !isSame(
        Array.from(index.entries(), ([value, key]) => `${value} ${key}`),
        scan(spec.unique, name),
      )
    ) {
      yield `unique index ${name}: ${values.join()}`
    }
  }
  for (const [name, index] of parts.groups) {
    const indexed = Array.from(index.entries()).flatMap(([value, keys]) =>
      Array.from(keys.keys(), (key) => `${value} ${key}`),
    )

    if (!isSame(indexed, scan(spec.groups, name))) yield `group index ${name}: ${indexed.join()}`
  }
}

function isSame(a: readonly Key[], b: readonly Key[]): boolean {
  return a.length === b.length && new Set([...a, ...b]).size === a.length
}

/** Checks a property of a new sandbox and any changes to it. */
const forAnyChanges = (count: number, check: (sandbox: Sandbox, ...changes: Step[][]) => Promise<void>) =>
  fc.assert(
    fc.asyncProperty(steps, steps, async (...changes) => check(await openSandbox(), ...changes)),
    { numRuns: runs(count, 25 * count) },
  )

const textOf = (sandbox: Sandbox) => [
  ...dataFileText(sandbox.state.data, { seed: 1, random: 0, clock: { mode: 'real' } }),
]

test('after any changes, both ends of relations agree, unique values are unique, and indexes equal a scan', async () => {
  await forAnyChanges(8, async (sandbox, changes) => {
    await run(sandbox, changes)

    expect(problemsOf(sandbox)).toEqual([])
  })
})

test('undo and redo restore the data of each step of any sequence of changes', async () => {
  await forAnyChanges(4, async (sandbox, changes) => {
    const texts = [textOf(sandbox)]

    for (const step of changes) {
      const { sequence } = sandbox.history

      await run(sandbox, [step])
      if (sandbox.history.sequence > sequence) texts.push(textOf(sandbox))
    }

    for (const text of texts.slice(0, -1).toReversed()) {
      sandbox.undoOrRedo('undo')

      expect(textOf(sandbox)).toEqual(text)
    }
    expect(problemsOf(sandbox)).toEqual([])

    for (const text of texts.slice(1)) {
      sandbox.undoOrRedo('redo')

      expect(textOf(sandbox)).toEqual(text)
    }
    expect(problemsOf(sandbox)).toEqual([])
  })
})

test('after any changes, a restore returns to a snapshot and a reset to the initial data', async () => {
  await forAnyChanges(4, async (sandbox, before, after) => {
    const first = textOf(sandbox)

    await run(sandbox, before)
    const snapped = textOf(sandbox)
    const moment = sandbox.checkpoint()
    const fork = sandbox.fork('fork')

    await run(sandbox, after)
    sandbox.change((draft) => draft.restore(moment, 'restore'))

    expect(textOf(sandbox)).toEqual(snapped)
    expect(textOf(fork)).toEqual(snapped)
    expect(problemsOf(sandbox)).toEqual([])

    await sandbox.reset()
    await fork.reset()

    expect(textOf(sandbox)).toEqual(first)
    expect(textOf(fork)).toEqual(snapped)
    expect(problemsOf(fork)).toEqual([])
  })
})

test('after any changes, importing the export results in equal data', async () => {
  await forAnyChanges(4, async (sandbox, changes) => {
    const other = await openSandbox()

    await run(sandbox, changes)
    await other.import(runSync(readDataFile(JSON.parse(textOf(sandbox).join('')))))

    expect(textOf(other)).toEqual(textOf(sandbox))
    expect(problemsOf(other)).toEqual([])
  })
})
