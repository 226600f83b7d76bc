import { z } from 'zod'
import { type Route, type Decision } from '../../http/declaration/declare-route.ts'
import { severities } from '../../../data/model/shared/warnings.ts'
import everywhereData from './everywhere.json' with { type: 'json' }
import { notImplementedPaths } from '../../http/routing/router.ts'
import { tagOfRoute } from '../contract/operation.ts'
import type { Statement } from './statement.ts'

/** Decisions for every route. Those about one route are in its declaration. */
const everywhere = z
  .array(
    z.object({
      text: z.string(),
      rules: z.string().exactOptional(),
      warning: z.enum(severities).exactOptional(),
    }),
  )
  .parse(everywhereData)

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
export function statementsOf(routes: readonly Route[]): Statement[] {
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
