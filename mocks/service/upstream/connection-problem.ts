import { messageOf } from '../../data/model/shared/errors.ts'

/** What is wrong with a certificate, and what to do about it; undefined if the error is about something else. */
export function certificateProblem(error: unknown): string | undefined {
  const code = codeOf(error)

  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') {
    return 'its certificate is for another host name. Use that name, or one that the certificate has.'
  }
  if (code === 'CERT_HAS_EXPIRED' || code === 'CERT_NOT_YET_VALID') {
    return `its certificate ${code === 'CERT_HAS_EXPIRED' ? 'has expired' : 'is not valid yet'}. Have it renewed, or check the date of this machine.`
  }

  return /CERT|SIGNATURE/.test(code)
    ? `its certificate is not trusted (${code}). Trust it, or its issuer: NODE_EXTRA_CA_CERTS=certificate.pem.`
    : undefined
}

/** Why a request failed, and what to do about it. */
export function connectionProblem(error: unknown): string {
  const code = codeOf(error)

  if (/^ERR_SSL_(WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG)$/.test(code)) {
    return `it does not use TLS (${code}). Does its address start with http:?`
  }
  if (/^(ERR_SSL|EPROTO)/.test(code)) return `the TLS handshake failed (${code}).`
  if (code.startsWith('HPE_')) return `what it sends is not HTTP (${code}).`
  if (/^(UND_ERR_SOCKET|ECONNRESET|EPIPE)$/.test(code)) return `it broke the connection (${code}).`

  // `fetch()` only says that it failed, and why in the cause: "bad port".
  return (
    certificateProblem(error) ?? `${(code || messageOf(Object(error).cause ?? error)).replace(/\.$/, '')}.`
  )
}

function codeOf(error: unknown): string {
  const code: unknown = Object(Object(error).cause).code ?? Object(error).code

  return typeof code === 'string' ? code : ''
}
