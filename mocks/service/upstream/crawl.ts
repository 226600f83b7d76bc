import { isObject } from '../../data/model/shared/json.ts'

/** Reads a path; undefined if the service did not return JSON with status 200. */
export type Read = (path: string) => Promise<unknown>

const pageSize = 50

/**
 * Reads what makes up a world, one request after the other: definitions, option lists, notifications, and some entities
 * of each definition with their relations. Only GET.
 */
export async function crawl(read: Read, entitiesPerDefinition: number): Promise<void> {
  const definitions = await readPages(read, '/api/entitydefinitions', Infinity)
  const lists = await readPages(read, '/api/datasources', Infinity)

  await read('/api/notifications')
  for (const name of namesIn(lists)) await read(`/api/datasources/${encodeURIComponent(name)}`)
  for (const name of namesIn(definitions)) {
    const path = `/api/entitydefinitions/${encodeURIComponent(name)}`

    await read(path)
    for (const { id, relations } of await readPages(read, `${path}/entities`, entitiesPerDefinition)) {
      const names = isObject(relations) ? Object.keys(relations).map(encodeURIComponent).join(',') : ''

      await read(`/api/entities/${String(id)}${names === '' ? '' : `?nestedRelations=${names}`}`)
    }
  }
}

/** The items of a list, from as many pages as it has or are wanted. */
async function readPages(read: Read, path: string, wanted: number): Promise<Record<string, unknown>[]> {
  const items: Record<string, unknown>[] = []

  while (items.length < wanted) {
    const take = Math.min(pageSize, wanted - items.length)
    const page = await read(`${path}?skip=${items.length}&take=${take}`)
    const found = isObject(page) && Array.isArray(page.items) ? page.items.filter(isObject) : []
    const total = isObject(page) ? Number(page.total_items) : 0

    // A service may ignore `skip` and have no total.
    if (found.length === 0 || JSON.stringify(found[0]) === JSON.stringify(items[0])) break
    items.push(...found)
    if (items.length >= total) break
  }

  return items.slice(0, wanted)
}

function namesIn(items: readonly Record<string, unknown>[]): string[] {
  return items.flatMap(({ name }) => (typeof name === 'string' ? [name] : []))
}

/** How often to repeat a request that comes too early, and how long to wait for that at most, in milliseconds. */
const maxRepeats = 5
const maxWait = 60_000

/** At most `rate` requests a second; those that are too many for the service are repeated when it says. */
export function polite(
  ask: (path: string) => Promise<{ status: number; retryAfter: string | undefined; value: unknown }>,
  rate: number,
): Read {
  let next = 0

  return async (path) => {
    for (let attempt = 0; ; attempt++) {
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, next - performance.now())))
      next = performance.now() + 1000 / rate

      const { status, retryAfter, value } = await ask(path)

      if (status === 200) return value
      if (status !== 429 || attempt === maxRepeats) return undefined
      next = performance.now() + Math.min((Number(retryAfter) || 2 ** attempt) * 1000, maxWait)
    }
  }
}
