import type { Overview } from '../../client/operations.ts'

const tag = 'entity-sandbox-panel'

/** Adds the panel to the page, unless the page has one. Defining it starts those in the page. */
export function showPanel(): void {
  if (!customElements.get(tag)) customElements.define(tag, SandboxPanel)
  if (!document.querySelector(tag)) document.body.append(document.createElement(tag))
}

/** Where the console keeps the control token, which is required of the panel too. */
const tokenKey = 'entity-sandbox.control'

/** In milliseconds: changes come in bursts, of which the panel shows the result. */
const burst = 150

/** In pixels: a pointer that moves less has clicked. */
const clickRadius = 4

/**
 * `<entity-sandbox-panel>`. Attributes: `url`, the sandbox's base URL, default the page's origin; `console`, the address of
 * its console; `always`, to be shown in automated browsers too; `hidden`.
 */
export class SandboxPanel extends HTMLElement {
  readonly #pill = document.createElement('button')
  readonly #box = document.createElement('aside')
  #frame: HTMLIFrameElement | undefined
  #place = storedPlace()
  #events: EventSource | undefined
  #refreshing: ReturnType<typeof setTimeout> | undefined
  /** Number of requests so far: only the response to the last one is shown. */
  #requests = 0
  /** Whether the pointer that was pressed last has moved the panel, and so does not open it. */
  #wasDragged = false
  /** Ends with the element's place in the page. */
  #connection = new AbortController()

  connectedCallback(): void {
    // Tests find the page as users of the application do.
    if ((navigator.webdriver || 'Cypress' in globalThis) && !this.hasAttribute('always')) return

    const { signal } = (this.#connection = new AbortController())

    if (!this.shadowRoot) this.#build()
    this.#moveTo(this.#place)
    this.#follow()
    document.addEventListener('visibilitychange', () => this.#follow(), { signal })
    addEventListener('message', (message) => this.#onMessage(message), { signal })
  }

  disconnectedCallback(): void {
    this.#connection.abort()
    this.#events?.close()
    clearTimeout(this.#refreshing)
  }

  #build(): void {
    const root = this.attachShadow({ mode: 'open' })
    const sheet = new CSSStyleSheet()

    // Neither needs what a policy of the application may forbid: inline styles, markup in strings.
    sheet.replaceSync(styles)
    root.adoptedStyleSheets = [sheet]
    this.#box.ariaLabel = 'Sandbox'
    this.#pill.type = 'button'
    this.#pill.title = 'Opens the console. Drag it, or use the arrow keys, to move it.'
    this.#pill.ariaExpanded = 'false'
    this.#pill.textContent = 'Sandbox'
    this.#pill.addEventListener('pointerdown', (event) => this.#drag(event))
    this.#pill.addEventListener('click', () => {
      if (!this.#wasDragged) this.#toggle()
      this.#wasDragged = false
    })
    this.#box.addEventListener('keydown', (event) => this.#onKey(event))
    this.#box.append(this.#pill)
    root.append(this.#box)
  }

  get #url(): string {
    return new URL(this.getAttribute('url') ?? '', location.origin).href.replace(/\/$/, '')
  }

  /** Beside the Vite plugin below `/__sandbox`, at a server at its root. */
  get #console(): string {
    const [, server, sandbox] = /^(.*?)(?:\/s\/([^/]+))?$/.exec(this.#url) ?? []
    const given = this.getAttribute('console')
    const own = this.hasAttribute('url') ? `${server}/` : '/__sandbox/console/'

    return (given ?? own) + (sandbox === undefined ? '' : `?sandbox=${sandbox}`)
  }

  /** The control token, once the console of this origin has asked for it. */
  get #token(): string | undefined {
    if (new URL(this.#url).origin !== location.origin) return undefined

    return withStorage(() => sessionStorage.getItem(tokenKey)) ?? undefined
  }

  /** Shows the sandbox as it changes, while the page is visible: browsers allow a server few connections at a time. */
  #follow(): void {
    this.#events?.close()
    if (document.visibilityState === 'hidden') return

    const token = this.#token
    const query = token === undefined ? '' : `&control=${encodeURIComponent(token)}`

    this.#events = new EventSource(`${this.#url}/__sandbox/events?simulation=true${query}`)
    for (const name of ['open', 'simulation', 'error']) {
      this.#events.addEventListener(name, () => {
        this.#refreshing ??= setTimeout(() => void this.#refresh(), burst)
      })
    }
  }

  async #refresh(): Promise<void> {
    const request = ++this.#requests
    const token = this.#token

    this.#refreshing = undefined

    const response = await fetch(`${this.#url}/__sandbox`, {
      headers: token === undefined ? {} : { 'X-Sandbox-Control': token },
    }).catch(() => undefined)
    // An application's server may answer any path with its own page.
    const overview = response?.ok ? await response.json().catch(() => undefined) : undefined

    if (request !== this.#requests) return
    if (overview !== undefined) this.#show(partsOf(overview as Overview)) // as the contract declares it
    else this.#show([response?.status === 401 ? 'token required' : 'not connected'])
  }

  #show(parts: readonly string[]): void {
    this.#pill.textContent = ['Sandbox', ...parts].join(' · ')
  }

  #toggle(isOpen = this.#pill.ariaExpanded === 'false'): void {
    if (isOpen && !this.#frame) {
      this.#frame = document.createElement('iframe')
      this.#frame.title = 'Console of the sandbox'
      this.#frame.src = this.#console
      // Loaded again when its token was entered.
      this.#frame.addEventListener('load', () => this.#follow())
      this.#box.append(this.#frame)
    }
    this.#pill.ariaExpanded = String(isOpen)
    // A closed one is kept, with its page.
    if (this.#frame) this.#frame.hidden = !isOpen
    if (isOpen) this.#frame?.focus()
    else this.#pill.focus()
  }

  #onKey(event: KeyboardEvent): void {
    const place = placeTowards(event.key, this.#place)

    if (place) {
      this.#moveTo(place)
      storePlace(place)
    } else if (event.key === 'Escape' && this.#pill.ariaExpanded === 'true') this.#toggle(false)
    else return

    event.preventDefault()
  }

  /** The console passes on Escape when it has no use for it. */
  #onMessage({ source, data }: MessageEvent): void {
    if (source !== null && source === this.#frame?.contentWindow && data === `${tag}:close`)
      this.#toggle(false)
  }

  /** Follows a pointer until it is released, then moves to the nearest edge. */
  #drag({ pointerId, clientX, clientY }: PointerEvent): void {
    const from = this.#box.getBoundingClientRect()
    const ended = new AbortController()
    const move = (event: PointerEvent) => {
      const [dx, dy] = [event.clientX - clientX, event.clientY - clientY]

      this.#wasDragged ||= Math.hypot(dx, dy) >= clickRadius
      if (!this.#wasDragged) return
      this.#moveTo({
        x: within((from.left + dx) / (innerWidth - from.width), this.#place.x),
        y: within((from.top + dy) / (innerHeight - from.height), this.#place.y),
      })
    }
    const end = () => {
      ended.abort()
      if (!this.#wasDragged) return
      this.#moveTo(atEdge(this.#place))
      storePlace(this.#place)
    }

    this.#wasDragged = false
    this.#pill.setPointerCapture(pointerId)
    this.#pill.addEventListener('pointermove', move, ended)
    this.#pill.addEventListener('pointerup', end, ended)
    this.#pill.addEventListener('pointercancel', end, ended)
  }

  #moveTo(place: Place): void {
    this.#place = place
    this.#box.style.setProperty('--x', String(place.x))
    this.#box.style.setProperty('--y', String(place.y))
    this.#box.classList.toggle('low', place.y > 0.5)
  }
}

function within(part: number, before: number): number {
  // A box as large as the page can't be moved.
  return Number.isFinite(part) ? Math.min(1, Math.max(0, part)) : before
}

/** As whom applications send requests, and what is simulated. */
function partsOf({ acting_user: user, scenario, active_faults: faults }: Overview): string[] {
  return [
    user ?? 'signed out',
    ...(scenario === null ? [] : [scenario]),
    ...(faults === 0 ? [] : [`${faults} ${faults === 1 ? 'fault' : 'faults'}`]),
  ]
}

/** System colours: they follow the scheme of the system, as the console does, and forced colours. */
const styles = `
:host { all: initial }
:host([hidden]) { display: none }
@media print { :host { display: none } }
aside {
  position: fixed; z-index: 2147483647; display: flex; flex-direction: column; max-width: 100vw;
  left: calc(var(--x) * 100%); top: calc(var(--y) * 100%);
  translate: calc(var(--x) * -100%) calc(var(--y) * -100%);
  color-scheme: light dark; font: 12px/16px system-ui, sans-serif;
}
aside.low { flex-direction: column-reverse }
button {
  font: inherit; color: CanvasText; background: Canvas; border: 1px solid GrayText; border-radius: 12px;
  position: relative; left: calc(var(--x) * (100% - 8px)); translate: calc(var(--x) * -100%);
  margin: 4px; padding: 3px 10px; min-height: 24px; align-self: start; max-width: calc(100vw - 8px);
  overflow: hidden; text-overflow: ellipsis; white-space: nowrap; cursor: pointer; touch-action: none;
  box-shadow: 0 1px 4px #0004;
}
button:focus-visible { outline: 2px solid Highlight; outline-offset: 1px }
iframe {
  box-sizing: border-box; width: min(440px, 100vw); height: min(680px, 100dvh - 34px);
  border: 1px solid GrayText; background: Canvas; box-shadow: 0 4px 24px #0006;
}
iframe[hidden] { display: none }
`

/** Where the panel is, as parts of the page's free width and height: `{ x: 1, y: 1 }` is the corner at the bottom right. */
interface Place {
  readonly x: number
  readonly y: number
}

const key = 'entity-sandbox.panel'
const corner: Place = { x: 1, y: 1 }

function storedPlace(): Place {
  const [x = 1, y = 1] = (withStorage(() => localStorage.getItem(key)) ?? '1 1').split(' ').map(Number)

  return x >= 0 && x <= 1 && y >= 0 && y <= 1 ? { x, y } : corner
}

function storePlace({ x, y }: Place): void {
  withStorage(() => localStorage.setItem(key, `${x} ${y}`))
}

/** What a use of storage returns; undefined if it is blocked or full, where the panel works without. */
function withStorage<T>(use: () => T): T | undefined {
  try {
    return use()
  } catch {
    return undefined
  }
}

function atEdge({ x, y }: Place): Place {
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
function placeTowards(name: string, { x, y }: Place): Place | undefined {
  const by = directions[name]

  if (!by) return undefined
  const next = { x: step(x, by.x), y: step(y, by.y) }

  // The middle of the page is no edge.
  return next.x === 0.5 && next.y === 0.5 ? { x: step(0.5, by.x), y: step(0.5, by.y) } : next
}

function step(part: number, by: number): number {
  return Math.min(1, Math.max(0, Math.round(part * 2) / 2 + by))
}
