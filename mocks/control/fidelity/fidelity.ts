import { z } from 'zod'
import type { QueryCall } from '../../http/call.ts'
import { jsonList, type Reply } from '../../http/replies/reply.ts'
import { oneOf } from '../../http/declaration/parameters.ts'
import { reply, unpagedListOf, type Route, type Decision } from '../../http/declaration/route.ts'
import { get } from '../control-route.ts'
import everywhereData from './everywhere.json' with { type: 'json' }
import { notImplementedPaths } from '../../http/routing/router.ts'
import { tagOfRoute } from '../contract/operation.ts'

/** Decisions for every route. Those about one route are in its declaration. */
const everywhere = z
  .array(z.object({ text: z.string(), rules: z.string().exactOptional() }))
  .parse(everywhereData)

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
