import { addFaults } from '../../sandbox/faults/fault-set.ts'
import { X509Certificate } from 'node:crypto'
import { get } from 'node:https'
import { createSecureContext } from 'node:tls'
import { expect, test } from 'vitest'
import { kitchenSandbox } from '../../testing/kitchen.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { called } from './upstream/testing/commands.ts'
import { join } from 'node:path'
import { makeCertificate } from './certificate.ts'
import { listen } from './listen.ts'

test('a generated certificate is valid for its names and addresses', async () => {
  const { cert } = await makeCertificate(['localhost', '127.0.0.1', 'fe80::1'])
  const certificate = new X509Certificate(cert)

  expect(certificate.checkHost('localhost')).toBe('localhost')
  expect(certificate.checkIP('127.0.0.1')).toBe('127.0.0.1')
  expect(certificate.checkIP('fe80::1')).toBe('fe80::1')
  expect(certificate.checkHost('elsewhere.test')).toBeUndefined()
  expect(certificate.verify(certificate.publicKey)).toBe(true)
  expect(Date.parse(certificate.validTo)).toBeGreaterThan(Date.now())
  expect(Date.parse(certificate.validFrom)).toBeLessThan(Date.now())
  // UTCTime, as RFC 5280 requires before 2050.
  expect(certificate.raw.includes(Buffer.of(0x17, 13))).toBe(true)
})

test('a certificate can be used, however long its names are', async () => {
  for (let length = 1; length <= 48; length++) {
    const certificate = await makeCertificate(['a'.repeat(length)])

    expect(() => createSecureContext(certificate)).not.toThrow()
  }
})

test('a server responds over HTTPS, and its links start with https', async () => {
  await using server = await listen(await kitchenSandbox(), { https: true })
  const text = await new Promise<string>((resolve, reject) => {
    get(`${server.url}/api/entities/1001`, { rejectUnauthorized: false }, (response) => {
      response.setEncoding('utf8')
      response.on('data', resolve)
    }).on('error', reject)
  })

  expect(server.url).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/)
  expect(text).toContain(`"self":{"href":"${server.url}/api/entities/1001"}`)
})

test('a server has the certificate of one’s own that --cert and --key name; one that can’t be used is said to be', async () => {
  const { cert, key } = await makeCertificate(['blue.example'])
  const other = await makeCertificate(['blue.example'])
  const folder = temporaryFolder({
    'cert.pem': cert,
    'key.pem': key,
    'both.pem': `${cert}\n${key}`,
    'other.pem': other.key,
  })
  const at = (name: string) => join(folder, name)

  for (const options of [{ cert: at('cert.pem'), key: at('key.pem') }, { cert: at('both.pem') }]) {
    await using server = await listen(await kitchenSandbox(), options)
    const names = await new Promise((resolve, reject) => {
      get(`${server.url}/api/status`, { rejectUnauthorized: false }, ({ socket }) => {
        resolve('getPeerCertificate' in socket && Object(socket).getPeerCertificate().subjectaltname)
      }).on('error', reject)
    })

    expect(server.url).toMatch(/^https:/)
    expect(names).toBe('DNS:blue.example')
  }
  for (const [key, problem] of [
    ['other.pem', 'key values mismatch'],
    ['missing.pem', 'no such file'],
  ] as const) {
    expect(await called('--port', '0', '--cert', at('cert.pem'), '--key', at(key))).toMatchObject({
      code: 2,
      out: expect.stringMatching(new RegExp(`cert.pem with the key .*${key} can't be used: .*${problem}`)),
    })
  }
  expect(await called('--key', at('key.pem'))).toMatchObject({
    code: 2,
    out: expect.stringContaining('--key has no effect without --cert.'),
  })
})

test('over HTTPS, a fault cuts the connection', async () => {
  const sandbox = await kitchenSandbox()

  sandbox.change((draft) => addFaults(draft, [{ match: {}, effect: { kind: 'cut' } }]))
  await using server = await listen(sandbox, { https: true })
  const outcome = await new Promise((resolve) => {
    get(`${server.url}/api/entities/1001`, { rejectUnauthorized: false }, ({ statusCode }) =>
      resolve(statusCode),
    ).on('error', (error) => resolve(Object(error).code))
  })

  expect(outcome).toBe('ECONNRESET')
})

test('a server that listens on all addresses lists those at which it can be reached', async () => {
  await using server = await listen(await kitchenSandbox(), { host: '0.0.0.0' })

  expect(server.url).toBe(`http://127.0.0.1:${server.port}`)
  for (const url of server.networkUrls) expect(url).toMatch(/^http:\/\/(?!0\.0\.0\.0)[\d.]+:\d+$/)
  expect((await fetch(`${server.url}/api/entities/1001`)).status).toBe(200)
})
