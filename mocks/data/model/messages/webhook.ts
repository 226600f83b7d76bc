import { z } from 'zod'
import type { CommittedData } from '../data-tables.ts'
import type { Entity } from '../entities/entity.ts'
import { entitiesOf, entitiesWithIds } from '../entities/references.ts'
import { definedNamesOf, resolve } from '../query/defined-names.ts'
import { parseExpression } from '../query/language/parser.ts'
import { predicateOf } from '../query/matches.ts'
import { relatedIds } from '../relations/relations.ts'
import { isObject, type Json, type JsonObject } from '../shared/json.ts'
import { checked } from '../shared/validation-messages.ts'
import { messageEvents, type DataChange, type EntityChange } from './message.ts'

/** Which changes of entities are told to a receiver; without members, all. */
const Conditions = z.strictObject({
  events: z.array(z.enum(messageEvents)).optional(),
  /** Names of definitions. */
  definitions: z.array(z.string()).optional(),
  /** Names of properties and relations, of which at least one has changed. */
  changed: z.array(z.string()).optional(),
  /** What the entity must have matched before the change, in the query language. */
  before: z.string().optional(),
  /** What it must match after the change. */
  after: z.string().optional(),
})

/** Not those of connections, nor those by which servers recognise what pages send. */
const HeaderName = z
  .string()
  .regex(
    /^(?!(host|origin|connection|content-length|transfer-encoding|sec-[\w-]*)$)[\w-]+$/i,
    'This header is not for receivers.',
  )

/** Where messages are sent to. */
const Receiver = z.strictObject({
  url: z
    .url({ protocol: /^https?$/, error: 'Expected the URL of a receiver: http://localhost:3000/hook.' })
    .refine((url) => !/^https?:\/\/[^/]*@/.test(url), 'Expected a URL without a user. Use "headers".'),
  method: z.enum(['POST', 'PUT', 'PATCH']).default('POST'),
  headers: z.record(HeaderName, z.string()).default({}),
})

/** A receiver, and what it is told. */
export const Webhook = Conditions.extend(Receiver.shape)
export type Webhook = z.infer<typeof Webhook>

/** As settings have it: a URL alone is told everything. */
export const WebhookOrUrl = z.union([
  Webhook,
  Receiver.shape.url.transform((url): Webhook => Webhook.parse({ url })),
])

/** A webhook of the settings, or of a trigger, which may not be one. */
export interface Listener {
  /** Name of the trigger; null for a webhook of the settings. */
  readonly trigger: string | null
  readonly webhook: unknown
}

const triggerDefinition = 'M.Trigger'

/** Whether changes of these data may be told to anyone: a quick look, for sandboxes in which nobody listens. */
export function hasTriggers({ entities }: CommittedData): boolean {
  return entities.group('definition', triggerDefinition).size > 0
}

/** What the enabled triggers describe: `Trigger.Conditions`, with the `Action.Settings` of each action that has a URL. */
export function triggersIn(data: CommittedData): Listener[] {
  const triggers = entitiesOf(data, triggerDefinition)

  return triggers.flatMap((trigger) => {
    const {
      'Trigger.Conditions': conditions,
      'Trigger.IsEnabled': isEnabled,
      'Trigger.Name': name,
    } = trigger.properties
    const settings = entitiesWithIds(data, relatedIds(trigger, 'TriggerToAction', 'children')).map(
      ({ properties }) => properties['Action.Settings'],
    )

    return isEnabled === false
      ? []
      : settings.filter(isReceiver).map((receiver) => ({
          trigger: typeof name === 'string' ? name : trigger.identifier,
          webhook: { ...(isObject(conditions) ? conditions : {}), ...receiver },
        }))
  })
}

function isReceiver(settings: Json | undefined): settings is JsonObject {
  return isObject(settings) && settings.url !== undefined
}

/** The webhook of a listener, ready to be compared with the changes of one change set. */
export interface PreparedWebhook {
  readonly webhook: Webhook
  isTold(changed: EntityChange): boolean
}

/** @throws {InvalidRequest} when the webhook is not valid, or an expression in it */
export function prepareWebhook({ webhook: given }: Listener, { before, after }: DataChange): PreparedWebhook {
  const webhook = checked(Webhook, given)
  const { events, definitions, changed: members } = webhook
  const [matchedBefore, matchesAfter] = [
    predicate(before.tables, webhook.before),
    predicate(after.tables, webhook.after),
  ]

  return {
    webhook,
    isTold: ({ before: old, after: next, message: { saveEntityMessage } }) => {
      const { EventType, TargetDefinition, ChangeSet: set } = saveEntityMessage

      return (
        (events?.includes(EventType) ?? true) &&
        (definitions?.includes(TargetDefinition) ?? true) &&
        matchedBefore(old) &&
        matchesAfter(next) &&
        (members === undefined ||
          set.PropertyChanges.some(({ Property }) => members.includes(Property)) ||
          set.RelationChanges.some(({ Relation }) => members.includes(Relation)))
      )
    },
  }
}

function predicate(data: CommittedData, expression?: string): (entity: Entity | undefined) => boolean {
  if (expression === undefined) return () => true

  const matches = predicateOf(data, resolve(data, parseExpression(expression, definedNamesOf(data))))

  return (entity) => entity !== undefined && matches(entity)
}
