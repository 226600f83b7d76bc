import { http, HttpResponse } from 'msw'
import type { MswHandler } from '../service/http/msw/msw-handler.ts'

const by = (name: string) => () => HttpResponse.json({ by: name })

/** Handlers of a user before, between and after those of a sandbox: what every door is to serve in this order. */
export function handlers(own: readonly MswHandler[]): readonly MswHandler[] {
  const status = own.findIndex(({ info }) => info.header.endsWith(' */api/status'))

  return [
    http.get('*/api/entities/7', by('before')),
    ...own.slice(0, status),
    http.get('*/api/*', by('between')),
    ...own.slice(status),
    http.all(/\/(api\/.*|elsewhere)$/, by('after')),
  ]
}

/** For `use()`. */
export const used = http.get('*/api/entities/:id', by('used'))

/** Who answers: a handler of the user by its name, or the sandbox with a status. */
type Answers = Readonly<Record<string, string | number>>

/** The answers to requests of a sandbox with 120 entities. */
export const answers: Answers = {
  'GET /api/entities/7': 'before',
  'GET /api/entities/1000': 200,
  'GET /api/status': 'between',
  'GET /api/unknown': 'between',
  'POST /api/unknown': 404,
}

/** Where a door gets requests to other paths too. */
export const answersElsewhere: Answers = { 'GET /elsewhere': 'after' }

/** While `used` is used. */
export const answersWithUsed: Answers = { 'GET /api/entities/1000': 'used', 'GET /api/status': 'between' }

/** What a door answers to the given requests. Runs in pages too. */
export async function answersOf(
  { expected, base }: { readonly expected: Answers; readonly base: string },
  send: (url: string, init: RequestInit) => Promise<Response> = fetch,
): Promise<Answers> {
  const found: Record<string, string | number> = {}

  for (const request of Object.keys(expected)) {
    const [method = '', path = ''] = request.split(' ')
    const response = await send(base + path, { method })
    const { by: name } = (await response.json()) as { by?: string } // every response here is an object

    found[request] = name ?? response.status
  }

  return found
}
