import { readFile } from 'node:fs/promises'
import { isIP } from 'node:net'
import { dayLength } from '../../data/model/shared/dates.ts'
import { messageOf } from '../../data/model/shared/errors.ts'
import { UsageError } from './command-line/arguments.ts'

/** A private key and its certificate (PEM), as options of `https.createServer`. */
export interface Certificate {
  readonly key: string
  readonly cert: string
}

/** Browsers reject certificates that are valid for much longer than a year. */
const lifetime = 365 * dayLength

/**
 * The certificate and private key in files.
 *
 * @throws {UsageError} when they can't be read or used
 */
export async function readCertificate(certFile: string, keyFile = certFile): Promise<Certificate> {
  const { createSecureContext } = process.getBuiltinModule('node:tls')

  try {
    const certificate = { cert: await readFile(certFile, 'utf8'), key: await readFile(keyFile, 'utf8') }

    createSecureContext(certificate)

    return certificate
  } catch (error) {
    throw new UsageError(
      `The certificate ${certFile} with the key ${keyFile} can't be used: ${messageOf(error)}.`,
    )
  }
}

/** Generates a self-signed certificate for a server with these names and addresses. */
export async function makeCertificate(names: readonly string[]): Promise<Certificate> {
  const now = Date.now()
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }

  // Loaded only when needed; the second package requires the first.
  await import('reflect-metadata')
  const x509 = await import('@peculiar/x509')
  const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    name: 'CN=entity-sandbox',
    notBefore: new Date(now - dayLength),
    notAfter: new Date(now + lifetime),
    keys,
    signingAlgorithm: algorithm,
    extensions: [
      new x509.SubjectAlternativeNameExtension(
        names.map((value) => ({ type: isIP(value) === 0 ? ('dns' as const) : ('ip' as const), value })),
      ),
      new x509.BasicConstraintsExtension(false),
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
    ],
  })
  const key = await crypto.subtle.exportKey('pkcs8', keys.privateKey)

  return { key: x509.PemConverter.encode(key, 'PRIVATE KEY'), cert: certificate.toString('pem') }
}
