import { execFileSync } from 'node:child_process'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { withBase, copyAs, type RequestToCopy } from './copy-as.ts'

const odd = `{"Title":"It's \\"odd\\"\\nand ünïcode 🌵 $HOME \`x\` \\\\"}`
const request: RequestToCopy = {
  method: 'POST',
  url: 'http://localhost:4010/api/entities?culture=en-US&q=a b',
  headers: { 'Content-Type': 'application/json', Authorization: 'Bearer $TOKEN' },
  body: odd,
}

test('copy as: curl arguments survive a shell', () => {
  const command = copyAs('curl', request).replace(/^curl/, `printf '%s\\n'`)
  const words = execFileSync('sh', ['-c', command], { encoding: 'utf8' }).split('\n')

  expect(words).toEqual([
    '-X',
    'POST',
    request.url,
    '-H',
    'Content-Type: application/json',
    '-H',
    'Authorization: Bearer $TOKEN',
    '--data-raw',
    odd,
    '',
  ])
})

test.each(['fetch', 'Playwright'] as const)('copy as: %s code sends the same request', (format) => {
  const calls: unknown[][] = []
  const record = (...sent: unknown[]) => {
    calls.push(sent)
  }
  const code = copyAs(format, request).replace('const response = await ', '')

  runInNewContext(code, { fetch: record, request: { post: record } })

  const [[url, options]] = calls as [[string, { headers: unknown; body?: string; data?: unknown }]]

  expect(url).toBe(request.url)
  expect(options.headers).toEqual(request.headers)
  expect(options.data ?? JSON.parse(options.body ?? '')).toEqual(JSON.parse(odd))
})

test('copy as: a GET without headers needs no options', () => {
  const read = { method: 'GET', url: 'http://localhost/api/entities/7', headers: {} }

  expect(copyAs('fetch', read)).toBe('const response = await fetch("http://localhost/api/entities/7")\n')
  expect(copyAs('curl', read)).toBe('curl http://localhost/api/entities/7')
  expect(copyAs('curl', { ...read, body: '{}' })).toContain('curl -X GET ')
})

test('copy as: an msw handler returns the response of the request', () => {
  const code = copyAs('msw handler', {
    ...request,
    response: { status: 201, headers: { location: '/api/entities/9', date: 'x' }, body: '{"id":9}' },
  })

  expect(code).toContain('http.post("*/api/entities", () =>')
  expect(code).toContain('"id": 9')
  expect(code).toContain('status: 201')
  expect(code).toContain('"location": "/api/entities/9"')
  expect(code).not.toContain('date')
})

test('copy as: an msw handler of an empty response has no body', () => {
  const code = copyAs('msw handler', { ...request, response: { status: 204, headers: {}, body: '' } })

  expect(code).toContain('new HttpResponse(null, { status: 204 })')
})

test('copy as: base URL and token can be variables; the body is unchanged', () => {
  const rebased = withBase('$BASE_URL', { ...request, body: '{"Title":"$TOKEN"}' }, 'http://localhost:4010')
  const command = copyAs('curl', rebased).replace(/^curl/, `printf '%s\\n'`)
  const words = execFileSync('sh', ['-c', command], {
    encoding: 'utf8',
    env: { BASE_URL: 'https://real.example', TOKEN: 'a b' },
  }).split('\n')

  expect(words).toContain('https://real.example/api/entities?culture=en-US&q=a b')
  expect(words).toContain('Authorization: Bearer a b')
  expect(words).toContain('{"Title":"$TOKEN"}')

  const code = copyAs('fetch', rebased).replace('const response = await ', '')
  const calls: unknown[][] = []

  runInNewContext(code, {
    BASE_URL: 'https://real.example',
    TOKEN: 'secret',
    fetch: (...sent: unknown[]) => calls.push(sent),
  })

  expect(calls).toEqual([
    [
      'https://real.example/api/entities?culture=en-US&q=a b',
      expect.objectContaining({
        headers: { 'Content-Type': 'application/json', Authorization: 'Bearer secret' },
      }),
    ],
  ])
})

test('copy as: a relative URL has no base', () => {
  const rebased = withBase(
    'relative',
    { method: 'GET', url: 'http://host/s/a/api/x', headers: {} },
    'http://host/s/a',
  )

  expect(copyAs('Playwright', rebased)).toBe('const response = await request.get("/api/x")\n')
  expect(copyAs('msw handler', rebased)).toContain('http.get("*/api/x"')
})
