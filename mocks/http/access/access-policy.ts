import { ApiError, Forbidden } from '../../model/shared/errors.ts'
import { isSameSecret } from '../../model/shared/secret.ts'
import type { ServiceRequest } from '../request.ts'
import { hostnameOf, isKnownName, isLocalOrigin, namesOrigin } from './origins.ts'

/** The access rules of a door for control requests and other origins. */
export interface AccessPolicySettings {
  /** Names that the door accepts in `Host`, besides loopback names and addresses; `any` for a door without a host. */
  readonly hosts: readonly string[] | 'any'
  /** Whether requests to the interface need one of those names, too. Default no. */
  readonly checksApiHost?: boolean
  /** Origins of pages that may use `/__sandbox`, besides the door's own; `any` for a door that no page can forge. */
  readonly origins: readonly string[] | 'any'
  /**
   * Origins of pages that may use `/api`, besides the door's own and near ones; they may have `*` in them. If omitted,
   * pages of any origin may read.
   */
  readonly cors?: readonly string[] | 'any' | undefined
  /** The token that control requests must have in a header or cookie. */
  readonly controlToken?: string | undefined
}

export const controlTokenHeader = 'x-sandbox-control'
export const controlTokenCookie = 'sandbox-control'
/** Query parameter that a person opens the console with, once: it is saved in the cookie. */
export const controlTokenParameter = 'control'

/**
 * Denies cross-origin pages, and other machines without the token, the routes that change or show a sandbox. The
 * interface is open to all, as the real service is, but cross-origin pages may not change anything by it.
 */
export class AccessPolicy {
  readonly #settings: AccessPolicySettings

  constructor(settings: AccessPolicySettings) {
    this.#settings = settings
  }

  /**
   * Lets a request through to the sandbox's own routes.
   *
   * @throws {Forbidden} when it comes from a cross-origin page, or has a host name that the door does not accept
   * @throws {ApiError} 401 when the control token is missing
   */
  checkControl(request: ServiceRequest): void {
    this.#checkHost(request)
    this.#checkSource(request)
    this.#checkToken(request)
  }

  /**
   * Lets a request through to the interface. Cross-origin pages may read and sign in; whether they may use other
   * methods depends on their origin, for a preflight as well.
   *
   * @throws {Forbidden} when a cross-origin page wants to change something
   */
  checkApi(request: ServiceRequest, path: string): void {
    const { hosts, checksApiHost = false, cors } = this.#settings
    const method = request.header('access-control-request-method') ?? request.method

    if (checksApiHost) this.#checkHost(request)
    if (hosts === 'any' || cors === 'any' || isReading(method) || /^\/oauth(\/|$)/i.test(path)) return

    const pageOrigin = request.header('origin')

    if (pageOrigin === undefined) {
      if (request.header('sec-fetch-site') !== 'cross-site') return
      throw new Forbidden('A page of another origin may not change anything here.')
    }
    if (!this.#mayUse(request, pageOrigin)) {
      throw new Forbidden(
        `Pages of ${pageOrigin} may read here, but not send ${method}. If they should, name that origin: --cors ${pageOrigin} (in code, cors).`,
      )
    }
  }

  /**
   * The same for a page of the console: a link from another site may lead to it, and it needs no token, since it shows
   * nothing by itself. Its requests do, and the page asks its reader for it.
   */
  checkConsolePage(request: ServiceRequest): void {
    const isVisit =
      request.header('sec-fetch-mode') === 'navigate' && request.header('sec-fetch-dest') === 'document'

    this.#checkHost(request)
    if (!isVisit) this.#checkSource(request)
  }

  /** The cookie for the control token in the query of a request, if that is right. */
  cookieFor(request: ServiceRequest): string | undefined {
    const { controlToken } = this.#settings
    const given = new URLSearchParams(request.search).get(controlTokenParameter)

    if (controlToken === undefined || !isSameSecret(given, controlToken)) return undefined

    const secure = request.origin.startsWith('https:') ? '; Secure' : ''

    return `${controlTokenCookie}=${controlToken}; Path=/; HttpOnly; SameSite=Strict${secure}`
  }

  /** Whether pages of the request's origin may read the response. */
  allowsReading(request: ServiceRequest, isControl: boolean): boolean {
    const pageOrigin = request.header('origin')
    const { cors, origins } = this.#settings

    if (pageOrigin === undefined) return true
    if (isControl)
      return origins === 'any' || origins.includes(pageOrigin) || isOwnOrigin(request, pageOrigin)

    return cors === undefined || cors === 'any' || this.#mayUse(request, pageOrigin)
  }

  /** The door's own pages count where its name cannot be one that was rebound to it. */
  #mayUse(request: ServiceRequest, pageOrigin: string): boolean {
    const { cors = [] } = this.#settings

    return (
      cors === 'any' ||
      isLocalOrigin(pageOrigin) ||
      namesOrigin(cors, pageOrigin) ||
      (isOwnOrigin(request, pageOrigin) && this.#isKnownHost(request))
    )
  }

  #isKnownHost({ origin }: ServiceRequest): boolean {
    const { hosts } = this.#settings
    const name = hostnameOf(origin)

    return hosts === 'any' || (name !== undefined && (isKnownName(name) || hosts.includes(name)))
  }

  /** DNS rebinding: a page whose host name was made to resolve to this machine still sends that name. */
  #checkHost(request: ServiceRequest): void {
    if (this.#isKnownHost(request)) return

    throw new Forbidden(
      `The host "${hostnameOf(request.origin) ?? request.origin}" is not allowed. To allow it: --allowed-hosts (in code, allowedHosts).`,
    )
  }

  #checkSource(request: ServiceRequest): void {
    const pageOrigin = request.header('origin')
    const site = request.header('sec-fetch-site')

    if (this.#settings.origins === 'any') return
    if (!this.allowsReading(request, true)) {
      throw new Forbidden(
        `Pages of ${pageOrigin ?? ''} may not control this sandbox. If they should, allow that origin: --allowed-origins (in code, allowedOrigins).`,
      )
    }
    if (pageOrigin === undefined && (site === 'cross-site' || site === 'same-site')) {
      throw new Forbidden('Pages of another origin may not control this sandbox.')
    }
  }

  #checkToken(request: ServiceRequest): void {
    const { controlToken } = this.#settings

    if (controlToken === undefined) return

    const given = [
      request.header(controlTokenHeader),
      cookie(request, controlTokenCookie),
      new URLSearchParams(request.search).get(controlTokenParameter),
    ]

    if (!given.some((each) => isSameSecret(each, controlToken))) {
      throw new ApiError(
        401,
        'This sandbox is reachable from other machines, so its controls require the token printed at startup: send it as X-Sandbox-Control, or open the console with ?control=<token>.',
      )
    }
  }
}

/** For doors within one program, which no cross-origin page can reach. */
export const trustedPolicy = new AccessPolicy({ hosts: 'any', origins: 'any', cors: 'any' })

/** Whether a method is one that changes nothing. */
function isReading(method: string): boolean {
  return method === 'GET' || method === 'HEAD' || method === 'OPTIONS'
}

function isOwnOrigin(request: ServiceRequest, pageOrigin: string): boolean {
  // Behind a proxy that ends TLS the schemes differ.
  return host(pageOrigin) !== undefined && host(pageOrigin) === host(request.origin)
}

function host(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).host : undefined
}

function cookie(request: ServiceRequest, name: string): string | undefined {
  const pairs = (request.header('cookie') ?? '').split(/;\s*/)

  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1)
}
