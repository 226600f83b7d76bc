import { ApiError, Forbidden } from '../../../data/model/shared/errors.ts'
import { isSameSecret } from '../../../data/model/users/users.ts'
import { decodeUriPart } from '../../../data/model/shared/json.ts'
import type { ServiceRequest } from '../service-request.ts'
import { isControlPath, pathWithin, signInPage, signInPath } from './address.ts'
import { hostnameOf, includesOrigin, isLocalOrigin, isLoopback, isRebindingSafe } from './hosts.ts'

/** What a door allows for hosts, origins and control requests. */
interface AccessPolicySettings {
  /** Names accepted in `Host`, besides loopback names and addresses; `.x.test` with all names below it; `any` is every name. */
  readonly hosts: readonly string[] | 'any'
  /** Whether the host of requests to the interface is checked too. Default no. */
  readonly checksApiHost?: boolean
  /** Origins of pages that may use `/__sandbox`, besides the door's own; `any` for a door that pages of other origins can't reach. */
  readonly origins: readonly string[] | 'any'
  /**
   * Origins of pages that may use `/api`, besides the door's own and local ones; `*` is a wildcard. If omitted, pages of
   * any origin may read.
   */
  readonly cors?: readonly string[] | 'any' | undefined
  /** The token that control requests must have in a header or cookie. */
  readonly controlToken?: string | undefined
}

export const controlTokenHeader = 'x-sandbox-control'

/**
 * The token that the controls of a server require: the given one, else a random one, but none on a loopback address
 * without a proxy, which no other machine can reach.
 */
export function tokenFor(
  host: string,
  {
    given,
    random,
    hasProxy = false,
  }: { given: string | undefined; random?: string; hasProxy?: boolean | undefined },
): string | undefined {
  return given ?? (isLoopback(host) && !hasProxy ? undefined : (random ?? crypto.randomUUID()))
}

const controlTokenCookie = 'sandbox-control'
/** Query parameter with which the console is first opened; the token is then saved in the cookie. */
const controlTokenParameter = 'control'

/**
 * Protects the control routes from cross-origin pages, and from other machines without the token. The interface is open
 * to all, as in the real service, but changes nothing for pages of other origins, unless these are local or allowed by
 * `cors`.
 */
export class AccessPolicy {
  readonly #settings: AccessPolicySettings

  constructor(settings: AccessPolicySettings) {
    this.#settings = settings
  }

  /**
   * Checks a request to a control route.
   *
   * @throws {Forbidden} when it comes from a cross-origin page, or the door does not accept its host name
   * @throws {ApiError} 401 when the control token is missing
   */
  checkControl(request: ServiceRequest): void {
    this.#checkHost(request)
    this.#checkOrigin(request)
    this.#checkToken(request)
  }

  /**
   * Checks a request or a preflight to the interface. Foreign pages may only read, and lead to the page for signing in.
   *
   * @throws {Forbidden} for a host that is not allowed, and when a foreign page tries to sign in or to change something
   */
  checkInterface(request: ServiceRequest, path: string): void {
    const method = request.header('access-control-request-method') ?? request.method

    if (this.#settings.checksApiHost) this.#checkHost(request)
    if ((isSafe(method) && !signInPath.test(path)) || !this.isOfForeignPage(request)) return
    if (method === 'GET' && path === signInPage && request.header('sec-fetch-mode') === 'navigate') return

    const page = request.header('origin')

    throw new Forbidden(
      page === undefined
        ? "Pages from other origins can't make changes."
        : `Pages from ${page} can read, but can't send ${method}. To allow this: --cors ${page} (in code, cors).`,
    )
  }

  /**
   * Whether a request to the interface comes from a page of another origin that `cors` does not allow: it may create and
   * change nothing. Control requests of such pages are rejected.
   */
  isOfForeignPage(request: ServiceRequest): boolean {
    const pageOrigin = request.header('origin')
    const isForeignPage =
      pageOrigin === undefined
        ? request.header('sec-fetch-site') === 'cross-site'
        : !this.#isAllowedOrigin(request, pageOrigin)

    return isForeignPage && this.#settings.cors !== 'any' && !isControlPath(pathWithin(request.path))
  }

  /**
   * Checks a request for a page of the console. Links on other sites may lead to it; who may frame it, the browser checks
   * by `frameAncestors`. It needs no token, because it contains no data: its requests need the token, for which it asks
   * the user.
   */
  checkConsolePage(request: ServiceRequest): void {
    this.#checkHost(request)
    if (request.header('sec-fetch-mode') !== 'navigate') this.#checkOrigin(request)
  }

  /** The directive by which only pages that may use the controls can frame the console: others could have it clicked. */
  get frameAncestors(): string {
    const { origins } = this.#settings

    return ['frame-ancestors', "'self'", ...(origins === 'any' ? ['*'] : origins)].join(' ')
  }

  /** The `Set-Cookie` value that saves the control token of the query; undefined if the token is missing or wrong. */
  controlCookie(request: ServiceRequest): string | undefined {
    const { controlToken } = this.#settings
    const given = new URLSearchParams(request.search).get(controlTokenParameter)

    if (controlToken === undefined || !isSameSecret(given, controlToken)) return undefined

    const secure = request.baseUrl.startsWith('https:') ? '; Secure' : ''

    return `${controlTokenCookie}=${encodeURIComponent(controlToken)}; Path=/; HttpOnly; SameSite=Strict${secure}`
  }

  /** Whether pages of the request's origin may read the response. */
  mayReadResponse(request: ServiceRequest, isControl: boolean): boolean {
    const pageOrigin = request.header('origin')
    const { cors, origins } = this.#settings

    if (pageOrigin === undefined) return true
    if (isControl)
      return origins === 'any' || origins.includes(pageOrigin) || isOwnOrigin(request, pageOrigin)

    return cors === undefined || cors === 'any' || this.#isAllowedOrigin(request, pageOrigin)
  }

  /**
   * Whether an origin is allowed by `cors`, is local, or is the door's own. The door's own counts only under a known host
   * name, because of DNS rebinding.
   */
  #isAllowedOrigin(request: ServiceRequest, pageOrigin: string): boolean {
    const { cors = [] } = this.#settings

    return (
      cors === 'any' ||
      isLocalOrigin(pageOrigin) ||
      includesOrigin(cors, pageOrigin) ||
      (isOwnOrigin(request, pageOrigin) && this.#isKnownHost(request))
    )
  }

  #isKnownHost({ baseUrl }: ServiceRequest): boolean {
    const { hosts } = this.#settings
    const name = hostnameOf(baseUrl)

    if (hosts === 'any') return true

    return (
      name !== undefined &&
      (isRebindingSafe(name) ||
        hosts.some((each) => each === name || (each.startsWith('.') && `.${name}`.endsWith(each))))
    )
  }

  /** Prevents DNS rebinding: a page whose host name was made to resolve to this machine still sends that name. */
  #checkHost(request: ServiceRequest): void {
    if (this.#isKnownHost(request)) return

    const name = hostnameOf(request.baseUrl) ?? request.baseUrl

    throw new Forbidden(
      `The host "${name}" is not allowed. To allow it: --allowed-hosts ${name} (in code and in Vite's server, allowedHosts: ['${name}']).`,
    )
  }

  #checkOrigin(request: ServiceRequest): void {
    const pageOrigin = request.header('origin')
    const site = request.header('sec-fetch-site')

    if (this.#settings.origins === 'any') return

    const isAllowed =
      pageOrigin === undefined
        ? site !== 'cross-site' && site !== 'same-site'
        : this.mayReadResponse(request, true)

    if (isAllowed) return

    throw new Forbidden(
      `Pages from ${pageOrigin ?? 'other origins'} can't control this sandbox. To allow this: --allowed-origins (in code, allowedOrigins).`,
    )
  }

  #checkToken(request: ServiceRequest): void {
    const { controlToken } = this.#settings

    if (controlToken === undefined) return

    const given = [
      request.header(controlTokenHeader),
      decodeUriPart(cookie(request, controlTokenCookie) ?? ''),
      new URLSearchParams(request.search).get(controlTokenParameter),
    ]

    if (!given.some((each) => isSameSecret(each, controlToken))) {
      const problem = given.some(Boolean)
        ? 'The control token is wrong. The right one is'
        : 'The controls of this sandbox require a token:'

      throw new ApiError(
        401,
        `${problem} the one given as SANDBOX_CONTROL_TOKEN or controlToken, or else printed at startup. Send it as X-Sandbox-Control, or open the console with ?control=<token>.`,
      )
    }
  }
}

/** For doors within a program, which cross-origin pages can't reach. */
export const trustedPolicy = new AccessPolicy({ hosts: 'any', origins: 'any', cors: 'any' })

/** Whether a method is safe: it changes nothing. */
function isSafe(method: string): boolean {
  return method === 'GET' || method === 'HEAD' || method === 'OPTIONS'
}

function isOwnOrigin(request: ServiceRequest, pageOrigin: string): boolean {
  // Not compared by scheme, which differs behind a proxy that terminates TLS.
  return host(pageOrigin) !== undefined && host(pageOrigin) === host(request.baseUrl)
}

function host(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).host : undefined
}

function cookie(request: ServiceRequest, name: string): string | undefined {
  const pairs = (request.header('cookie') ?? '').split(/;\s*/)

  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1)
}
