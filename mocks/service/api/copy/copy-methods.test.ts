import { expect, test } from 'vitest'
import {
  type Cardinality,
  cardinalities,
  type Role,
  roles,
} from '../../../data/model/definitions/definition.ts'
import type { Entity } from '../../../data/model/entities/entity.ts'
import type { Data } from '../../../data/model/data-tables.ts'
import { buildSandbox } from '../../../local/build-sandbox.ts'
import { createFetchHandler } from '../../../doors/fetch/create-fetch-handler.ts'
import type { Sandbox } from '../../../sandbox/sandbox.ts'
import { define, entity, relationEnd } from '../../../testing/records.ts'
import { expectConsistentRelations } from '../../../testing/consistent-relations.ts'

/**
 * The methods of interface 4.3.5 and 4.3.6, for every kind of target, role and cardinality.
 *
 * The source refers to s1 and, where an end can have several links, s2; the destination to d1 and d2. `s1'` is a
 * copy of s1. `400`: rejected.
 */
const columns = roles.flatMap((role) => cardinalities.map((cardinality) => ({ role, cardinality })))

const counts = {
  Parent: { OneToOne: 1, OneToMany: 2, ManyToMany: 2 },
  Child: { OneToOne: 1, OneToMany: 1, ManyToMany: 2 },
} satisfies Record<Role, Record<Cardinality, number>>

type Cells = readonly [string, string, string, string, string, string]

// oxfmt-ignore
const whenSourceHasLinks: [method: string, target: string, cells: Cells][] = [
  //                           the entity is the parent                   the entity is the child
  //                           OneToOne  OneToMany     ManyToMany         OneToOne  OneToMany  ManyToMany
  ['Keep',      'new',       [ '400',    '400',        's1 s2',           '400',    's1',      's1 s2'       ]],
  ['Keep',      'existing',  [ '400',    '400',        's1 s2',           '400',    's1',      's1 s2'       ]],
  ['Remove',    'new',       [ '',       '',           '',                '',       '',        ''            ]],
  ['Remove',    'existing',  [ '',       '',           '',                '',       '',        ''            ]],
  ['Copy',      'new',       [ "s1'",    "s1' s2'",    "s1' s2'",         "s1'",    "s1'",     "s1' s2'"     ]],
  ['Copy',      'existing',  [ "s1'",    "s1' s2'",    "s1' s2'",         "s1'",    "s1'",     "s1' s2'"     ]],
  ['Overwrite', 'new',       [ '400',    '400',        's1 s2',           '400',    's1',      's1 s2'       ]],
  ['Overwrite', 'existing',  [ '400',    '400',        's1 s2',           '400',    's1',      's1 s2'       ]],
  ['Append',    'new',       [ '400',    '400',        's1 s2',           '400',    's1',      's1 s2'       ]],
  ['Append',    'existing',  [ '400',    '400',        'd1 d2 s1 s2',     '400',    '400',     'd1 d2 s1 s2' ]],
  ['Ignore',    'new',       [ '',       '',           '',                '',       '',        ''            ]],
  ['Ignore',    'existing',  [ 'd1',     'd1 d2',      'd1 d2',           'd1',     'd1',      'd1 d2'       ]],
  ['unlisted',  'new',       [ '',       '',           's1 s2',           '',       's1',      's1 s2'       ]],
  ['unlisted',  'existing',  [ 'd1',     'd1 d2',      's1 s2',           'd1',     's1',      's1 s2'       ]],
]

// oxfmt-ignore
const whenSourceHasNone: [method: string, target: string, cells: Cells][] = [
  ['Keep',      'existing',  [ '',       '',           '',                '',       '',        ''            ]],
  ['Remove',    'existing',  [ '',       '',           '',                '',       '',        ''            ]],
  ['Copy',      'existing',  [ '',       '',           '',                '',       '',        ''            ]],
  ['Overwrite', 'existing',  [ '',       '',           '',                '',       '',        ''            ]],
  ['Append',    'existing',  [ 'd1',     'd1 d2',      'd1 d2',           'd1',     'd1',      'd1 d2'       ]],
  ['Ignore',    'existing',  [ 'd1',     'd1 d2',      'd1 d2',           'd1',     'd1',      'd1 d2'       ]],
  ['unlisted',  'existing',  [ 'd1',     'd1 d2',      '',                'd1',     '',        ''            ]],
]

const rows = [
  ...whenSourceHasLinks.map((row) => ['links', ...row] as const),
  ...whenSourceHasNone.map((row) => ['no links', ...row] as const),
].flatMap(([source, method, target, cells]) =>
  columns.map((column, index) => ({ source, method, target, ...column, expected: cells[index] ?? '' })),
)

test.each(rows)(
  'copy: $method with $source, $target target, $role of $cardinality: $expected (interface 4.3.5)',
  async ({ source, method, target, role, cardinality, expected }) => {
    const relation = `${role}${cardinality}`
    const { data, status, id } = await copyItem(source === 'links', target, {
      relation_copy_options: columns
        .map((column) => `${column.role}${column.cardinality}`)
        .map((name) => ({ relation: name, method: name === relation ? method : 'Ignore' }))
        .filter(({ method: given }) => given !== 'unlisted'),
    })

    expect(status).toBe(expected === '400' ? 400 : target === 'new' ? 201 : 200)
    expect(id === undefined ? '400' : relatedNames(data, id, relation)).toBe(expected)
    expectConsistentRelations(data)
  },
)

/** Interface 4.3.6. The source has "s", the destination "d". */
// oxfmt-ignore
const propertyMethods: [method: string, target: string, plain: string | null, unique: string | null][] = [
  //                         plain   unique
  ['Keep',      'new',       's',    null ],
  ['Keep',      'existing',  's',    'd'  ],
  ['Remove',    'new',       null,   null ],
  ['Remove',    'existing',  null,   null ],
  ['Overwrite', 'new',       'n',    'n'  ],
  ['Overwrite', 'existing',  'n',    'n'  ],
  ['Ignore',    'new',       null,   null ],
  ['Ignore',    'existing',  'd',    'd'  ],
  ['unlisted',  'new',       's',    null ],
  ['unlisted',  'existing',  's',    'd'  ],
]

test.each(propertyMethods)(
  'copy: %s a property, %s target: %s, unique: %s (interface 4.3.6)',
  async (method, target, plain, unique) => {
    const options = ['Plain', 'Unique'].map((property) => ({
      property,
      method,
      ...(method === 'Overwrite' ? { new_value: 'n' } : {}),
    }))
    const { data, id = 0 } = await copyItem(
      true,
      target,
      method === 'unlisted' ? {} : { property_copy_options: options },
    )
    const { Plain = null, Unique = null } = data.entities.get(id)?.properties ?? {}

    expect([id > 0, Plain, Unique]).toEqual([true, plain, unique])
  },
)

const sandboxes = new Map<boolean, Promise<Sandbox>>()

/** Copies item 1001 in a fork of the items; copy.test.ts compares the doors. */
async function copyItem(sourceHasLinks: boolean, target: string, options: object) {
  const given = sandboxes.get(sourceHasLinks) ?? buildSandbox({ definitions, data: items(sourceHasLinks) })

  sandboxes.set(sourceHasLinks, given)

  const sandbox = (await given).fork('default')
  const json = { ...(target === 'existing' ? { destination_entity_id: 1002 } : {}), ...options }
  const response = await createFetchHandler(sandbox)(
    new Request('http://localhost/api/entities/1001/copy', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(json),
    }),
  )
  const { id } = (await response.json()) as { id?: number } // absent if it was rejected

  return { data: sandbox.data, status: response.status, id }
}

function relatedNames({ entities }: Data, id: number, relation: string): string {
  const { parents = [], children = [] } = entities.get(id)?.relations[relation] ?? {}
  const names = [...parents, ...children].map((each) => {
    const name = entities.get(each)?.properties['Name']

    return `${typeof name === 'string' ? name : 'no name'}${each < 10_000 ? '' : "'"}`
  })

  return names.join(' ')
}

/** A definition with a relation for every role and cardinality, and the definition at their other ends. */
const definitions = [
  define(101, 'T.Item', [
    { type: 'String', name: 'Plain' },
    { type: 'String', name: 'Unique', is_unique: true },
    ...columns.map(({ role, cardinality }) =>
      relationEnd(`${role}${cardinality}`, role, cardinality, 'T.Other'),
    ),
  ]),
  define(102, 'T.Other', [
    { type: 'String', name: 'Name' },
    ...columns.map(({ role, cardinality }) =>
      relationEnd(`${role}${cardinality}`, role === 'Parent' ? 'Child' : 'Parent', cardinality, 'T.Item'),
    ),
  ]),
]

function items(sourceHasLinks: boolean): Entity[] {
  const others: Entity[] = []
  const relationsTo = (owner: number, letter: string, first: number): Entity['relations'] =>
    Object.fromEntries(
      columns.map(({ role, cardinality }, index) => {
        const name = `${role}${cardinality}`
        const ids = Array.from({ length: counts[role][cardinality] }, (_, step) => first + index * 10 + step)
        const [own, opposite] =
          role === 'Parent' ? (['children', 'parents'] as const) : (['parents', 'children'] as const)

        for (const [step, id] of ids.entries()) {
          others.push(
            entity(id, 'T.Other', {
              properties: { Name: `${letter}${step + 1}` },
              relations: { [name]: { [opposite]: [owner] } },
            }),
          )
        }

        return [name, { [own]: ids }]
      }),
    )

  const source = entity(1001, 'T.Item', {
    properties: { Plain: 's', Unique: 's' },
    relations: sourceHasLinks ? relationsTo(1001, 's', 2000) : {},
  })
  const destination = entity(1002, 'T.Item', {
    properties: { Plain: 'd', Unique: 'd' },
    relations: relationsTo(1002, 'd', 3000),
  })

  return [source, destination, entity(10_000, 'T.Other'), ...others]
}
