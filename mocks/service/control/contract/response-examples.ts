import { Call } from '../../http/call.ts'
import { replyTo, type Route } from '../../http/declaration/route.ts'
import { bodyBytes, isStream } from '../../http/replies/reply.ts'
import { ApiError } from '../../../data/model/shared/errors.ts'
import { findUser } from '../../../data/model/users/users.ts'
import { JournalEntry } from '../../../sandbox/journal/journal-entry.ts'
import type { Sandbox } from '../../../sandbox/sandbox.ts'
import { TimeSlice } from '../../../data/store/time-slice.ts'
import { addBodyExample } from './examples.ts'
import type { OpenApiDocument, Operation } from './openapi.ts'
import { tagOfRoute, templatesOf, type PathTemplate } from './operation.ts'

/** Tags of operations whose responses depend only on data and clock, so that the document changes only with the data. */
const exampleTags = new Set(
  'root entities entitydefinitions datasources notifications settings status sandbox users usergroups userProfile roles savedselections downloadorders fetchjobs'.split(
    ' ',
  ),
)

/** The time of the examples. */
const exampleTime = '2026-06-01T12:00:00.000Z'

/** Paths without an example: their response is too large, or depends on earlier requests. */
const excluded = /^\/__sandbox\/(openapi|export|events|journal|sandboxes|faults$|health-history)/

/** In characters. */
const maxLength = 20_000

/**
 * Adds examples of responses to GET operations, as an administrator gets them with the example parameters, and as bodies
 * to the PUT operations that accept them.
 */
export async function addResponseExamples(
  { paths }: OpenApiDocument,
  routes: readonly Route[],
  call: Call,
): Promise<void> {
  const sandbox = call.sandbox.fork(call.sandbox.id)
  const slice = new TimeSlice()

  sandbox.clock.restore({ mode: 'frozen', at: exampleTime, offset_ms: 0 })

  for (const route of routes) {
    if (!route.methods.includes('GET') || !exampleTags.has(tagOfRoute(route))) continue

    for (const path of templatesOf(route)) {
      const { get, put } = paths[path.template] ?? {}

      if (!get || excluded.test(path.template)) continue
      await slice.yieldWhenOver()

      const example = await exampleResponse(route, path, get, { call, sandbox })

      if (example === undefined) continue
      addResponseExample(get, example)

      const [body] = put ? routes.flatMap((other) => putBodies(other, path.template, example)) : []

      if (put && body !== undefined) addBodyExample(put, body)
    }
  }
}

/** Undefined when a path parameter has no example, or the response is an error, not JSON or too long. */
async function exampleResponse(
  route: Route,
  { template, names }: PathTemplate,
  { parameters }: Operation,
  { call, sandbox }: { call: Call; sandbox: Sandbox },
): Promise<unknown> {
  const values = new Map<string, string>()

  for (const each of parameters) {
    if (!('in' in each) || each.in !== 'path') continue
    const { name, example } = each

    if (typeof example === 'string' || typeof example === 'number') values.set(name, String(example))
  }

  if (names.some((name) => !values.has(name))) return undefined

  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values.get(name) ?? ''))
  const search = [
    ...('take' in route.query ? ['take=1'] : []),
    // Words would need an index of all entities.
    ...('query' in route.query && !('definitionNames' in route.query) ? ['query=id>0'] : []),
  ].join('&')
  const request = { ...call.request, method: 'GET', path, search, body: undefined }
  const exampleCall = new Call({
    sandbox,
    sandboxes: call.sandboxes,
    links: call.links,
    replyCache: call.replyCache,
    request: { ...request, header: () => undefined, headers: () => [] },
    params: Object.fromEntries(values),
    user: findUser(sandbox.data, 'admin'),
    readBody: () => undefined,
    queryDeclaration: route.query,
    entry: new JournalEntry(call.request, path, call.sandbox),
  })

  try {
    const { status, headers, body } = await replyTo(route, exampleCall)
    const isJson = status === 200 && headers['Content-Type']?.startsWith('application/json')

    if (!isJson || body === null || isStream(body)) return undefined
    const text = new TextDecoder().decode(bodyBytes(body))

    return text.length > maxLength ? undefined : JSON.parse(text)
  } catch (error) {
    if (error instanceof ApiError) return undefined
    throw error
  }
}

/** The response of GET as the body of PUT, if the route accepts it. */
function putBodies(route: Route, template: string, example: unknown): unknown[] {
  const isPut = route.methods.includes('PUT') && templatesOf(route).some((path) => path.template === template)
  const parsed = isPut ? route.body?.schema?.safeParse(example) : undefined

  return parsed?.success ? [parsed.data] : []
}

function addResponseExample({ responses }: Operation, example: unknown): void {
  const response = responses['200']

  if (!response || '$ref' in response) return
  const json = response.content?.['application/json']

  if (json) json.example = example
}
