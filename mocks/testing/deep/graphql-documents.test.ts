import { expect, test, vi } from 'vitest'
import { createSandbox } from '../../index.ts'
import { createStream } from '../../data/model/shared/random.ts'
import { isDeep, seed } from '../scale.ts'

const count = isDeep ? 10_000 : 100

const documents = [
  'query Page($tag: String, $n: Int = 2) { allM_Asset(first: $n, where: { OR: [{ title_contains: "a" }, { fileName_neq: null }], tagToAsset: { m_Tag_ids: $tag } }, orderBy: [TITLE_ASC]) { total pageInfo { hasNext endCursor } results { ...Fields tagToAsset(first: 1) { results { id taxonomyName } } } } } fragment Fields on M_Asset { id title urls createdOn }',
  '{ __schema { types { name fields(includeDeprecated: true) { name type { kind ofType { name } } } } } m_Asset(id: "x") { __typename ... @include(if: true) { title } } }',
]
const tokens = [
  ...`{ } ( ) [ ] : = ! | & $ @ ... , # " """ \\u{110000} query mutation subscription fragment on type extend null true`.split(
    ' ',
  ),
  ...'-1 1e999 0. 2147483648 allM_Asset m_Asset results total where first after orderBy title_eq AND OR M_Asset'.split(
    ' ',
  ),
  ...'title id $tag @skip(if:$x) __typename __schema __proto__ constructor "a" 💥 \u0000 \ufeff'.split(' '),
  '9'.repeat(400),
  ' '.repeat(100),
]
const many = (length: number, part: (index: number) => string) =>
  Array.from({ length }, (_, i) => part(i)).join(' ')
const nested = (depth: number, open: string, close: string) => `${open.repeat(depth)}a${close.repeat(depth)}`

/** Documents that are made to exhaust a server. None of them has a result. */
const attacks: Record<string, string> = {
  'deep fields': `{ m_Asset(id: "x") { ${nested(50, 'tagToAsset { results { ', ' } }')} } }`,
  'deep braces': nested(100_000, '{', '}'),
  'deep lists': `{ allM_Asset(where: { title_anyOf: ${nested(100_000, '[', ']')} }) { total } }`,
  'deep conditions': `{ allM_Asset(where: ${nested(5000, '{ AND: [', '] }')}) { total } }`,
  aliases: `{ ${many(1000, (i) => `a${i}: allM_Asset { total }`)} }`,
  'fragments that double': `{ allM_Asset { results { ...F0 } } } ${many(40, (i) => `fragment F${i} on M_Asset { tagToAsset(first: 100) { results { tagToAsset: assetTag(first: 100) { results { ...F${i + 1} } } } } }`)}`,
  'fragments in a circle':
    '{ allM_Asset { results { ...A } } } fragment A on M_Asset { ...B } fragment B on M_Asset { ...A }',
  'a chain of fragments': `{ ...F0 } ${many(2400, (i) => `fragment F${i} on Query { ...F${i + 1} }`)}`,
  'fields that conflict': `{ ${many(400, (i) => `allM_Asset(first: ${i}) { total }`)} }`,
  directives: `{ __typename ${'@skip(if: false) '.repeat(2000)} }`,
  'pages of millions': `{ ${many(400, (i) => `a${i}: allM_Asset(first: 1000) { results { ...F } }`)} } fragment F on M_Asset { id ${nested(8, 'tagToAsset(first: 1000) { results { i: id ', ' } }').replace(' a ', ' ')} }`,
  'many tokens': `{ ${'a '.repeat(200_000)} }`,
  'a long string': `{ m_Asset(id: "${'x'.repeat(900_000)}`,
  'many variables': `query (${many(3000, (i) => `$v${i}: String`)}) { __typename }`,
  'introspection in depth': `{ __schema { types { ${nested(60, 'fields { type { ', 'name } }')} } } }`,
}

test(`none of ${count} damaged or hostile GraphQL documents stops the service; each has a result or errors (seed ${seed})`, async () => {
  const stream = createStream(seed, 'graphql')
  const problems: string[] = []
  const report = vi.spyOn(console, 'error').mockImplementation((text) => void problems.push(String(text)))

  await using sandbox = await createSandbox({ entities: 60, seed })

  const ask = async (query: string): Promise<{ data?: unknown; errors?: { message: string }[] }> => {
    const started = performance.now()
    const response = await sandbox.fetch('/api/graphql/preview/v1', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ query, variables: { tag: stream.pick([null, 1, 'x', {}, []]) } }),
    })
    const ms = performance.now() - started
    const text = await response.text()

    // Generous, because the machine may be busy; the hangs that this looks for take minutes.
    if (response.status !== 200 || ms > 20_000) {
      problems.push(`${response.status} after ${ms} ms: ${query.slice(0, 300)}: ${text.slice(0, 300)}`)
    }

    return JSON.parse(text)
  }

  for (const [name, query] of Object.entries(attacks)) {
    const { errors } = await ask(query)

    if (!errors?.length) problems.push(`${name}: has a result`)
  }
  for (let number = 0; number < count && problems.length < 5; number++) {
    const document = stream.pick(documents)
    const at = stream.between(0, document.length)
    const soup = Array.from({ length: stream.between(1, 12) }, () => stream.pick(tokens)).join(' ')
    const damaged = `${document.slice(0, at)}${soup}${document.slice(at + stream.between(0, 8))}`
    const { data, errors } = await ask(stream.next() < 0.8 ? damaged : soup)

    if (data === undefined && !errors?.length) problems.push(`no result: ${damaged.slice(0, 300)}`)
  }
  report.mockRestore()

  expect(problems).toEqual([])
}, 2_400_000)
