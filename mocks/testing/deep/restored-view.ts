import type { ServiceRequest } from '../../service/http/service-request.ts'
import type { Service } from '../../service/http/service.ts'
import { responseOf, serviceRequest, textOf } from '../ask-service.ts'
import { names, storedText, type Name, type Note, type Tokens } from './sandbox-model.ts'
import { redemptionOf, requests, tokensIn, type Body, type Version } from './sandbox-requests.ts'

/** The members of a body; none if it is empty. */
export function bodyIn(text: string): Body {
  return text === '' ? {} : (JSON.parse(text) as Body) // all members are optional
}

/** The version that GET returned. */
export function versionIn({ properties }: Body, etag = ''): Version {
  return { etag, text: properties?.Text ?? '' }
}

/**
 * What a restored sandbox knows, as one text. Its refresh tokens are used then.
 *
 * @param issued tokens that it may know
 * @param onVersion called with each version of an entity that it has
 */
export async function viewOf(
  service: Service,
  issued: readonly Tokens[],
  onVersion: (version: Version) => void,
): Promise<string> {
  const ask = async (request: ServiceRequest) => {
    const reply = await service.handle(request)

    return { status: reply.status, etag: reply.headers['ETag'], body: bodyIn(await textOf(reply)) }
  }
  const notes: Partial<Record<Name, Note>> = {}

  for (const name of names) {
    const { status, body, etag } = await ask(serviceRequest('GET', `/api/entities/identifier/${name}`))

    if (status === 404) continue
    const version = versionIn(body, etag)

    onVersion(version)
    notes[name] = { id: Number(body.id), text: version.text, code: body.properties?.Code ?? '' }
  }

  const { items = [] } = (await ask(requests.faults.request())).body
  const access: string[] = []
  const refresh: string[] = []
  /** Tokens of the redemptions here: a client may have got the same ones later. */
  const renewed = new Set<string>()

  for (const token of new Set(issued.map((tokens) => tokens.access))) {
    const headers = { authorization: `Bearer ${token}` }

    if ((await ask(serviceRequest('GET', '/api/userProfile', { headers }))).status === 200) access.push(token)
  }
  for (const token of new Set(issued.map((tokens) => tokens.refresh))) {
    const { status, body } = renewed.has(token) ? unknown : await ask(redemptionOf(token))

    if (status !== 200) continue
    refresh.push(token)
    renewed.add(tokensIn(body).refresh)
  }

  return storedText({ notes, faults: items.map(({ id }) => id), access, refresh })
}

const unknown = { status: 400, body: {} }

/** The first difference between a sandbox and the one restored from its storage, also in what both do next. */
export async function differenceOf(service: Service, restored: Service): Promise<string | undefined> {
  const note = { entitydefinition: { href: '/api/entitydefinitions/Note' } }

  for (const request of [
    serviceRequest('GET', '/__sandbox/export'),
    requests.faults.request(),
    serviceRequest('POST', '/api/entities', { json: note }),
    requests.addFault.request(),
    requests.signIn.request(),
  ]) {
    const expected = await responseOf(service, request)
    const found = await responseOf(restored, request)

    if (found.body !== expected.body) {
      return `${request.method} ${request.path} of the restored sandbox: ${found.body}\ninstead of: ${expected.body}`
    }
  }

  return undefined
}
