import { ApiError, Forbidden } from '../../model/shared/errors.ts'
import { isSameSecret } from '../../model/shared/secret.ts'
import type { Request } from '../request.ts'
import { hostnameOf, isKnownName, isNearOrigin, namesOrigin } from './origins.ts'

/** The access rules of a door for control requests and other origins. */
export interface SafetySettings {
  /** Names that this door goes by in `Host`, beside loopback names and addresses; `any` for a door without one. */
  readonly hosts: readonly string[] | 'any'
  /** Whether the interface answers under those names only, too. Default no. */
  readonly bindsInterface?: boolean
  /** Origins of pages that may use `/__sandbox`, beside the door's own; `any` for a door that no page can forge. */
  readonly origins: readonly string[] | 'any'
  /**
   * Origins of pages that may use `/api`, beside the door's own and near ones; they may have `*` in them. When left out,
   * pages of any origin may read.
   */
  readonly cors?: readonly string[] | 'any' | undefined
  /** The token that control requests must have in a header or cookie. */
  readonly controlToken?: string | undefined
}

export const controlTokenHeader = 'x-sandbox-control'
export const controlTokenCookie = 'sandbox-control'
/** Query parameter that a person opens the console with, once: it is kept in the cookie. */
export const controlTokenParameter = 'control'

/**
 * Keeps web pages from elsewhere, and people elsewhere on the network, away from the routes that change or show a
 * sandbox. The interface itself answers all, as the real service would, but lets no page from elsewhere change anything.
 */
export class Safety {
  readonly #settings: SafetySettings

  constructor(settings: SafetySettings) {
    this.#settings = settings
  }

  /**
   * Lets a request through to the sandbox's own routes.
   *
   * @throws {Forbidden} when it comes from a page elsewhere, or under a name that this door does not go by
   * @throws {ApiError} 401 when the control token is missing
   */
  check(request: Request): void {
    this.#checkHost(request)
    this.#checkSource(request)
    this.#checkToken(request)
  }

  /**
   * Lets a request through to the interface. Pages from elsewhere may read and sign in; what they may do with other
   * methods depends on their origin, and so does what a preflight asks for.
   *
   * @throws {Forbidden} when a page from elsewhere wants to change something
   */
  checkUse(request: Request, path: string): void {
    const { hosts, bindsInterface = false, cors } = this.#settings
    const method = request.header('access-control-request-method') ?? request.method

    if (bindsInterface) this.#checkHost(request)
    if (hosts === 'any' || cors === 'any' || isReading(method) || /^\/oauth(\/|$)/i.test(path)) return

    const origin = request.header('origin')

    if (origin === undefined) {
      if (request.header('sec-fetch-site') !== 'cross-site') return
      throw new Forbidden('A page of another origin may not change anything here.')
    }
    if (!this.#mayUse(request, origin)) {
      throw new Forbidden(
        `Pages of ${origin} may read here, but not send ${method}. If they should, name that origin: --cors ${origin} (in code, cors).`,
      )
    }
  }

  /**
   * The same for a page of the console: a link from elsewhere may lead to it and it needs no token, since it shows
   * nothing by itself. What it asks for does, and the page asks its reader.
   */
  checkPage(request: Request): void {
    const isVisit =
      request.header('sec-fetch-mode') === 'navigate' && request.header('sec-fetch-dest') === 'document'

    this.#checkHost(request)
    if (!isVisit) this.#checkSource(request)
  }

  /** The cookie that keeps the control token which an address brought along. */
  cookieFor(request: Request): string | undefined {
    const { controlToken } = this.#settings
    const given = new URLSearchParams(request.search).get(controlTokenParameter)

    if (controlToken === undefined || !isSameSecret(given, controlToken)) return undefined

    const secure = request.origin.startsWith('https:') ? '; Secure' : ''

    return `${controlTokenCookie}=${controlToken}; Path=/; HttpOnly; SameSite=Strict${secure}`
  }

  /** Whether pages of the request's origin may read the response. */
  sharesWith(request: Request, isControl: boolean): boolean {
    const origin = request.header('origin')
    const { cors, origins } = this.#settings

    if (origin === undefined) return true
    if (isControl) return origins === 'any' || origins.includes(origin) || isOwnOrigin(request, origin)

    return cors === undefined || cors === 'any' || this.#mayUse(request, origin)
  }

  /** Its own pages count where its name can't be one that somebody elsewhere made to lead here. */
  #mayUse(request: Request, origin: string): boolean {
    const { cors = [] } = this.#settings

    return (
      cors === 'any' ||
      isNearOrigin(origin) ||
      namesOrigin(cors, origin) ||
      (isOwnOrigin(request, origin) && this.#isKnownHost(request))
    )
  }

  #isKnownHost({ origin }: Request): boolean {
    const { hosts } = this.#settings
    const name = hostnameOf(origin)

    return hosts === 'any' || (name !== undefined && (isKnownName(name) || hosts.includes(name)))
  }

  /** DNS rebinding: a page elsewhere whose name was made to lead here still sends that name. */
  #checkHost(request: Request): void {
    if (this.#isKnownHost(request)) return

    throw new Forbidden(
      `The host "${hostnameOf(request.origin) ?? request.origin}" is not allowed. To allow it: --allowed-hosts (in code, allowedHosts).`,
    )
  }

  #checkSource(request: Request): void {
    const origin = request.header('origin')
    const site = request.header('sec-fetch-site')

    if (this.#settings.origins === 'any') return
    if (!this.sharesWith(request, true)) {
      throw new Forbidden(
        `Pages of ${origin ?? ''} may not control this sandbox. If they should, allow that origin: --allowed-origins (in code, allowedOrigins).`,
      )
    }
    if (origin === undefined && (site === 'cross-site' || site === 'same-site')) {
      throw new Forbidden('Pages of another origin may not control this sandbox.')
    }
  }

  #checkToken(request: Request): void {
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

/** For doors within one program, which no page elsewhere can reach. */
export const withinProgram = new Safety({ hosts: 'any', origins: 'any', cors: 'any' })

/** Whether a method is one that changes nothing. */
function isReading(method: string): boolean {
  return method === 'GET' || method === 'HEAD' || method === 'OPTIONS'
}

function isOwnOrigin(request: Request, origin: string): boolean {
  // Behind a proxy that ends TLS the schemes differ.
  return host(origin) !== undefined && host(origin) === host(request.origin)
}

function host(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).host : undefined
}

function cookie(request: Request, name: string): string | undefined {
  const pairs = (request.header('cookie') ?? '').split(/;\s*/)

  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1)
}
