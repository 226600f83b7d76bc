import { z } from 'zod'
import { FailureList, InvalidRequest, NotFound } from '../../../data/model/shared/errors.ts'
import {
  channelNames,
  displayNameOf,
  type Notification,
} from '../../../data/model/notifications/notification.ts'
import {
  updateChannels,
  notificationOf,
  notificationsOf,
  notify,
} from '../../../data/model/notifications/user-notifications.ts'
import { entityIdOf } from '../../../data/model/entities/references.ts'
import { asKnown } from '../../../data/model/shared/letter-case.ts'
import { Link, Json, UncheckedJson, Timestamp } from '../../../data/model/shared/json.ts'
import { withIgnored } from '../../../data/model/shared/ignored-members.ts'
import type { Data } from '../../../data/model/data-tables.ts'
import { readUser } from '../../../data/model/users/users.ts'
import type { BodyCall, Call } from '../../http/call.ts'
import { json, jsonList, noContent, type Reply } from '../../http/replies/reply.ts'
import { eitherBody } from '../../http/declare-request.ts'
import {
  ErrorBody,
  reply,
  unpagedListOf,
  post,
  put,
  getAndHead,
  decision,
  documented,
  observed,
  type Route,
} from '../../http/declare-route.ts'
import type { Links } from '../../http/replies/links.ts'

/** Path parameter: the id of a notification. */
const notificationId = z.int().describe('Id of a notification.')

/** Notification object (interface 1.6, 2.4.1 and 2.4.2); it has no lifecycle state (interface 3.4). */
export const NotificationResource = z
  .object({
    id: z.int(),
    notificationtype: z.string(),
    notificationtypelabel: z.string(),
    is_user_owned: z.boolean(),
    created_on: Timestamp,
    created_by: Link,
    modified_on: Timestamp,
    modified_by: Link,
    channels: z.array(z.object({ channelname: z.string(), is_checked: z.boolean() })),
    UserId: z.int().describe('Id of the user it is for; 0 if it is for everyone.'),
    user: Link.optional().describe('The user it is for; omitted if it is for everyone.'),
    parameters: UncheckedJson.optional().describe(
      'What the sender passed as `parameters`; omitted if there were none.',
    ),
    self: Link,
  })
  .meta({ id: 'Notification' })
export type NotificationResource = z.infer<typeof NotificationResource>

/** Notifications Array (interface 2.4.3). */
const NotificationsArray = unpagedListOf(NotificationResource).meta({ id: 'NotificationsArray' })

function notificationResource(notification: Notification, links: Links): NotificationResource {
  const { id, type, userId, channels, parameters } = notification

  return {
    id,
    notificationtype: type,
    notificationtypelabel: displayNameOf(type),
    is_user_owned: userId !== null,
    created_on: notification.createdOn,
    created_by: links.entity(notification.createdBy),
    modified_on: notification.modifiedOn,
    modified_by: links.entity(notification.modifiedBy),
    channels: channels.map(({ name, isChecked }) => ({ channelname: name, is_checked: isChecked })),
    UserId: userId ?? 0,
    ...(userId === null ? {} : { user: links.entity(userId) }),
    ...(parameters === undefined ? {} : { parameters }),
    self: links.notification(id),
  }
}

type ById = { id: string }

/** The body of PUT, which checks and unchecks channels of a notification; other members are ignored. */
const ChannelUpdate = z.object({
  channels: z.array(z.object({ channelname: z.string(), is_checked: z.boolean() })).default([]),
})

type Choices = z.infer<typeof ChannelUpdate>
withIgnored(ChannelUpdate, Object.keys(NotificationResource.shape))

const IdentifiedUpdate = ChannelUpdate.extend({ id: z.int() })
type IdentifiedChoices = z.infer<typeof IdentifiedUpdate>
withIgnored(IdentifiedUpdate, Object.keys(NotificationResource.shape))

const ChannelUpdates = withIgnored(z.object({ items: z.array(IdentifiedUpdate) }), ['total_items'])
type SomeChoices = z.infer<typeof ChannelUpdates>

const ChannelName = z.preprocess(
  (name) => (typeof name === 'string' ? asKnown(name, channelNames) : name),
  z.enum(channelNames, { error: `Expected ${channelNames.join(' or ')}.` }),
)

const Message = z.object({
  channels: z.array(ChannelName).min(1).nullish(),
  /** Links to users; everyone if omitted. */
  recipients: z.array(Link).nullish(),
  parameters: Json.optional(),
})
/** The notification resource (interface 1.8, 4.5.1 to 4.5.3 and 5.3). Readers may change their own, too. */
export const notifications: Route[] = [
  getAndHead('/api/notifications', readAll, {
    description: 'Lists the notifications that apply to the calling user.',
    source: documented('4.5.1 and 4.5.2'),
    decisions: [
      decision(
        'The list contains the user’s own notifications and those without an owner. Users of any role may change is_checked of channels, by PUT of the list or of /api/notifications/{id}; other members are ignored.',
        '4.5.4',
      ),
    ],
    replies: { 200: reply('The notifications, the latest first.', NotificationsArray) },
  }),
  put('/api/notifications', updateSome, {
    description: 'Checks and unchecks channels of one notification, or of each in a Notifications Array.',
    source: documented('4.5.3'),
    access: 'read',
    body: eitherBody('items', ChannelUpdates, IdentifiedUpdate),
    replies: {
      204: reply('The channels were changed.'),
      404: reply('There is no such notification for the user.', ErrorBody),
    },
  }),
  getAndHead('/api/notifications/:id', readOne, {
    description: 'Reads a notification.',
    source: documented('2.4.1'),
    params: { id: notificationId },
    replies: { 200: reply('The notification.', NotificationResource) },
  }),
  put('/api/notifications/:id', updateOne, {
    description: 'Checks and unchecks channels of a notification.',
    source: documented('4.5.3'),
    access: 'read',
    params: { id: notificationId },
    body: ChannelUpdate,
    replies: { 204: reply('The channels were changed.') },
  }),
  post('/api/notifications/:type', send, {
    description: 'Sends a notification of any type to users, or to everyone.',
    source: observed('existing clients'),
    decisions: [decision('A notification can have any type. There are only the two channels.', '2.4.4')],
    body: Message,
    replies: { 200: reply('The notifications that were sent.', NotificationsArray) },
  }),
]

function readAll({ data, user, links }: Call): Reply {
  return jsonList(notificationsOf(data, user.id).map((each) => notificationResource(each, links)))
}

function readOne({ data, user, links, params }: Call<ById>): Reply {
  return json(notificationResource(notificationOf(data, user.id, idOf(params.id)), links))
}

/** The body is one notification, with its `id`, or a Notifications Array. */
async function updateSome(call: Call<unknown, SomeChoices | IdentifiedChoices>): Promise<Reply> {
  const { body } = call

  update(
    call,
    'items' in body
      ? body.items.map((item, index) => ({ ...item, path: `items.${index}.channels` }))
      : [{ ...body, path: 'channels' }],
  )

  return noContent()
}

async function updateOne(call: Call<ById, Choices>): Promise<Reply> {
  const { channels } = call.body

  update(call, [{ id: idOf(call.params.id), channels, path: 'channels' }])

  return noContent()
}

function update(call: Call, items: readonly (IdentifiedChoices & { path: string })[]): void {
  const { user } = call

  call.change((draft, { now }) => {
    const by = { userId: user.id, mayWrite: user.role !== 'reader', now }
    const failures = new FailureList()

    for (const item of items) updateChannels(draft, item, by, failures)
    failures.throwIfAny()
  })
}

/** Sends a notification of any type to users, or to everyone, and returns it. */
async function send(call: BodyCall<typeof Message, { type: string }>): Promise<Reply> {
  const { channels, recipients, parameters } = call.body
  const type = call.params.type

  if (!/^[\w.-]{1,100}$/.test(type)) {
    throw new InvalidRequest({ type: 'Expected a type of 1 to 100 letters, digits, ".", "_" and "-".' })
  }

  const sent = call.change((draft, author) => {
    const content = {
      type,
      channels: channels ?? undefined,
      ...(parameters === undefined ? {} : { parameters }),
    }
    const users = recipients ? usersOf(draft, recipients) : [null]

    return users.map((userId) => notify(draft, { ...content, userId }, author))
  })

  return jsonList(sent.map((each) => notificationResource(each, call.links)))
}

function usersOf(data: Data, recipients: readonly Link[]): number[] {
  const failures = new FailureList()
  const ids = recipients.flatMap(({ href }, index) => {
    const id = entityIdOf(data, href)
    const user = id === undefined ? undefined : readUser(data, id)

    if (!user) failures.add(`recipients.${index}`, `"${href}" is not a link to a user.`)

    return user ? [user.id] : []
  })

  failures.throwIfAny()

  return [...new Set(ids)]
}

function idOf(text: string): number {
  if (!/^\d{1,15}$/.test(text)) {
    throw new NotFound(`"${text.slice(0, 100)}" is not a notification id: expected a number.`)
  }

  return Number(text)
}
