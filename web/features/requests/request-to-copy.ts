import type { JournalEntry } from '../../service/journal-stream.ts'
import { personaToken, type OutgoingRequest } from '../../service/service-client.ts'
import type { RequestToCopy } from '../../lib/copy-as.ts'
import { parseJson, type Json } from '../../lib/parse-json.ts'
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

/** The request of a journal entry, to show as code; with a token of its user, and why it can’t be sent again. */
export function requestToCopy(entry: JournalEntry): RequestToCopy & { problem: string | undefined } {
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
    problem:
      request.body && (request.body.truncated || request.body.text === undefined)
        ? 'The journal did not record the whole body, so the request can’t be sent again.'
        : undefined,
  }
}

/**
 * The request of a journal entry, to send it again with its headers, except those of the sandbox.
 *
 * @param as the user who sends it, if not its own
 */
export function requestToReplay(entry: JournalEntry, as?: string): OutgoingRequest {
  const { body } = entry.request
  const { method, headers, problem } = requestToCopy(entry)

  if (problem !== undefined) throw new Error(problem)

  const sentHeaders = Object.entries(headers)
    .filter(([name]) => !name.startsWith('x-sandbox') && !(as !== undefined && credentialHeaders.test(name)))
    // Written as in `headersOf()`, whose default it replaces.
    .map(([name, value]) => [name === 'content-type' ? 'Content-Type' : name, value] as const)

  return {
    method,
    path: pathWithQuery(entry),
    ...(body ? { body: body.text } : {}),
    persona:
      as ??
      (Object.keys(headers).some((name) => credentialHeaders.test(name))
        ? 'anonymous'
        : (entry.user ?? 'anonymous')),
    headers: { ...Object.fromEntries(sentHeaders), 'X-Sandbox-Source': 'replay' },
    cache: 'no-store',
  }
}

export function textOfBody(body: JournalEntry['response']['body']): string | undefined {
  return body === null || body === 'streamed' ? undefined : body.text
}

/** A body as JSON if it is that, else as text. */
export function valueOfBody(body: JournalEntry['response']['body']): Json | undefined {
  const text = textOfBody(body)

  return text === undefined ? undefined : (parseJson(text) ?? text)
}
