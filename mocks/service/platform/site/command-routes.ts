import { UncheckedJson, EntityIdOrLink, type Json } from '../../../data/model/shared/json.ts'
import { withIgnored } from '../../../data/model/shared/ignored-members.ts'
import type { Call } from '../../http/call.ts'
import { json, type Reply } from '../../http/replies/reply.ts'
import { anyJsonBody } from '../../http/declare-request.ts'
import { ErrorBody, reply, post, decision, observed, type Route } from '../../http/declare-route.ts'
import { ApiError, messageOf, NotFound, InvalidRequest } from '../../../data/model/shared/errors.ts'
import type { Entity } from '../../../data/model/entities/entity.ts'
import { findByIdentifier } from '../../../data/model/entities/references.ts'
import { scriptDefinition } from '../../../data/model/scripts/script-content.ts'
import { foldCase } from '../../../data/model/shared/letter-case.ts'
import { availableNames } from '../../../data/model/shared/suggestion.ts'
import type { Command, CommandContext, Commands } from '../../../sandbox/sandbox-settings.ts'
import { z } from 'zod'
import { EntityRoles, type Data, type DataDraft } from '../../../data/model/data-tables.ts'
import { nextVersionOf, updateEntity, type Author } from '../../../data/model/entities/entities.ts'
import { relate } from '../../../data/model/relations/relations.ts'
import { checked } from '../../../data/model/shared/validation-messages.ts'

const RolesInput = EntityRoles.omit({ entityId: true }).partial().extend({ target_id: EntityIdOrLink })
withIgnored(RolesInput, ['self'])

const MasterInput = z.object({
  new_master_id: EntityIdOrLink,
  entity_id: EntityIdOrLink,
  master_relation: z.string(),
})

const StatusInput = z.object({
  entityid: EntityIdOrLink,
  status: EntityIdOrLink,
  statusRelation: z.string(),
  reason: z.string().nullish(),
  reasonProperty: z.string().nullish(),
})

/** The commands of the real service whose input is known, by their names in lower case. */
const builtInCommands: ReadonlyMap<string, (draft: DataDraft, input: Json, author: Author) => void> = new Map(
  [
    ['m.security/setroles', setRoles],
    ['m.asset/setmaster', setMaster],
    ['project/set.deliverables.lifecyclestatus', setStatus],
  ],
)

/** Sets the roles on an entity, as `allroles` shows them; those of users or groups that are omitted stay. */
function setRoles(draft: DataDraft, input: Json): void {
  const { target_id, user_roles, user_group_roles } = checked(RolesInput, input)
  const { id } = entityOf(draft, 'target_id', target_id)
  const before = draft.roles.get(id)

  draft.roles.put({
    entityId: id,
    user_roles: user_roles ?? before?.user_roles ?? {},
    user_group_roles: user_group_roles ?? before?.user_group_roles ?? {},
  })
}

function setMaster(draft: DataDraft, input: Json, author: Author): void {
  const { entity_id, new_master_id, master_relation } = checked(MasterInput, input)
  const entity = entityOf(draft, 'entity_id', entity_id)

  draft.entities.put(nextVersionOf(entity, author))
  relate(draft, entity, master_relation, [new_master_id])
}

/** Relates an entity to its new status, and records the reason. */
function setStatus(draft: DataDraft, input: Json, author: Author): void {
  const { entityid, status, statusRelation, reason, reasonProperty } = checked(StatusInput, input)
  const properties = reasonProperty ? { [reasonProperty]: reason ?? null } : {}
  const entity = updateEntity(draft, entityOf(draft, 'entityid', entityid), { properties }, author)

  relate(draft, entity, statusRelation, [status])
}

function entityOf(data: Data, member: string, id: number): Entity {
  const entity = data.entities.get(id)

  if (!entity) throw new InvalidRequest({ [member]: `Entity ${id} does not exist.` })

  return entity
}

/** A command of the real service that programs send, of whose input nothing is known. */
const unknownCommand = 'derivatives/create.variant'

/** Commands and scripts, which differ between installations of the service: a sandbox has those of its configuration. */
export const commandRoutes: Route[] = [
  post('/api/commands/:folder/:command', runCommand, {
    description: 'Runs a command of the service, or one that the sandbox is configured with.',
    source: observed('existing clients'),
    decisions: [
      decision(
        `The sandbox has ${[...builtInCommands.keys()].join(', ')}; the result is null. ${unknownCommand} is 501 unless it is configured: nothing is known of its input. Other commands are 404.`,
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
      'Runs a script that the sandbox is configured with, by its name, its identifier or the id of its entity.',
    source: observed('programs'),
    decisions: [
      decision(
        'The sandbox can’t run the text of a script: a script that is an entity (M.Script) is 501 unless a function is configured under its name or identifier.',
      ),
    ],
    body: anyJsonBody,
    replies: {
      200: reply('The result of the script.', UncheckedJson),
      501: reply('A script that the sandbox is not configured with.', ErrorBody),
    },
  }),
]

async function runCommand(call: Call<{ folder: string; command: string }, Json>): Promise<Reply> {
  const name = `${call.params.folder}/${call.params.command}`
  const configured = find(call.settings.commands, name)

  if (configured !== undefined) return run(call, { kind: 'command', name, command: configured })

  const builtIn = builtInCommands.get(foldCase(name))

  if (builtIn) {
    call.change((draft, author) => builtIn(draft, call.body, author))

    return json(null)
  }
  if (foldCase(name) === unknownCommand) {
    throw new ApiError(
      501,
      `The command "${name}" is not implemented by the sandbox: nothing is known of its input. ${howTo('command', name)}`,
    )
  }

  throw missing('command', name, call.settings.commands)
}

async function runScript(call: Call<{ script: string }, Json>): Promise<Reply> {
  const { script } = call.params
  const { scripts } = call.settings
  const entity = call.data.entities.get(Number(script)) ?? findByIdentifier(call.data, script)
  const scriptName = entity?.properties['M.Script.Name']
  const names = [script, entity?.identifier, scriptName].filter((each) => typeof each === 'string')
  const name = names.find((each) => find(scripts, each) !== undefined)
  const command = name === undefined ? undefined : find(scripts, name)

  if (name !== undefined && command !== undefined) return run(call, { kind: 'script', name, command })
  if (entity?.definition === scriptDefinition) {
    const shown = names.at(-1) ?? script

    throw new ApiError(
      501,
      `The sandbox can't run the text of the script "${shown.slice(0, 100)}". ${howTo('script', shown)}`,
    )
  }

  throw missing('script', script, scripts)
}

type Kind = 'command' | 'script'

async function run(
  call: Call<unknown, Json>,
  { kind, name, command }: { kind: Kind; name: string; command: Command },
): Promise<Reply> {
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

function missing(kind: Kind, name: string, configured: Commands): NotFound {
  const names = Object.keys(configured)

  return new NotFound(
    `There is no ${kind} "${name.slice(0, 100)}". ${availableNames(names) || howTo(kind, name)}`,
  )
}

function howTo(kind: Kind, name: string): string {
  return `To answer it, configure ${kind}s: { '${name.slice(0, 100)}': (input) => ({ any: 'response' }) } in createSandbox() or sandbox.config.ts, or as JSON: --${kind}s file.json (docs/existing-clients.md).`
}
