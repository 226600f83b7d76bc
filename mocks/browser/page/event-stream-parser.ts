import type { StreamChunk } from '../../http/replies/reply.ts'

/** One block of an event stream. Without `data` nothing is dispatched. */
interface ParsedEvent {
  readonly event: string
  readonly data?: string
  readonly id?: string
  readonly retry?: number
}

/** Parses the events of a stream (`text/event-stream`), which may be split at any place. */
export async function* parseEvents(chunks: AsyncIterator<StreamChunk>): AsyncGenerator<ParsedEvent> {
  const decoder = new TextDecoder()
  let rest = ''

  for (let chunk = await chunks.next(); !chunk.done; chunk = await chunks.next()) {
    const { value } = chunk
    const text = typeof value === 'string' ? value : decoder.decode(value, { stream: true })
    const blocks = `${rest}${text}`.split(/\r\n\r\n|\n\n|\r\r/)

    rest = blocks.pop() ?? ''
    for (const block of blocks) yield parseBlock(block)
  }
}

function parseBlock(block: string): ParsedEvent {
  const fields = new Map<string, string>()

  for (const line of block.split(/\r\n|\n|\r/)) {
    const [, name = '', value = ''] = /^([^:]*)(?:: ?([^]*))?$/.exec(line) ?? []
    const before = name === 'data' ? fields.get('data') : undefined

    fields.set(name, before === undefined ? value : `${before}\n${value}`)
  }

  const [data, id, retry] = [fields.get('data'), fields.get('id'), Number(fields.get('retry') ?? Number.NaN)]

  return {
    event: fields.get('event') || 'message',
    ...(data === undefined ? {} : { data }),
    ...(id === undefined ? {} : { id }),
    ...(Number.isNaN(retry) ? {} : { retry }),
  }
}
