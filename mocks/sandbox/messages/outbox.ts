import { entityChanges, type DataChange, type EntityMessage } from '../../data/model/messages/message.ts'
import {
  hasTriggers,
  prepareWebhook,
  triggersIn,
  type Listener,
  type PreparedWebhook,
} from '../../data/model/messages/webhook.ts'
import { InvalidRequest } from '../../data/model/shared/errors.ts'
import type { Sliced } from '../../data/model/shared/slices.ts'
import { sizeOfValue } from '../budget.ts'
import type { SandboxOrDraft, RuntimeDraft } from '../state/sandbox-state.ts'
import type { Clock } from '../time/clock.ts'
import type { StoredMessage } from './stored-message.ts'

interface Changing extends Pick<SandboxOrDraft, 'settings'> {
  readonly sandboxId: string
  readonly clock: Clock
  readonly runtime: RuntimeDraft
}

/** Most messages that a sandbox keeps, and their bytes; the oldest are dropped, even if they are waiting. */
const maxMessages = 1000
const maxBytes = 64 * 1024 * 1024

type Told = EntityMessage['saveEntityMessage']

/** Their bytes, about. */
const sizes = new WeakMap<Told, number>()

/** Puts the messages about a change into the outbox, in the same change, so that none is lost. */
export function* queueMessages(draft: Changing, change: DataChange): Sliced<void> {
  const { webhooks } = draft.settings

  if (webhooks.length === 0 && !hasTriggers(change.after.tables)) return

  const given = webhooks.map((webhook) => ({ trigger: null, webhook }))
  const listeners = [...given, ...triggersIn(change.after.tables)].map((listener) => ({
    trigger: listener.trigger,
    prepared: prepare(listener, change),
  }))
  const at = draft.clock.timestamp()

  for (const changed of entityChanges(change, draft.sandboxId, at)) {
    const { saveEntityMessage, context } = changed.message

    for (const { trigger, prepared } of listeners) {
      const body = { context: { ...context, trigger }, saveEntityMessage }

      if (prepared instanceof InvalidRequest) {
        const problem = `The webhook can't be read: ${prepared.message}`

        put(draft.runtime, { ...unread, at, body, problem })
      } else if (prepared.isTold(changed)) {
        const { url, method, headers } = prepared.webhook

        put(draft.runtime, { ...unsent, at, body, url, method, headers })
      }
    }
    yield
  }
  dropLarge(draft.runtime)
}

/** What a message begins with, also when it is to be sent again. */
export const unsent = { state: 'waiting', attempts: 0, next: 0, status: null, problem: null } as const
const unread = { ...unsent, state: 'failed', url: '', method: 'POST', headers: {} } as const

function prepare(listener: Listener, change: DataChange): PreparedWebhook | InvalidRequest {
  try {
    return prepareWebhook(listener, change)
  } catch (error) {
    if (error instanceof InvalidRequest) return error
    throw error
  }
}

function put({ messages, sequences }: RuntimeDraft, message: Omit<StoredMessage, 'number'>): void {
  messages.put({ ...message, number: sequences.next('message', (number) => messages.has(number)) })
  if (messages.size <= maxMessages) return

  const [oldest] = messages.keys()

  if (oldest !== undefined) messages.delete(oldest)
}

/** Keeps the newest messages that have at most `maxBytes`, and the newest one in any case. */
function dropLarge({ messages }: RuntimeDraft): void {
  // Several receivers are told the same.
  const counted = new Set<Told>()
  let bytes = 0

  for (const { number, body } of [...messages.all()].toReversed()) {
    const told = body.saveEntityMessage

    if (!counted.has(told)) bytes += sizeOf(told)
    if (bytes > maxBytes && counted.size > 0) messages.delete(number)
    else counted.add(told)
  }
}

function sizeOf(told: Told): number {
  const size = sizes.get(told) ?? sizeOfValue(told)

  sizes.set(told, size)

  return size
}
