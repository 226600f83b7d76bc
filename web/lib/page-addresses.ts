/** The path under which the console is served, with a trailing slash; its server writes it into `<base>`. */
export const basePath = new URL(document.baseURI).pathname

/** Whether the URL contains the page's path after `#`, for servers of static files. */
export const pagesInHash = metaContent('sandbox-pages') === 'hash'

/** The sandbox that the page's host names: `blue` at `http://blue.localhost:4010`. */
const hostSandbox = metaContent('sandbox-of-host')

/** The sandbox that is shown; undefined for the default one. Changing it reloads the page. */
export const sandboxId = sandboxInAddress()

const serviceBase = metaContent('sandbox-base') ?? ''

/** Prefix of `/api` and `/__sandbox`. */
export const serviceUrl = `${serviceBase}${sandboxId && sandboxId !== hostSandbox ? `/s/${encodeURIComponent(sandboxId)}` : ''}`

/** `serviceUrl` as an absolute URL, for copied code and links. */
export const absoluteServiceUrl = new URL(serviceUrl || '/', location.origin).href.replace(/\/$/, '')

/** The address of a page of a sandbox, for links that reload the console: `/base/entities?sandbox=blue`. */
export function addressOfPage(page: string, sandbox = hostSandbox && 'default'): string {
  const path = sandbox === undefined ? page : `${page}?sandbox=${encodeURIComponent(sandbox)}`

  return pagesInHash ? `${basePath}#${path}` : `${basePath}${path.slice(1)}`
}

/** Reloads the page when its hash names another sandbox, since browsers don't reload for a changed hash. */
export function followSandboxInHash(): void {
  addEventListener('hashchange', () => {
    if (sandboxInAddress() !== sandboxId) location.reload()
  })
}

function sandboxInAddress(): string | undefined {
  const query = pagesInHash ? location.hash.replace(/^[^?]*/, '') : location.search

  return new URLSearchParams(query).get('sandbox') ?? hostSandbox
}

function metaContent(name: string): string | undefined {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content
}

/** The last segment of a link: `M.Asset`, `17`. */
export function nameInLink(href: string): string {
  const path = href.replace(/[?#{][^]*/, '')

  return decodeURIComponent(path.slice(path.lastIndexOf('/') + 1))
}

/** The route of an entity's page, for links and `navigate()`. */
export function linkTo(id: number | string) {
  return { to: '/entities/$id', params: { id: String(id) } } as const
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The body of a new request that is too long for the address: it stays over a reload, too. */
    readonly body?: string
  }
}

/** The path of a request as it was typed or pasted: also without its slash, or as a URL of the service or another host. */
export function typedPath(text: string): string {
  const path = text.trimStart().replace(/^https?:\/\/[^/]*/i, '')

  return (path.startsWith(`${serviceUrl}/`) ? path.slice(serviceUrl.length) : path).replace(/^(?!\/|$)/, '/')
}

/** Where a page keeps the body of a request: in its address if it is short, since servers reject long ones. */
export function keptBody(body = '') {
  const isShort = new URLSearchParams({ body }).toString().length <= 2000

  return { search: { body: isShort && body ? body : undefined }, state: isShort ? {} : { body } }
}

/** The page of a new request, for links and `navigate()`. */
export function linkToRequest(method: string, path: string, body?: string) {
  const { search, state } = keptBody(body)

  return { to: '/requests/new', search: { method, path, ...search }, state } as const
}
