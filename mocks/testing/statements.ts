import type { Decision, Route } from '../service/http/declare-route.ts'
import { tagOfRoute } from '../service/control/contract/openapi.ts'
import { everywhere, notImplemented } from '../service/control/fidelity/everywhere.ts'

const unavailable = 'not implemented'

/** A behaviour of the sandbox and its source, or one that is not implemented. */
export interface Statement extends Partial<Omit<Decision, 'text'>> {
  /** Its subject: `everywhere`, or the group of routes in the contract. */
  readonly topic: string
  readonly status: 'documented' | 'observed' | 'decided' | 'own' | typeof unavailable
  /** Methods and path. */
  readonly route?: string | undefined
  readonly text: string
  /** The clients or documents that show it. */
  readonly at?: string
  readonly paths?: readonly string[]
}

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
