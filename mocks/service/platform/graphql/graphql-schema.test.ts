import * as fc from 'fast-check'
import { getIntrospectionQuery, printSchema, validateSchema, type GraphQLSchema } from 'graphql'
import { expect } from 'vitest'
import { buildSandbox, type CreateSandboxOptions } from '../../../local/build-sandbox.ts'
import { EntityDefinition } from '../../../data/model/definitions/definition.ts'
import { openDoors } from '../../../testing/doors.ts'
import { test } from '../../../testing/test-with-doors.ts'
import { define, entity, relationEnd } from '../../../testing/records.ts'
import { runs, seed } from '../../../testing/scale.ts'
import { schemaOf } from './graphql-schema.ts'

async function schemaFor(options: CreateSandboxOptions): Promise<GraphQLSchema> {
  return schemaOf((await buildSandbox(options)).data)
}

/** A type, an input or an enumeration of a schema, without descriptions. */
function typeIn(schema: GraphQLSchema, name: string): string {
  const [text = ''] = new RegExp(`^\\w+ ${name}\\b[^]*?^}`, 'm').exec(printSchema(schema)) ?? []

  return text.replace(/^ *""".*"""\n/gm, '').replace(/\n\n/g, '\n')
}

const text = (name: string) => ({ type: 'String', name })

/** The problems of a schema, which GraphQL would report. */
function problemsOf(schema: GraphQLSchema): string[] {
  return validateSchema(
    Object.assign(Object.create(Object.getPrototypeOf(schema)), schema, { __validationErrors: undefined }),
  ).map(({ message }) => message)
}

test('the schema of the built-in definitions is valid, and has the documented types', async () => {
  const schema = await schemaFor({ entities: 0 })

  expect(problemsOf(schema)).toEqual([])
  expect(Object.keys(schema.getQueryType()?.getFields() ?? {})).toEqual(
    expect.arrayContaining([
      'm_Asset',
      'allM_Asset',
      'm_Final_LifeCycle_Status',
      'allM_Final_LifeCycle_Status',
      'user',
      'allUser',
    ]),
  )
  expect(typeIn(schema, 'M_AssetList')).toBe(
    'type M_AssetList {\n  total: Int!\n  pageInfo: PageInfo!\n  results: [M_Asset!]!\n}',
  )
})

test.each([
  ['M.PCM.Product', 'm_PCM_Product', 'allM_PCM_Product'],
  ['4f4e3.Page', '_f4e3_Page', 'all_f4e3_Page'],
  ['FL-Event', 'fL_Event', 'allFL_Event'],
  ['String', 'string_2', 'allString_2'],
])('definition %s has the fields %s and %s', async (name, one, many) => {
  const schema = await schemaFor({ definitions: [define(101, name, [text('Title')])], data: [] })

  expect(Object.keys(schema.getQueryType()?.getFields() ?? {})).toEqual(expect.arrayContaining([one, many]))
})

test.each([
  ['Title', 'title'],
  ['Content.Name', 'content_Name'],
  ['Content_Name', 'content_Name'],
  ['PCMProductName', 'pCMProductName'],
  ['OrderCloudID', 'orderCloudID'],
  ['4f4e3_Title', '_f4e3_Title'],
  ['Größe', 'gr__e'],
  ['__typename', '_typename'],
  ['constructor', 'constructor'],
])('property %s is field %s', async (name, field) => {
  const schema = await schemaFor({ definitions: [define(101, 'T.Page', [text(name)])], data: [] })

  expect(typeIn(schema, 'T_Page')).toMatch(new RegExp(`^  ${field}: String$`, 'm'))
  expect(typeIn(schema, 'T_PageFilter')).toContain(`  ${field}_eq: String`)
  expect(typeIn(schema, 'T_PageOrderBy')).toContain(`  ${field.toUpperCase()}_ASC`)
  expect(problemsOf(schema)).toEqual([])
})

test('of several members with the same name in GraphQL the first has it, and the others have a number', async () => {
  await using doors = await openDoors({
    definitions: [
      define(101, 'T.Page', [
        text('Content.Name'),
        text('Content_Name'),
        text('Id'),
        text('title'),
        text('TITLE'),
      ]),
      define(102, 'T_Page', [text('Title')]),
      define(103, 'T.PageList', [text('Title')]),
    ],
    data: [
      entity(1001, 'T.Page', {
        properties: {
          'Content.Name': 'first',
          Content_Name: 'second',
          Id: 'own',
          title: 'small',
          TITLE: 'large',
        },
      }),
    ],
  })

  expect(
    await doors.dataOf(`{ allT_Page(where: { content_Name_2_eq: "second" }, orderBy: TITLE_2_ASC) {
        results { id content_Name content_Name_2 id_2 title tITLE }
      } t_Page_2(id: "x") { title } t_PageList(id: "x") { title } }`),
  ).toEqual({
    allT_Page: {
      results: [
        {
          id: 't-1001',
          content_Name: 'first',
          content_Name_2: 'second',
          id_2: 'own',
          title: 'small',
          tITLE: 'large',
        },
      ],
    },
    t_Page_2: null,
    t_PageList: null,
  })
})

test('content has an interface, with a type for each content type', async () => {
  const toContent = (role: 'Parent' | 'Child', other: string) =>
    relationEnd('ContentTypeToContent', role, 'OneToMany', other)

  await using doors = await openDoors({
    definitions: [
      define(101, 'M.Content', [
        text('Content.Name'),
        text('Blog_Title'),
        toContent('Child', 'M.ContentType'),
      ]),
      define(102, 'M.ContentType', [text('Label'), toContent('Parent', 'M.Content')]),
    ],
    data: [
      entity(2001, 'M.ContentType', {
        identifier: 'M.ContentType.Blog',
        relations: { ContentTypeToContent: { children: [1001] } },
      }),
      entity(2002, 'M.ContentType', { identifier: 'M.ContentType.6b391' }),
      entity(1001, 'M.Content', {
        identifier: 'post',
        properties: { Blog_Title: 'Leeks' },
        relations: { ContentTypeToContent: { parents: [2001] } },
      }),
      entity(1002, 'M.Content', { identifier: 'note', properties: { 'Content.Name': 'Note' } }),
    ],
  })

  expect(
    await doors.dataOf(`{ allM_Content { results { __typename id ... on M_Content_Blog { blog_Title } } }
         allM_Content_Blog(where: { blog_Title_neq: null }) { total results { blog_Title content_Name } }
         allM_Content_6b391 { total }
         m_Content_Blog(id: "post") { id } other: m_Content_Blog(id: "note") { id } m_Content(id: "note") { content_Name } }`),
  ).toEqual({
    allM_Content: {
      results: [
        { __typename: 'M_Content_Blog', id: 'post', blog_Title: 'Leeks' },
        { __typename: 'M_Content_Untyped', id: 'note' },
      ],
    },
    allM_Content_Blog: { total: 1, results: [{ blog_Title: 'Leeks', content_Name: null }] },
    allM_Content_6b391: { total: 0 },
    m_Content_Blog: { id: 'post' },
    other: null,
    m_Content: { content_Name: 'Note' },
  })
})

test('the introspection query of IDEs and generators is within the limits', async (doors) => {
  expect(await doors.dataOf(getIntrospectionQuery())).toMatchObject({
    __schema: { queryType: { name: 'Query' } },
  })
})

const names = fc.oneof(
  fc.constantFrom(
    'Title',
    'title',
    'T.A',
    'T_A',
    '__proto__x',
    'id',
    'Id',
    '1',
    '11',
    '_',
    '-',
    'Query',
    'M.A_eq',
    'AND',
  ),
  fc.string({ minLength: 1, maxLength: 6, unit: 'grapheme' }),
)
const definitionNames = fc.oneof(
  fc.constantFrom(
    'M.A',
    'M_A',
    'M-A',
    'Query',
    'PageInfo',
    'JSON',
    'M.AList',
    'M.AFilter',
    'M.Content',
    '_.x',
    '4.x',
    'allM.A',
  ),
  fc.stringMatching(/^[A-Za-z._-][A-Za-z0-9._-]{0,4}$/),
)

test('the schema of any definitions is valid', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(definitionNames, { minLength: 1, maxLength: 5, selector: (name) => name.toLowerCase() }),
      fc.uniqueArray(names, { maxLength: 8 }),
      async (definitions, members) => {
        const known = definitions.filter((name) => EntityDefinition.shape.name.safeParse(name).success)
        const properties = members.filter((name) => name !== '__proto__')
        const schema = await schemaFor({
          definitions: known.map((name, index) =>
            define(101 + index, name, [
              ...properties.map(text),
              relationEnd(`${properties[0] ?? 'To'}Self`, 'Parent', 'ManyToMany', known[0] ?? name),
            ]),
          ),
          data: [],
        })

        expect(problemsOf(schema)).toEqual([])
      },
    ),
    { numRuns: runs(12, 300), seed },
  )
})
