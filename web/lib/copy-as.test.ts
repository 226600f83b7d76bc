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

test('copy as: fetch code sends the same request', () => {
  const calls: unknown[][] = []
  const record = (...sent: unknown[]) => {
    calls.push(sent)
  }
  const code = copyAs('fetch', request).replace('const response = await ', '')

  runInNewContext(code, { fetch: record })

  const [[url, options]] = calls as [[string, { headers: unknown; body: string }]]

  expect(url).toBe(request.url)
  expect(options.headers).toEqual(request.headers)
  expect(JSON.parse(options.body)).toEqual(JSON.parse(odd))
})

test('copy as: a GET without headers needs no options', () => {
  const read = { method: 'GET', url: 'http://localhost/api/entities/7', headers: {} }

  expect(copyAs('fetch', read)).toBe('const response = await fetch("http://localhost/api/entities/7")\n')
  expect(copyAs('curl', read)).toBe('curl http://localhost/api/entities/7')
  expect(copyAs('curl', { ...read, body: '{}' })).toContain('curl -X GET ')
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

  expect(copyAs('fetch', rebased)).toBe('const response = await fetch("/api/x")\n')
})
