import { UncheckedJson, type Json } from '../../../data/model/shared/json.ts'
import type { Call } from '../../http/call.ts'
import { json, type Reply } from '../../http/replies/reply.ts'
import { anyJsonBody } from '../../http/declaration/body-declaration.ts'
import {
  ErrorBody,
  reply,
  post,
  type Route,
  decision,
  observed,
} from '../../http/declaration/declare-route.ts'
import { ApiError, messageOf, NotFound } from '../../../data/model/shared/errors.ts'
import { foldCase } from '../../../data/model/shared/letter-case.ts'
import { availableNames } from '../../../data/model/shared/suggestion.ts'
import type { Command, CommandContext, Commands } from '../../../sandbox/sandbox-settings.ts'

/** Commands of the real service that programs send. */
const knownCommands = [
  'derivatives/create.variant',
  'm.security/setroles',
  'project/set.deliverables.lifecyclestatus',
  'm.asset/setmaster',
]

/** Commands and scripts, which differ between installations of the service: a sandbox has those of its configuration. */
export const commandRoutes: Route[] = [
  post('/api/commands/:folder/:command', runCommand, {
    description: 'Runs a command that the sandbox is configured with.',
    source: observed('existing clients'),
    decisions: [
      decision(
        `A command of the real service (${knownCommands.join(', ')}) is 501 unless it is configured: nothing is known of its input. Other commands are 404.`,
      ),
    ],
    body: anyJsonBody,
    replies: {
      200: reply('The result of the command.', UncheckedJson),
      501: reply('A command of the real service that the sandbox is not configured with.', ErrorBody),
    },
  }),
  post('/api/scripts/:script/execute', runScript, {
    description:
      'Runs a script that the sandbox is configured with, by its identifier or the id of its entity.',
    source: observed('programs'),
    body: anyJsonBody,
    replies: { 200: reply('The result of the script.', UncheckedJson) },
  }),
]

function runCommand(call: Call<{ folder: string; command: string }, Json>): Promise<Reply> {
  return run(call, 'command', `${call.params.folder}/${call.params.command}`)
}

function runScript(call: Call<{ script: string }, Json>): Promise<Reply> {
  const { script } = call.params
  const isConfigured = find(call.sandbox.settings.scripts, script) !== undefined
  const identifier = isConfigured ? script : call.data.entities.get(Number(script))?.identifier

  return run(call, 'script', identifier ?? script)
}

async function run(call: Call<unknown, Json>, kind: 'command' | 'script', name: string): Promise<Reply> {
  const configured = call.sandbox.settings[`${kind}s`]
  const command = find(configured, name)

  if (command === undefined) throw missing(kind, name, Object.keys(configured))

  const { data, user, clock } = call
  const change: CommandContext['change'] = (rule) => call.change(rule)

  try {
    const result =
      typeof command === 'function'
        ? await command(call.body, { data, user, now: clock.timestamp(), change })
        : command

    // a command in JavaScript may return anything: nothing becomes null
    const value = result ?? null
    if (JSON.stringify(value) === undefined) throw new TypeError(`It returned a ${typeof value}.`)

    return json(value)
  } catch (error) {
    if (error instanceof ApiError) throw error
    const message = `The ${kind} "${name}" of this sandbox's configuration failed: ${messageOf(error)}`

    console.error(`entity-sandbox: ${message}`, error)
    throw new ApiError(500, message)
  }
}

/** The command or script with a name, in any letter case. */
function find(configured: Commands, name: string): Command | undefined {
  const names = Object.keys(configured)
  const found = names.find((each) => each === name) ?? names.find((each) => foldCase(each) === foldCase(name))

  return found === undefined ? undefined : configured[found]
}

function missing(kind: 'command' | 'script', name: string, configured: readonly string[]): ApiError {
  const shown = name.slice(0, 100)
  const how = `To answer it, configure ${kind}s: { '${shown}': (input) => ({ any: 'response' }) } in createSandbox() or sandbox.config.ts, or as JSON: --${kind}s file.json (docs/existing-clients.md).`

  return kind === 'command' && knownCommands.includes(foldCase(name))
    ? new ApiError(
        501,
        `The command "${shown}" is not implemented by the sandbox: nothing is known of its input. ${how}`,
      )
    : new NotFound(`There is no ${kind} "${shown}". ${availableNames(configured) || how}`)
}
