import { InvalidRequest } from '../../../data/model/shared/errors.ts'
import type { ServiceRequest } from '../service-request.ts'

/** The sandbox of a request, and its path in the sandbox. */
export type Address = ReturnType<typeof addressOf>

const sandboxPath = /^\/s\/([^/]+)(\/.*)$/
const sandboxCookie = /(?:^|;)\s*sandbox=([^;]*)/

/**
 * The sandbox is named by the path `/s/{id}/...`, the header `X-Sandbox` or the cookie `sandbox`, in this order. A
 * host that names one is read by the door of a server, which passes it on as the header.
 *
 * @returns `sandboxId` undefined when the request names no sandbox; `prefix` of the path in every link: `/s/blue`, or empty
 */
export function addressOf(request: ServiceRequest) {
  const [, id, path] = sandboxPath.exec(request.path) ?? []

  if (id !== undefined && path !== undefined) return { sandboxId: id, prefix: `/s/${id}`, path }

  const sandboxId = request.header('x-sandbox') ?? sandboxCookie.exec(request.header('cookie') ?? '')?.[1]

  return { sandboxId: sandboxId?.trim(), prefix: '', path: request.path }
}

/** The sandbox that the host of a URL names at a server: `blue` of `http://blue.localhost:4010`. */
export function sandboxOfHost(url: string): string | undefined {
  return /^https?:\/\/([\w-]{1,63})\.localhost(?=[:/]|$)/i.exec(url)?.[1]?.toLowerCase()
}

/** A path without the prefix of its sandbox. */
export function pathWithin(path: string): string {
  return sandboxPath.exec(path)?.[2] ?? path
}

/** A path as the prefix of others: with a slash at its start, without one at its end; empty for `/`. */
export function pathPrefix(path: string): string {
  // The lookbehind keeps it linear: otherwise each slash of many would be tried as the first.
  return path.replace(/^(?=[^/])/, '/').replace(/(?<!\/)\/+$/, '')
}

/** Whether a path, without the prefix of its sandbox, is that of a control route. */
export function isControlPath(path: string): boolean {
  return /^\/__sandbox(\/|$)/i.test(path)
}

/** Requests with passwords, or for tokens. */
export const signInPath = /^\/(oauth|api\/(authenticate|account))(\/|$)/i

/** The page on which a person signs in for an application, which gets a code only if its address is allowed. */
export const signInPage = '/oauth/authorize'

/** The path of the console's files, at doors that don't serve them elsewhere. The service does not handle them. */
export const consolePath = '/__sandbox/console'

/** Whether a path, other than those of the console's files, belongs to the service, which returns 404 or 405 when no route matches. */
export function isServicePath(path: string): boolean {
  return /^\/(api|oauth|__sandbox)(\/|$)/i.test(pathWithin(path))
}

export function sandboxMissing(): InvalidRequest {
  return new InvalidRequest({
    sandbox:
      'Requests to this server have to name a sandbox, by the path /s/{id}/..., the header X-Sandbox or the cookie "sandbox".',
  })
}

/**
 * The origin of a request as the client sees it, from `X-Forwarded-Proto`, `-Host`, `-Port` and `-Prefix`. Of several
 * proxies, the first one counts.
 *
 * @param own used for missing headers
 */
export function forwardedOrigin(
  own: { readonly scheme: string; readonly host: string },
  header: (name: string) => string | null | undefined,
): string {
  const forwarded = (name: string) => header(`x-forwarded-${name}`)?.split(',')[0]?.trim() || undefined
  const scheme = forwarded('proto') ?? own.scheme
  const host = forwarded('host') ?? own.host
  const port = forwarded('port') ?? ''
  const [prefix = ''] = /^(?:\/[\w.~-]+)+/.exec(forwarded('prefix') ?? '') ?? []
  const hasPort =
    /^\d{1,5}$/.test(port) && port !== (scheme === 'https' ? '443' : '80') && !/:\d+$/.test(host)

  return `${scheme}://${host}${hasPort ? `:${port}` : ''}${prefix}`
}
