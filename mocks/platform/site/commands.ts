import { UncheckedJson, type Json } from '../../model/shared/json.ts'
import type { Call } from '../../http/call.ts'
import { json, type Reply } from '../../http/replies/reply.ts'
import { anyJsonBody } from '../../http/declaration/body.ts'
import { reply } from '../../http/declaration/reply.ts'
import { post, type Route } from '../../http/declaration/route.ts'
import { observed } from '../../http/declaration/source.ts'
import { NotFound } from '../../model/shared/errors.ts'
import { availableNames } from '../../model/shared/suggestion.ts'

/** Commands, which differ between installations of the service: a sandbox has those that it is configured with. */
export const commandRoutes: Route[] = [
  post('/api/commands/:folder/:command', run, {
    description: 'Runs a command that the sandbox is configured with.',
    source: observed('existing clients'),
    body: anyJsonBody,
    replies: { 200: reply('The result of the command.', UncheckedJson) },
  }),
]

async function run(call: Call<{ folder: string; command: string }, Json>): Promise<Reply> {
  const { commands } = call.sandbox.settings
  const name = `${call.params.folder}/${call.params.command}`
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined

  if (!command) {
    const hint = availableNames(Object.keys(commands)) || 'Commands are an option of createSandbox().'

    throw new NotFound(`There is no command "${name.slice(0, 100)}". ${hint}`)
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
