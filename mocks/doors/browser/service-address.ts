import type { ServiceRequest } from '../../service/http/request.ts'
import { consolePath, isServicePath, pathPrefix } from '../../service/http/access/address.ts'

/** A URL of the service: its base URL, and the path and query below it. */
export type ServiceUrl = Pick<ServiceRequest, 'baseUrl' | 'path' | 'search'>

/** Which of a page's requests are for the service. */
export class ServiceAddress {
  /** Base URL, without a slash at its end: `https://app.example`, or `https://app.example/backend`. */
  readonly baseUrl: string
  readonly #origin: string
  readonly #prefix: string

  /** @throws {TypeError} when the base URL is neither a valid URL nor valid relative to the page */
  constructor(baseUrl: string) {
    const { origin, pathname } = new URL(baseUrl, document.baseURI)

    this.#origin = origin
    this.#prefix = pathPrefix(pathname)
    this.baseUrl = origin + this.#prefix
  }

  /** The parts of a URL of the service; undefined for another URL. */
  locate(url: URL): ServiceUrl | undefined {
    if (url.origin !== this.#origin || !url.pathname.startsWith(this.#prefix)) return undefined

    const path = url.pathname.slice(this.#prefix.length)

    if (!isServicePath(path) || path === consolePath || path.startsWith(`${consolePath}/`)) return undefined

    // Links are made from the base URL, so the prefix belongs to it.
    return { baseUrl: this.baseUrl, path, search: url.search.slice(1) }
  }
}
