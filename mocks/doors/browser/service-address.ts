import type { ServiceRequest } from '../../service/http/service-request.ts'
import { consolePath, isServicePath, pathPrefix } from '../../service/http/access/address.ts'

/** A URL of the service: its base URL, and the path and query below it. */
export type ServiceUrl = Pick<ServiceRequest, 'baseUrl' | 'path' | 'search'>

/** How the message of a page begins whose own sandbox that of its Playwright test can't replace: it fails the test. */
export const notOfTest = "[entity-sandbox] The sandbox of the Playwright test can't replace that of the page"

/** Which of a page's requests are for the service. */
export class ServiceAddress {
  /** Base URL, without a slash at its end: `https://app.example`, or `https://app.example/backend`. */
  readonly baseUrl: string
  /** Whether the service is at the origin of the page. */
  readonly isSameOrigin: boolean
  readonly #origin: string
  readonly #prefix: string

  readonly #isElsewhere: boolean

  /**
   * @param isElsewhere whether a sandbox outside this page handles the requests, so that they are left to the network
   *
   * @throws {TypeError} when the base URL is neither a valid URL nor valid relative to the page
   */
  constructor(baseUrl: string, isElsewhere = false) {
    const { origin, pathname } = new URL(baseUrl, document.baseURI)

    this.#origin = origin
    this.#prefix = pathPrefix(pathname)
    this.baseUrl = origin + this.#prefix
    this.isSameOrigin = origin === location.origin
    this.#isElsewhere = isElsewhere
  }

  /** The parts of a URL of the service; undefined for another URL. */
  locate(url: URL): ServiceUrl | undefined {
    if (this.#isElsewhere || url.origin !== this.#origin || !url.pathname.startsWith(this.#prefix))
      return undefined

    const path = url.pathname.slice(this.#prefix.length)

    if (!isServicePath(path) || path === consolePath || path.startsWith(`${consolePath}/`)) return undefined

    // Links are made from the base URL, so the prefix belongs to it.
    return { baseUrl: this.baseUrl, path, search: url.search.slice(1) }
  }
}
