import { ApiError, Forbidden } from '../../model/shared/errors.ts'
import type { Request } from '../request.ts'

/** What a door asks of those who want to reach the sandbox's own routes, and whom it shares answers with. */
export interface SafetySettings {
  /** Names that this door goes by in `Host`, beside loopback names and addresses; `any` for a door without one. */
  readonly hosts: readonly string[] | 'any'
  /** Origins of pages that may use `/__sandbox`, beside the door's own; `any` for a door that no page can forge. */
  readonly origins: readonly string[] | 'any'
  /** Origins of pages that may read what `/api` answers. */
  readonly cors: readonly string[] | 'any'
  /** What the sandbox's own routes ask for: a header or a cookie with this text. */
  readonly controlToken?: string | undefined
}

export const controlTokenHeader = 'x-sandbox-control'
export const controlTokenCookie = 'sandbox-control'
/** Query parameter that a person opens the console with, once: it is kept in the cookie. */
export const controlTokenParameter = 'control'

/**
 * Keeps web pages from elsewhere, and people elsewhere on the network, away from the routes that change or show a
 * sandbox. The interface itself stays open to all, as the real service would be.
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

    if (controlToken === undefined || given !== controlToken) return undefined

    return `${controlTokenCookie}=${controlToken}; Path=/; HttpOnly; SameSite=Strict`
  }

  /** Whether pages of the request's origin may read the answer. */
  sharesWith(request: Request, isControl: boolean): boolean {
    const origin = request.header('origin')
    const { cors, origins } = this.#settings

    if (origin === undefined) return true
    if (isControl) return origins === 'any' || origins.includes(origin) || isOwnOrigin(request, origin)

    return cors === 'any' || cors.includes(origin) || isOwnOrigin(request, origin)
  }

  /** DNS rebinding: a page elsewhere whose name was made to lead here still sends that name. */
  #checkHost({ origin }: Request): void {
    const { hosts } = this.#settings

    if (hosts === 'any') return

    const name = hostname(origin)

    if (name === undefined || !(isKnownName(name) || hosts.includes(name))) {
      throw new Forbidden(
        `This sandbox does not go by the name "${name ?? origin}". If it should, allow that host (allowedHosts).`,
      )
    }
  }

  #checkSource(request: Request): void {
    const origin = request.header('origin')
    const site = request.header('sec-fetch-site')

    if (this.#settings.origins === 'any') return
    if (!this.sharesWith(request, true)) {
      throw new Forbidden(
        `Pages of ${origin ?? ''} may not control this sandbox. If they should, allow that origin (allowedOrigins).`,
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

    if (!given.includes(controlToken)) {
      throw new ApiError(
        401,
        'This sandbox answers beyond its own machine, so its controls need the token printed at the start: send it as X-Sandbox-Control, or open the console with ?control=<token>.',
      )
    }
  }
}

/** For doors within one program, which no page elsewhere can reach. */
export const withinProgram = new Safety({ hosts: 'any', origins: 'any', cors: 'any' })

/** Names and addresses that only lead to this machine, or to no name at all. */
function isKnownName(name: string): boolean {
  return isLoopback(name) || isAddress(name)
}

export function isLoopback(host: string): boolean {
  return /^(localhost|.+\.localhost|127(\.\d+){3}|\[?::1\]?)$/i.test(host)
}

/** An address can't be rebound: there is no name to make lead elsewhere. */
function isAddress(name: string): boolean {
  return /^(\d+(\.\d+){3}|\[[\da-f:.]+\])$/i.test(name)
}

function isOwnOrigin(request: Request, origin: string): boolean {
  // Behind a proxy that ends TLS the schemes differ.
  return host(origin) !== undefined && host(origin) === host(request.origin)
}

function host(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).host : undefined
}

function hostname(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).hostname : undefined
}

function cookie(request: Request, name: string): string | undefined {
  const pairs = (request.header('cookie') ?? '').split(/;\s*/)

  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1)
}
