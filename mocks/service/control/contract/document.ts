import { Call } from '../../http/call.ts'
import { type Route, runOperation } from '../../http/declaration/declare-route.ts'
import { loadRegularExpressions } from '../../../data/model/shared/regular-expressions.ts'
import { inSlices } from '../../../data/model/shared/slices.ts'
import { addDefinitions } from './definition-schemas.ts'
import { addExamples, addBodyExample } from './examples.ts'
import { openApiDocument, type OpenApiDocument, type Operation } from './openapi.ts'
import { computedOnce } from '../../../data/model/shared/maps.ts'
import { bodyBytes, isStream } from '../../http/replies/reply.ts'
import { ApiError } from '../../../data/model/shared/errors.ts'
import { findUser } from '../../../data/model/users/users.ts'
import { Exchange, withHeaders } from '../../../data/model/exchanges/exchange.ts'
import type { Sandbox } from '../../../sandbox/sandbox.ts'
import { TimeSlice } from '../../../data/store/time-slice.ts'
import { tagOfRoute, templatesOf, type PathTemplate } from './operation.ts'

/** What the documents of all sandboxes have in common, as JSON, by the routes of their service. */
const commonJson = computedOnce(async (routes: readonly Route[]) =>
  JSON.stringify(await inSlices(openApiDocument(routes))),
)

/** The OpenAPI document of a sandbox, with its definitions and examples from its data. */
export async function documentFor(call: Call, routes: readonly Route[]): Promise<OpenApiDocument> {
  const { data, links } = call
  const document = JSON.parse(await commonJson(routes)) as OpenApiDocument // a copy, which is filled in

  await loadRegularExpressions() // examples are checked by the rules of their properties
  addDefinitions(document, data)
  await inSlices(addExamples(document, data, links))
  await addResponseExamples(document, routes, call)
  document.servers = [{ url: links.base, description: 'The sandbox.' }]

  return document
}

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
async function addResponseExamples(
  { paths }: OpenApiDocument,
  routes: readonly Route[],
  call: Call,
): Promise<void> {
  const sandbox = call.sandbox.fork(call.sandbox.id)
  const slice = new TimeSlice()

  sandbox.change((draft) => draft.set({ clock: { mode: 'frozen', at: exampleTime, offset_ms: 0 } }))

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
  const request = withHeaders({ ...call.request, method: 'GET', path, search, body: undefined }, [])
  const exampleCall = new Call({
    sandbox,
    sandboxes: call.sandboxes,
    links: call.links,
    replyCache: call.replyCache,
    params: Object.fromEntries(values),
    user: findUser(sandbox.data, 'admin'),
    readBody: () => undefined,
    queryDeclaration: route.query,
    entry: new Exchange(request, path, call.sandbox),
  })

  try {
    const { status, headers, body } = await runOperation(route, exampleCall)
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
