import type { Call } from './call.ts'
import { meaningless } from './declaration/letter-case.ts'
import { misfit } from './declaration/parameters.ts'
import type { Route } from './declaration/route.ts'

/** What programs add to an address so that no cache answers. */
const unlikeAny = '_'

/** Warns of query parameters that a route does not have, or that are something else than it says. */
export function checkQuery(call: Call, { query }: Route): void {
  for (const [name, text] of call.query) {
    const parameter = Object.hasOwn(query, name) ? query[name] : undefined
    const problem = parameter ? misfit(parameter, text) : undefined

    if (problem !== undefined) call.warn(name, () => problem)
    else if (!parameter && name !== unlikeAny) call.warn(name, () => meaningless(name, Object.keys(query)))
  }
  call.enforce()
}
