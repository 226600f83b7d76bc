/** Path the console is served at, with a slash at its end; whoever serves it writes it into `<base>`. */
export const basePath = new URL(document.baseURI).pathname

/** The sandbox that is looked at; undefined for the default one. Changing it loads the page anew. */
export const sandboxId = new URLSearchParams(location.search).get('sandbox') ?? undefined

const serviceBase = document.querySelector<HTMLMetaElement>('meta[name="sandbox-base"]')?.content ?? ''

/** What stands in front of `/api` and `/__sandbox`. */
export const serviceUrl = `${serviceBase}${sandboxId ? `/s/${encodeURIComponent(sandboxId)}` : ''}`

/** The same as an absolute URL, for people to copy. */
export const absoluteServiceUrl = new URL(serviceUrl || '/', location.origin).href.replace(/\/$/, '')

/** The path of a link of the service, as the console asks for it: `/api/entities/7`. */
export function pathOfLink(href: string): string {
  const { pathname, search } = new URL(href, location.origin)
  const at = pathname.search(/\/(api|oauth|__sandbox)(\/|$)/)

  return `${at === -1 ? pathname : pathname.slice(at)}${search}`
}

/** The last segment of a link: `M.Asset`, `17`. */
export function nameInLink(href: string): string {
  const path = href.replace(/[?#{].*$/, '')

  return decodeURIComponent(path.slice(path.lastIndexOf('/') + 1))
}
