import { isIP } from 'node:net'
import { dayLength } from '../../data/model/shared/dates.ts'

/** A private key and its certificate (PEM), as options of `https.createServer`. */
interface Certificate {
  readonly key: string
  readonly cert: string
}

/** Browsers reject certificates that are valid for much longer than a year. */
const lifetime = 365 * dayLength

/** DER tags (X.690). */
const tags = { integer: 2, bits: 3, octets: 4, id: 6, text: 12, sequence: 0x30, set: 0x31, time: 0x17 }
/** DER-encoded object identifiers of a certificate (RFC 5280). */
const ids = {
  ecdsaWithSha256: '06082a8648ce3d040302',
  commonName: '0603550403',
  alternativeNames: '0603551d11',
  basicConstraints: '0603551d13',
  extendedUsage: '0603551d25',
  serverAuthentication: '06082b06010505070301',
}

/** Generates a self-signed certificate for a server with these names and addresses. */
export function makeCertificate(names: readonly string[]): Certificate {
  const { generateKeyPairSync, randomBytes, sign } = process.getBuiltinModule('node:crypto')
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const algorithm = der(tags.sequence, id('ecdsaWithSha256'))
  const name = der(
    tags.sequence,
    der(tags.set, der(tags.sequence, id('commonName'), der(tags.text, Buffer.from('entity-sandbox')))),
  )
  const content = der(
    tags.sequence,
    der(0xa0, der(tags.integer, Buffer.of(2))),
    der(tags.integer, Buffer.concat([Buffer.of(0x4f), randomBytes(15)])),
    algorithm,
    name,
    der(tags.sequence, time(Date.now() - dayLength), time(Date.now() + lifetime)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, extensionsFor(names)),
  )
  const signature = Buffer.concat([Buffer.of(0), sign('sha256', content, privateKey)])
  const certificate = der(tags.sequence, content, algorithm, der(tags.bits, signature))

  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${certificate.toString('base64').replace(/.{1,64}/g, '$&\n')}-----END CERTIFICATE-----\n`,
  }
}

function extensionsFor(names: readonly string[]): Buffer {
  const all = names.map((name) =>
    isIP(name) === 0 ? der(0x82, Buffer.from(name, 'ascii')) : der(0x87, addressBytes(name)),
  )

  return der(
    tags.sequence,
    extension('alternativeNames', der(tags.sequence, ...all)),
    extension('basicConstraints', der(tags.sequence)),
    extension('extendedUsage', der(tags.sequence, id('serverAuthentication'))),
  )
}

function extension(name: keyof typeof ids, value: Buffer): Buffer {
  return der(tags.sequence, id(name), der(tags.octets, value))
}

function id(name: keyof typeof ids): Buffer {
  return Buffer.from(ids[name], 'hex')
}

/** The year has two digits, as certificates require before 2050 (RFC 5280, 4.1.2.5). */
function time(at: number): Buffer {
  return der(tags.time, Buffer.from(`${new Date(at).toISOString().replace(/\D/g, '').slice(2, 14)}Z`))
}

/** The bytes of an address; `::` in an IPv6 address stands for the missing groups of zeros. */
function addressBytes(address: string): Buffer {
  if (isIP(address) === 4) return Buffer.from(address.split('.').map(Number))

  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const [first, last] = [groupsIn(head), groupsIn(tail ?? '')]
  const all = [...first, ...Array.from({ length: 8 - first.length - last.length }, () => '0'), ...last]

  return Buffer.from(all.map((group) => group.padStart(4, '0')).join(''), 'hex')
}

function groupsIn(text: string): string[] {
  return text === '' ? [] : text.split(':')
}

/** A DER value: tag, length, content. */
function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  const { length } = content
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]

  return Buffer.concat([Buffer.of(tag, ...size), content])
}
