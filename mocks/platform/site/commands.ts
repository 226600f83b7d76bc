import { UncheckedJson, type Json } from '../../model/shared/json.ts'
import type { Call } from '../../http/call.ts'
import { json, type Reply } from '../../http/replies/reply.ts'
import { anyJsonBody } from '../../http/declaration/body.ts'
import { reply } from '../../http/declaration/reply.ts'
import { post, type Route } from '../../http/declaration/route.ts'
import { observed } from '../../http/declaration/source.ts'
import { NotFound } from '../../model/shared/errors.ts'
import { availableNames } from '../../model/shared/suggestion.ts'

/** Commands and scripts, which differ between installations of the service: a sandbox has those of its configuration. */
export const commandRoutes: Route[] = [
  post('/api/commands/:folder/:command', runCommand, {
    description: 'Runs a command that the sandbox is configured with.',
    source: observed('existing clients'),
    body: anyJsonBody,
    replies: { 200: reply('The result of the command.', UncheckedJson) },
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
  const isConfigured = Object.hasOwn(call.sandbox.settings.scripts, script)
  const identifier = isConfigured ? script : call.data.entities.get(Number(script))?.identifier

  return run(call, 'script', identifier ?? script)
}

async function run(call: Call<unknown, Json>, kind: 'command' | 'script', name: string): Promise<Reply> {
  const functions = call.sandbox.settings[`${kind}s`]
  const command = Object.hasOwn(functions, name) ? functions[name] : undefined

  if (!command) {
    const known = availableNames(Object.keys(functions))
    const hint = known || `The option ${kind}s of createSandbox() defines them.`

    throw new NotFound(`There is no ${kind} "${name.slice(0, 100)}". ${hint}`)
  }

  const { data, user, author } = call
  const result = await command(call.body, {
    data,
    user,
    now: author.now,
    change: (rule) => call.change(rule),
  })

  // a command in JavaScript may return undefined, which is not JSON
  return json(result ?? null)
}
