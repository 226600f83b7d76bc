import type { QueryCall } from '../http/call.ts'
import { eventStream, type ServerSentEvent } from '../http/replies/event-stream.ts'
import type { Reply } from '../http/replies/reply.ts'
import { flag, text } from '../http/declare-request.ts'
import { contentReply, type Route } from '../http/declare-route.ts'
import { get } from './control-route.ts'
import { simulationOf } from './overview.ts'
import type { HistoryEntry } from '../../sandbox/state/history.ts'
import type { Key } from '../../data/store/table.ts'
import { entityChanges } from '../../data/model/messages/message.ts'
import { appendTo } from '../../data/model/shared/maps.ts'

const parameters = {
  messages: flag('Whether events have `messages` too: those about entities, as receivers get them.'),
  simulation: flag(
    'Whether there is an event `simulation` too when the acting user, scenario or number of active faults changes.',
  ),
}

/** The changes of a sandbox, as they happen. */
export const events: Route[] = [
  get('/__sandbox/events', followChanges, {
    description:
      'Streams one event per change of the data. `Last-Event-ID` resumes the stream; `event: missed` means that some changes are no longer available.',
    query: parameters,
    headers: { 'Last-Event-ID': text('Sequence of the last change that the client received.') },
    replies: {
      200: contentReply('The changes as they happen.', ['text/event-stream'], {
        'Cache-Control': 'Always `no-cache`.',
        'X-Accel-Buffering': 'Always `no`, for proxies.',
      }),
    },
  }),
]

/** Maximum number of keys per table and change. */
const keyLimit = 1000

/**
 * Streams an event per change. A client that reconnects with `Last-Event-ID` first gets the changes since; `missed`
 * reports those that were evicted.
 */
function followChanges(call: QueryCall<typeof parameters>): Reply {
  const { sandbox, request, query } = call
  const { history } = sandbox
  const given = /^\d{1,15}$/.exec(request.header('last-event-id') ?? '')?.[0]

  // A higher number is from another history, such as before a restart.
  const isFromOther = given !== undefined && Number(given) > history.sequence
  let last = given === undefined || isFromOther ? history.sequence : Number(given)
  let missed = isFromOther ? { from: 1, to: last } : undefined
  let simulated = JSON.stringify(simulationOf(call))

  return eventStream({
    next() {
      const [entry] = history.after(last)
      const first = entry?.sequence ?? history.sequence + 1

      missed ??= first > last + 1 ? { from: last + 1, to: first - 1 } : undefined
      const data = simulationOf(call)

      if (query.simulation && JSON.stringify(data) !== simulated) {
        simulated = JSON.stringify(data)

        return { event: 'simulation', data }
      }
      if (missed) {
        const event = { event: 'missed', data: missed }

        last = missed.to
        missed = undefined

        return event
      }
      if (entry) last = entry.sequence

      return entry && eventOf(entry, query.messages ? sandbox.id : undefined)
    },
    onChange: (listener) => sandbox.onState(listener),
  })
}

/** @param sandbox id of the sandbox, if the messages about entities are wanted */
function eventOf({ sequence, at, change }: HistoryEntry, sandbox?: string): ServerSentEvent {
  const keys = new Map<string, Key[]>()

  for (const { table, key } of change.changes) appendTo(keys, table, key)

  return {
    id: sequence,
    event: 'change',
    data: {
      sequence,
      at,
      kind: change.cause.kind,
      by: change.cause.by ?? null,
      changes: Array.from(keys, ([table, all]) => ({
        table,
        count: all.length,
        keys: all.slice(0, keyLimit),
      })),
      ...(sandbox !== undefined && {
        messages: Array.from(entityChanges(change, sandbox, at), ({ message }) => message),
      }),
    },
  }
}
