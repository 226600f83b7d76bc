import { z } from 'zod'
import { FailureList, InvalidRequest, NotFound } from '../../model/shared/errors.ts'
import { channelNames } from '../../model/notifications/notification.ts'
import {
  chooseChannels,
  notificationOf,
  notificationsOf,
  notify,
} from '../../model/notifications/notifications.ts'
import { entityIdOf } from '../../model/entities/references.ts'
import { Link } from '../../model/shared/json.ts'
import type { Data } from '../../model/tables.ts'
import { readUser } from '../../sandbox/access/users.ts'
import type { Call } from '../../http/call.ts'
import { json, noContent, type Reply } from '../../http/replies/reply.ts'
import { post, put, read, type Route } from '../../http/routing/route.ts'
import { notificationResource, notificationsArray } from './notification-resource.ts'

type ById = { id: string }

/** The notification resource (interface 1.8, 4.5.1 to 4.5.3 and 5.3). Readers too may change their own. */
export const notifications: Route[] = [
  read('/api/notifications', readAll),
  put('/api/notifications', updateSome, { access: 'read' }),
  read('/api/notifications/:id', readOne),
  put('/api/notifications/:id', updateOne, { access: 'read' }),
  post('/api/notifications/:type', send),
]

/** Of a notification, PUT changes the ticks of its channels; other members are ignored. */
const Choices = z.object({
  channels: z.array(z.object({ channelname: z.string(), is_checked: z.boolean() })).default([]),
})

const IdentifiedChoices = Choices.extend({ id: z.int() })

const SomeChoices = z.object({ items: z.array(IdentifiedChoices) })

const Message = z.object({
  channels: z
    .array(z.enum(channelNames, { error: `Expected ${channelNames.join(' or ')}.` }))
    .min(1)
    .nullish(),
  /** Links to users; everyone when left out. */
  recipients: z.array(Link).nullish(),
  parameters: z.json().optional(),
})

function readAll({ data, user, links }: Call): Reply {
  return json(notificationsArray(notificationsOf(data, user.id), links))
}

function readOne({ data, user, links, params }: Call<ById>): Reply {
  return json(notificationResource(notificationOf(data, user.id, idOf(params.id)), links))
}

/** The body is one notification, found by its `id`, or a Notifications Array. */
async function updateSome(call: Call): Promise<Reply> {
  const isArray = 'items' in call.json(z.looseObject({}))
  const items = isArray ? call.json(SomeChoices).items : [call.json(IdentifiedChoices)]

  await update(
    call,
    items.map((item, index) => ({ ...item, path: isArray ? `items.${index}.channels` : 'channels' })),
  )

  return noContent()
}

async function updateOne(call: Call<ById>): Promise<Reply> {
  const { channels } = call.json(Choices)

  await update(call, [{ id: idOf(call.params.id), channels, path: 'channels' }])

  return noContent()
}

async function update(
  call: Call,
  items: readonly (z.infer<typeof IdentifiedChoices> & { path: string })[],
): Promise<void> {
  const { user, author } = call
  const by = { id: user.id, mayWrite: user.role !== 'reader', now: author.now }

  await call.change((draft) => {
    const failures = new FailureList()

    for (const item of items) chooseChannels(draft, item, by, failures)
    failures.throwIfAny()
  })
}

/** Sends a notification of any type to users, or to everyone; answers what was sent. */
async function send(call: Call<{ type: string }>): Promise<Reply> {
  const { channels, recipients, parameters } = call.json(Message)
  const type = call.params.type

  if (!/^[\w.-]{1,100}$/.test(type)) {
    throw new InvalidRequest({ type: 'A type has 1 to 100 letters, digits, ".", "_" and "-" only.' })
  }

  const sent = await call.change((draft) => {
    const what = {
      type,
      channels: channels ?? undefined,
      ...(parameters === undefined ? {} : { parameters }),
    }
    const users = recipients ? usersOf(draft, recipients) : [null]

    return users.map((userId) => notify(draft, { ...what, userId }, call.author))
  })

  return json(notificationsArray(sent, call.links))
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
    throw new NotFound(`"${text.slice(0, 100)}" is no id of a notification, which is a number.`)
  }

  return Number(text)
}
