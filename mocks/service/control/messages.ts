import { z } from 'zod'
import { EntityMessage } from '../../data/model/messages/message.ts'
import { ApiError, NotFound } from '../../data/model/shared/errors.ts'
import { Timestamp } from '../../data/model/shared/json.ts'
import { redactForm } from '../../sandbox/journal/secrets.ts'
import { unsent } from '../../sandbox/messages/outbox.ts'
import { StoredMessage } from '../../sandbox/messages/stored-message.ts'
import type { BodyCall, Call } from '../http/call.ts'
import { count } from '../http/declare-request.ts'
import { reply, unpagedListOf, type Route } from '../http/declare-route.ts'
import { json, type Reply } from '../http/replies/reply.ts'
import { get, post, put } from './control-route.ts'

/** Without headers, which may be secret. */
const MessageResource = StoredMessage.omit({ headers: true, body: true, next: true }).extend({
  state: StoredMessage.shape.state.describe(
    '`withheld`: not sent, because its address is not allowed, or from a page; `lost` by a fault; `failed`: given up.',
  ),
  attempts: StoredMessage.shape.attempts.describe('How many times it was sent.'),
  problem: StoredMessage.shape.problem.describe('Why it was not accepted, or not sent.'),
  next_attempt: Timestamp.nullable().describe('When it is sent again.'),
  message: EntityMessage,
})

const hosts = z
  .array(z.string().regex(/^[\w.:[\]-]+$/, 'Expected a host such as "hooks.example" or "localhost:3000".'))
  .max(100)
const Receivers = z.strictObject({ hosts })
const MessageList = unpagedListOf(MessageResource).extend({
  dropped: z.int().describe('How many of the oldest are no longer kept.'),
  hosts: hosts.describe('The hosts that messages may be sent to, besides those of the settings.'),
})

/** What is sent to receivers: webhooks and triggers. */
export const messages: Route[] = [
  get('/__sandbox/messages', listMessages, {
    description: 'Lists the messages to receivers, the oldest first.',
    replies: { 200: reply('The messages.', MessageList) },
  }),
  post('/__sandbox/messages/:number/send', sendMessage, {
    description: 'Sends a message again, or one that was withheld.',
    params: { number: count('Number of a message.') },
    replies: { 200: reply('The message.', MessageResource) },
  }),
  put('/__sandbox/receivers', setReceivers, {
    description: 'Sets the hosts that messages may be sent to. What was withheld before is not sent by this.',
    body: Receivers,
    replies: { 200: reply('The hosts.', Receivers) },
  }),
]

function listMessages(call: Call): Reply {
  const { messages: table } = call.stateForRequest.runtime.tables
  const items = Array.from(table.all(), (message) => messageResource(call, message))

  return json({
    items,
    total_items: items.length,
    dropped: (items[0]?.number ?? 1) - 1,
    hosts: call.control.receivers,
  })
}

function sendMessage(call: Call<{ number: string }>): Reply {
  const { settings } = call
  const number = Number(call.params.number)

  return json(
    call.change(({ runtime: { messages: table } }) => {
      const message = table.get(number)

      if (!message) throw new NotFound(`There is no message ${number}. GET /__sandbox/messages lists them.`)

      const refusal =
        message.url === ''
          ? message.problem
          : settings.sender
            ? settings.sender.refusal(message.url, call)
            : inPage

      if (refusal) throw new ApiError(409, refusal)
      table.put({ ...message, ...unsent })

      return messageResource(call, { ...message, ...unsent })
    }),
  )
}

function setReceivers(call: BodyCall<typeof Receivers>): Reply {
  const { hosts: receivers } = call.body

  call.change((draft) => draft.set({ receivers }))

  return json({ hosts: receivers })
}

const inPage = 'Pages send no messages.'

function messageResource({ settings }: Call, stored: StoredMessage): z.infer<typeof MessageResource> {
  const { headers: _, body, next, url, ...message } = stored
  const [address = '', ...query] = url.split('?')
  const isWithheld = message.state === 'waiting' && !settings.sender

  return {
    ...message,
    ...(isWithheld ? { state: 'withheld', problem: inPage } : {}),
    url: query.length === 0 ? address : `${address}?${redactForm(query.join('?'))}`,
    next_attempt: message.state === 'waiting' && next > 0 ? new Date(next).toISOString() : null,
    message: body,
  }
}
