import type { JournalEntry } from '../../service/journal-stream.ts'
import { personaToken, type OutgoingRequest } from '../../service/service-client.ts'
import type { RequestToCopy } from '../../lib/copy-as.ts'
import { absoluteServiceUrl } from '../../lib/page-addresses.ts'

/** Headers that clients set automatically. */
const automaticHeaders =
  /^(accept|accept-language|user-agent|sec-.*|origin|referer|cache-control|pragma|dnt|priority|x-sandbox-source)$/

const credentialHeaders = /^(authorization|x-auth-token|x-gql-token)$/

export function pathWithQuery({ path, query }: JournalEntry): string {
  return query ? `${path}?${query}` : path
}

/** The id of the entity in the path; undefined after 404. */
export function entityIdIn({ path, status }: JournalEntry): string | undefined {
  return status === 404 ? undefined : /^\/api\/entities\/(\d+)/.exec(path)?.[1]
}

/** The request of a journal entry, to show as code; with a token of its user, because the journal records none. */
export function requestToCopy(entry: JournalEntry): RequestToCopy {
  const { method, request, user, status } = entry
  // Without a user, a 401 means that the token is invalid, as this one is.
  const token = personaToken(user ?? (status === 401 ? 'unknown' : 'editor'))
  const headers = Object.entries(request.headers)
    .filter(([name]) => !automaticHeaders.test(name))
    .map(([name, value]): [string, string] => [
      name,
      credentialHeaders.test(name) ? `${name === 'authorization' ? 'Bearer ' : ''}${token}` : value,
    ])

  return {
    method,
    url: `${absoluteServiceUrl}${pathWithQuery(entry)}`,
    headers: Object.fromEntries(headers),
    body: textOfBody(request.body),
  }
}

/** The request of a journal entry, to send it again as its user and with its headers, except those of the sandbox. */
export function requestToReplay(entry: JournalEntry): OutgoingRequest {
  const { body } = entry.request
  const { method, headers } = requestToCopy(entry)

  if (body && (body.truncated || body.text === undefined))
    throw new Error('The journal did not record the whole body, so the request can’t be sent again.')

  const sentHeaders = Object.entries(headers)
    .filter(([name]) => !name.startsWith('x-sandbox'))
    // Written as in `headersOf()`, whose default it replaces.
    .map(([name, value]) => [name === 'content-type' ? 'Content-Type' : name, value] as const)

  return {
    method,
    path: pathWithQuery(entry),
    ...(body ? { body: body.text } : {}),
    persona: Object.keys(headers).some((name) => credentialHeaders.test(name))
      ? 'anonymous'
      : (entry.user ?? 'anonymous'),
    headers: { ...Object.fromEntries(sentHeaders), 'X-Sandbox-Source': 'replay' },
    cache: 'no-store',
  }
}

export function textOfBody(body: JournalEntry['response']['body']): string | undefined {
  return body === null || body === 'streamed' ? undefined : body.text
}
