import { z } from 'zod'
import type { QueryCall } from '../../http/call.ts'
import { jsonList, type Reply } from '../../http/replies/reply.ts'
import { oneOf } from '../../http/declaration/parameters.ts'
import { reply, unpagedListOf } from '../../http/declaration/reply.ts'
import type { Route } from '../../http/declaration/route.ts'
import { get } from '../control-route.ts'
import { type Decision, decision } from '../../http/declaration/source.ts'
import { notImplementedPaths } from '../../http/routing/not-implemented.ts'
import { tagOfRoute } from '../contract/operation.ts'

/** Decisions for every route. Those about one route are in its declaration. */
const everywhere: readonly Decision[] = [
  decision('Links are absolute: they have the host of the request and the sandbox’s path prefix.'),
  decision(
    '400 is an object of member name to message, a dotted path below the first level; every other error is {"Message": ...}. A rejected request has no effect.',
    '7.3',
  ),
  decision(
    'Malformed JSON is 400, a body over 10 MiB 413, another content type 415, another method on a known path 405 with Allow, an unknown path 404 with the nearest route, a path of the real service that is not implemented 501.',
    '7.3 and 8.2',
  ),
  decision(
    'ETag is strong and derived from the content; a matching If-None-Match returns 304, a stale If-Match on PUT or DELETE 412. HEAD is GET without the body.',
  ),
  decision('Date is the time of the sandbox’s clock, like all other times.'),
  decision(
    'Paths, query parameters, JSON members, enum values and the names of definitions, members and option lists are accepted in any letter case, members and parameters with or without underscores. Of two members that differ only in that, the one spelled exactly takes precedence. Values are compared exactly; responses keep the stored spelling.',
  ),
  decision(
    'A path outside the service is 404 as JSON with the nearest route; if a browser navigates to it, it is a page of the console.',
  ),
  decision(
    'Pages of any origin may read /api, with credentials, unless --cors restricts it; pages of the server’s own origin, of this machine and of its network may change data, those of other origins only if --cors includes them.',
  ),
  decision('Rate limits are off unless rateLimit or a fault sets one: 429 with Retry-After.', '8.2'),
  decision(
    'A token is sent as Authorization: Bearer or X-Auth-Token. Ready-made ones are sandbox-admin, sandbox-editor and sandbox-reader.',
    '5.4',
  ),
  decision(
    'An invalid token is rejected with 401 except on open routes. A request without credentials is made as the acting user (editor, or the one set by PUT /__sandbox/user); with --auth required it is rejected with 401.',
    '5.4',
  ),
  decision('Readers may not write: 403.', '5.4'),
]

/** The source of a behaviour of the sandbox. */
const fidelityStatuses = ['documented', 'observed', 'decided', 'own', 'not implemented'] as const

/** A behaviour of the sandbox, or one that is not implemented. */
export interface Statement {
  /** Its subject: `everywhere`, or the group of routes in the contract. */
  readonly topic: string
  readonly status: (typeof fidelityStatuses)[number]
  /** `GET, HEAD /api/entities/:id`. */
  readonly route?: string
  readonly text: string
  /** The rules of docs/interface.md that state it, or leave it open. */
  readonly rules?: string
  /** The clients or documents that show it. */
  readonly at?: string
  /** Paths that are not implemented. */
  readonly paths?: readonly string[]
}

export const notImplemented: readonly Pick<Statement, 'text' | 'rules' | 'paths'>[] = [
  {
    text: 'Events: the interface shows none. The sandbox has its own events under /__sandbox.',
    rules: '6.1',
  },
  { text: 'Single sign-on and cookies of a signed-in browser.' },
  { text: 'Locks and saved selections: filters on them find nothing.' },
  ...notImplementedPaths.map(({ what, paths }) => ({ text: what, paths })),
]

const unavailable = 'not implemented'

/** All statements, derived from the routes' declarations. */
function statementsOf(routes: readonly Route[]): Statement[] {
  return [
    ...everywhere.map((each): Statement => ({ topic: 'everywhere', status: 'decided', ...each })),
    ...routes.flatMap(statementsOfRoute),
    ...notImplemented.map((each): Statement => ({ topic: unavailable, status: unavailable, ...each })),
  ]
}

function statementsOfRoute(declared: Route): Statement[] {
  const about = { topic: tagOfRoute(declared), route: `${declared.methods.join(', ')} ${declared.path}` }

  return [
    { ...about, ...statementOfSource(declared) },
    ...declared.decisions.map((each: Decision): Statement => ({ ...about, status: 'decided', ...each })),
  ]
}

function statementOfSource({
  source,
  description,
}: Route): Pick<Statement, 'status' | 'text' | 'rules' | 'at'> {
  if (source.kind === 'decided') return { status: source.kind, text: `${description} ${source.why}` }

  const { kind: status, ...reference } = source

  return { status, text: description, ...reference }
}

const StatementResource = z.object({
  topic: z.string(),
  status: z.enum(fidelityStatuses),
  route: z.string().optional().describe('Methods and path.'),
  text: z.string(),
  rules: z.string().optional().describe('The rules of docs/interface.md that state it, or leave it open.'),
  at: z.string().optional().describe('The clients or documents that show it.'),
  paths: z.array(z.string()).readonly().optional().describe('Paths of what is not implemented.'),
})

const parameters = { status: oneOf(fidelityStatuses, 'Only statements of this kind.') }

/**
 * How faithful the sandbox is: what is documented by the interface, decided here, and not implemented.
 *
 * @param routes returns all routes, including this one
 */
export function fidelity(routes: () => readonly Route[]): Route {
  return get('/__sandbox/fidelity', readFidelity, {
    description: 'Returns the source of each route and decision, and what is not implemented.',
    query: parameters,
    replies: { 200: reply('The statements.', unpagedListOf(StatementResource)) },
  })

  function readFidelity({ query }: QueryCall<typeof parameters>): Reply {
    return jsonList(statementsOf(routes()).filter(({ status }) => status === (query.status ?? status)))
  }
}
