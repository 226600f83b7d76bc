import { z } from 'zod'
import type { Call } from '../http/call.ts'
import { json, noContent, type Reply } from '../http/replies/reply.ts'
import { del, get, put, type Route } from '../http/routing/route.ts'
import type { ScenarioConditions, Scenario } from '../sandbox/scenarios/scenario.ts'

/** Situations with a name, and the one that the sandbox is in. */
export const scenarios: Route[] = [
  get('/__sandbox/scenarios', listScenarios, { access: 'open' }),
  get('/__sandbox/scenario', readScenario, { access: 'open' }),
  put('/__sandbox/scenario', enterScenario, { access: 'open' }),
  del('/__sandbox/scenario', leaveScenario, { access: 'open' }),
]

const ScenarioInput = z.strictObject({ name: z.string() })

function listScenarios(call: Call): Reply {
  const { current } = call.sandbox.scenarios
  const items = call.sandbox.scenarios
    .list()
    .map((scenario) => ({ ...scenarioResource(scenario), current: scenario === current }))

  return json({ items, total_items: items.length })
}

function readScenario(call: Call): Reply {
  const { current, stepsLeft } = call.sandbox.scenarios

  return json(current ? { ...scenarioResource(current), steps_left: stepsLeft } : { name: null })
}

/** Puts the sandbox in a scenario, out of the one it was in. Entering the same one starts it anew. */
async function enterScenario(call: Call): Promise<Reply> {
  await call.sandbox.scenarios.enter(call.json(ScenarioInput).name, call.userName)

  return readScenario(call)
}

async function leaveScenario(call: Call): Promise<Reply> {
  await call.sandbox.scenarios.leave(call.userName)

  return noContent()
}

export type ScenarioResource = ReturnType<typeof scenarioResource>

/** What a scenario brings; of its data only whether it changes any, since that is code. */
function scenarioResource({ name, description, steps = [], ...first }: Scenario) {
  const parts = [first, ...steps]

  return {
    name,
    description,
    changes: (['data', 'health', 'faults', 'user', 'clock'] as const).filter((kind) =>
      parts.some((part) => part[kind] !== undefined),
    ),
    ...conditionsResource(first),
    steps: steps.map(({ after, times = 1, ...then }) => ({ after, times, ...conditionsResource(then) })),
  }
}

function conditionsResource({ data, ...others }: ScenarioConditions) {
  return { ...others, changes_data: data !== undefined }
}
