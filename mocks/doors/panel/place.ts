/** Where the panel is, as parts of the page's free width and height: `{ x: 1, y: 1 }` is the corner at the bottom right. */
export interface Place {
  readonly x: number
  readonly y: number
}

const key = 'entity-sandbox.panel'
const corner: Place = { x: 1, y: 1 }

/** The place that was stored last. */
export function storedPlace(): Place {
  const [x = 1, y = 1] = (withStorage(() => localStorage.getItem(key)) ?? '1 1').split(' ').map(Number)

  return x >= 0 && x <= 1 && y >= 0 && y <= 1 ? { x, y } : corner
}

export function storePlace({ x, y }: Place): void {
  withStorage(() => localStorage.setItem(key, `${x} ${y}`))
}

/** What a use of storage returns; undefined if it is blocked or full, where the panel works without. */
export function withStorage<T>(use: () => T): T | undefined {
  try {
    return use()
  } catch {
    return undefined
  }
}

/** The place at the nearest edge of the page. */
export function atEdge({ x, y }: Place): Place {
  const nearest = Math.min(x, 1 - x, y, 1 - y)

  return nearest === Math.min(x, 1 - x) ? { x: Math.round(x), y } : { x, y: Math.round(y) }
}

const directions: Readonly<Record<string, Place | undefined>> = {
  ArrowLeft: { x: -0.5, y: 0 },
  ArrowRight: { x: 0.5, y: 0 },
  ArrowUp: { x: 0, y: -0.5 },
  ArrowDown: { x: 0, y: 0.5 },
}

/** The next corner or middle of an edge in the direction of an arrow key; undefined for other keys. */
export function placeTowards(name: string, { x, y }: Place): Place | undefined {
  const by = directions[name]

  if (!by) return undefined
  const next = { x: step(x, by.x), y: step(y, by.y) }

  // The middle of the page is no edge.
  return next.x === 0.5 && next.y === 0.5 ? { x: step(0.5, by.x), y: step(0.5, by.y) } : next
}

function step(part: number, by: number): number {
  return Math.min(1, Math.max(0, Math.round(part * 2) / 2 + by))
}
