import type { JournalEntry } from '../../service/journal-stream.ts'

/**
 * Whether an entry matches the filter: `method:POST status:4xx path:/copy route:/api/entities/:id entity:1000 operation:ProductPage user:admin fault:yes
 * outgoing:yes upstream:failed` and any text in path, query and bodies. All terms must match.
 */
export function requestFilter(text: string): (entry: JournalEntry) => boolean {
  const terms = text.trim().split(/\s+/).filter(Boolean).map(termOf)

  return (entry) => terms.every((matches) => matches(entry))
}

type Predicate = (entry: JournalEntry, value: string) => boolean

const predicates: Record<string, Predicate> = {
  method: ({ method }, value) => method.toLowerCase() === value,
  status: ({ status }, value) => String(status).startsWith(value.replace(/(?<!x)x+$/, '')),
  entity: ({ path }, value) => `${path}/`.startsWith(`/api/entities/${value}/`),
  path: ({ path }, value) => path.toLowerCase().includes(value),
  route: ({ route, path }, value) => (route ?? path).toLowerCase() === value,
  operation: ({ graphql }, value) => graphql?.operation?.toLowerCase() === value,
  user: ({ user }, value) => (user ?? 'anonymous').toLowerCase() === value,
  upstream: (entry, value) =>
    (upstreamState(entry) ?? 'no') === value || (value === 'yes' && !!entry.upstream),
  outgoing: ({ outgoing }, value) => (outgoing !== null) === (value !== 'no'),
  fault: ({ faults }, value) => faults.length > 0 === (value !== 'no'),
}

function termOf(term: string): (entry: JournalEntry) => boolean {
  const lower = term.toLowerCase()
  const [, name = '', value = ''] = /^(\w+):(.+)$/.exec(lower) ?? []
  const predicate = Object.hasOwn(predicates, name) ? predicates[name] : undefined

  if (predicate) return (entry) => predicate(entry, value)

  return (entry) => textOf(entry).includes(lower)
}

function textOf({ method, path, query, request, response }: JournalEntry): string {
  const responseText = response.body === 'streamed' ? '' : (response.body?.text ?? '')

  return `${method} ${path}?${query} ${request.body?.text ?? ''} ${responseText}`.toLowerCase()
}

/** What became of a request that was passed on, as the filter names it. */
export type UpstreamState = 'answered' | 'failed' | 'same' | 'different'

export function upstreamState({ upstream }: Pick<JournalEntry, 'upstream'>): UpstreamState | undefined {
  if (!upstream) return undefined
  if (upstream.failure !== null) return 'failed'
  if (!upstream.differences) return 'answered'

  return upstream.differences.length === 0 ? 'same' : 'different'
}
