import * as scenariosIn from '../../sandbox/scenarios/sandbox-scenarios.ts'
import { z } from 'zod'
import { healthLabels } from '../../data/model/health/component.ts'
import { faultPresetNames, FaultRule } from '../../sandbox/faults/fault-rule.ts'
import { RequestPattern } from '../../sandbox/faults/request-pattern.ts'
import type { BodyCall, Call } from '../http/call.ts'
import { checked } from '../../data/model/shared/validation-messages.ts'
import { InvalidRequest } from '../../data/model/shared/errors.ts'
import { json, jsonList, noContent, type Reply } from '../http/replies/reply.ts'
import { ErrorBody, reply, unpagedListOf, type Route } from '../http/declare-route.ts'
import { del, get, put } from './control-route.ts'
import { rejectMisspeltPatterns } from './misspelt-patterns.ts'
import { findUser } from '../../data/model/users/users.ts'
import {
  ScenarioInput,
  ScenarioName,
  setsCondition,
  type ScenarioConditions,
  type Scenario,
} from '../../sandbox/scenarios/scenario.ts'

const EnterInput = z.strictObject({ name: z.string() })
type ScenarioParams = { name: string }

const conditions = {
  health: z
    .record(
      z.string(),
      z.object({ label: z.enum(healthLabels), message: z.string().optional(), hold: z.boolean().optional() }),
    )
    .readonly()
    .optional(),
  faults: z
    .array(z.union([FaultRule, z.enum(faultPresetNames)]))
    .readonly()
    .optional(),
  user: z.string().nullable().optional(),
  clock: z.union([z.object({ frozen_at: z.string() }), z.object({ offset_ms: z.number() })]).optional(),
  changes_data: z.boolean(),
}

/** A scenario. Changes to the data are code, so the resource only says whether there are any. */
const ScenarioResource = z
  .object({
    name: z.string(),
    description: z.string(),
    changes: z.array(z.enum(['data', 'health', 'faults', 'user', 'clock'])),
    ...conditions,
    steps: z.array(z.object({ after: RequestPattern, times: z.int(), ...conditions })),
  })
  .meta({ id: 'Scenario' })
type ScenarioResource = z.infer<typeof ScenarioResource>

const ActiveScenarioResource = z.union([
  ScenarioResource.extend({ steps_left: z.int() }),
  z.object({ name: z.null() }),
])

/** The available scenarios, and the active one. @param allRoutes the routes that their patterns may be for */
export const scenarios = (allRoutes: () => readonly Route[]): Route[] => [
  get('/__sandbox/scenarios', listScenarios, {
    description: 'Lists the scenarios.',
    replies: {
      200: reply('The scenarios.', unpagedListOf(ScenarioResource.extend({ current: z.boolean() }))),
    },
  }),
  get(
    '/__sandbox/scenarios/:name',
    (call) => json(scenarioResource(scenariosIn.findScenario(call, call.params.name))),
    {
      description: 'Reads a scenario.',
      replies: { 200: reply('The scenario.', ScenarioResource) },
    },
  ),
  put('/__sandbox/scenarios/:name', (call) => defineScenario(call, allRoutes()), {
    description:
      'Defines a scenario, replacing one with the same name (the active one ends first). It is saved with the sandbox.',
    body: ScenarioInput,
    replies: {
      200: reply('The scenario.', ScenarioResource),
      409: reply('The sandbox already has the maximum number of scenarios.', ErrorBody),
    },
  }),
  del('/__sandbox/scenarios/:name', removeScenario, {
    description: 'Removes a scenario that was defined with PUT. If it is active, it ends first.',
    replies: {
      204: reply('The scenario was removed.'),
      409: reply('The scenario is built in or configured, and can’t be removed.', ErrorBody),
    },
  }),
  get('/__sandbox/scenario', readScenario, {
    description: 'Reads the active scenario.',
    replies: { 200: reply('The scenario; its name is null when there is none.', ActiveScenarioResource) },
  }),
  put('/__sandbox/scenario', enterScenario, {
    description: 'Enters a scenario, leaving the active one. Entering the active one restarts it.',
    body: EnterInput,
    replies: {
      200: reply('The scenario.', ActiveScenarioResource),
      404: reply('There is no such scenario.', ErrorBody),
    },
  }),
  del('/__sandbox/scenario', leaveScenario, {
    description: 'Leaves the active scenario.',
    replies: { 204: reply('The scenario has ended.') },
  }),
]

function listScenarios(call: Call): Reply {
  const active = scenariosIn.activeScenario(call)?.scenario

  return jsonList(
    scenariosIn
      .scenariosOf(call)
      .map((scenario) => ({ ...scenarioResource(scenario), current: scenario === active })),
  )
}

async function defineScenario(
  call: Call<ScenarioParams, ScenarioInput>,
  routes: readonly Route[],
): Promise<Reply> {
  const { body } = call
  const scenario = { name: checked(z.object({ name: ScenarioName }), call.params).name, ...body }

  checkUsers(call)
  rejectMisspeltPatterns(body, routes, call.data)
  call.change((draft) => scenariosIn.defineScenario(draft, scenario))

  return json(scenarioResource(scenario))
}

/** @throws {InvalidRequest} when it names an unknown user */
function checkUsers({ body: { steps = [], ...first }, data }: Call<ScenarioParams, ScenarioInput>): void {
  const unknown = [first, ...steps].findIndex(({ user }) => typeof user === 'string' && !findUser(data, user))
  const place = unknown > 0 ? `steps.${unknown - 1}.user` : 'user'

  if (unknown >= 0) {
    throw new InvalidRequest({ [place]: 'There is no such user. GET /__sandbox/personas lists them.' })
  }
}

function removeScenario(call: Call<ScenarioParams>): Reply {
  call.change((draft) => scenariosIn.removeScenario(draft, call.params.name))

  return noContent()
}

function readScenario(call: Call): Reply {
  const { scenario, steps = [] } = scenariosIn.activeScenario(call) ?? {}

  return json(scenario ? { ...scenarioResource(scenario), steps_left: steps.length } : { name: null })
}

async function enterScenario(call: BodyCall<typeof EnterInput>): Promise<Reply> {
  call.change((draft) => scenariosIn.enterScenario(draft, call.body.name))

  return readScenario(call)
}

async function leaveScenario(call: Call): Promise<Reply> {
  call.change(scenariosIn.leaveScenario)

  return noContent()
}

function scenarioResource(scenario: Scenario): ScenarioResource {
  const { name, description, steps = [], ...first } = scenario

  return {
    name,
    description,
    changes: (['data', 'health', 'faults', 'user', 'clock'] as const).filter((condition) =>
      setsCondition(scenario, condition),
    ),
    ...conditionsResource(first),
    steps: steps.map(({ after, times = 1, ...then }) => ({ after, times, ...conditionsResource(then) })),
  }
}

function conditionsResource({ data, ...others }: ScenarioConditions) {
  return { ...others, changes_data: data !== undefined }
}
