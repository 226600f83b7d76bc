import { execFileSync } from 'node:child_process'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { copyAs, type RequestToCopy } from './copy-as.ts'

const odd = `{"Title":"It's \\"odd\\"\\nand ünïcode 🌵 $HOME \`x\` \\\\"}`
const request: RequestToCopy = {
  method: 'POST',
  url: 'http://localhost:4010/api/entities?culture=en-US&q=a b',
  headers: { 'Content-Type': 'application/json', Authorization: 'Bearer $TOKEN' },
  body: odd,
}

test('copy as: curl arguments survive a shell', () => {
  const command = copyAs.curl(request).replace(/^curl/, `printf '%s\\n'`)
  const words = execFileSync('sh', ['-c', command], { encoding: 'utf8' }).split('\n')

  expect(words).toEqual([
    '-X',
    'POST',
    'http://localhost:4010/api/entities?culture=en-US&q=a%20b',
    '-H',
    'Content-Type: application/json',
    '-H',
    'Authorization: Bearer $TOKEN',
    '--data-raw',
    odd,
    '',
  ])
})

test('copy as: fetch code sends the same request', () => {
  const calls: unknown[][] = []
  const record = (...sent: unknown[]) => {
    calls.push(sent)
  }
  const code = copyAs.fetch(request).replace('const response = await ', '')

  runInNewContext(code, { fetch: record })

  const [[url, options]] = calls as [[string, { headers: unknown; body: string }]]

  expect(url).toBe(new URL(request.url).href)
  expect(options.headers).toEqual(request.headers)
  expect(JSON.parse(options.body)).toEqual(JSON.parse(odd))
})

test.each([
  ["/api?query=Name=='Ü' AND x", '/api?query=Name==%27%C3%9C%27%20AND%20x', []],
  ['/ü b?filter[a]=1', '/%C3%BC%20b?filter[a]=1', ['--globoff']],
  ['/{a,b}?x={c}', '/%7Ba,b%7D?x={c}', ['--globoff']],
])('copy as: the URL %s is written as browsers send it, and not expanded', (path, sent, options) => {
  const url = `http://localhost:4010${path}`
  const command = copyAs.curl({ method: 'GET', url, headers: {} }).replace(/^curl/, `printf '%s\\n'`)
  const words = execFileSync('sh', ['-c', command], { encoding: 'utf8' }).trim().split('\n')

  expect(words).toEqual([...options, `http://localhost:4010${sent}`])
  expect(copyAs.fetch({ method: 'GET', url, headers: {} })).toContain(`"http://localhost:4010${sent}"`)
})

test('copy as: curl sends a header without a value, and a URL without a path is kept as it is', () => {
  expect(copyAs.curl({ method: 'GET', url: 'http://localhost:4010api', headers: { 'x-empty': '' } })).toBe(
    "curl http://localhost:4010api \\\n  -H 'x-empty;'",
  )
})

test('copy as: a GET without headers needs no options', () => {
  const read = { method: 'GET', url: 'http://localhost/api/entities/7', headers: {} }

  expect(copyAs.fetch(read)).toBe('const response = await fetch("http://localhost/api/entities/7")\n')
  expect(copyAs.curl(read)).toBe('curl http://localhost/api/entities/7')
  expect(copyAs.curl({ ...read, body: '{}' })).toContain('curl -X GET ')
})
