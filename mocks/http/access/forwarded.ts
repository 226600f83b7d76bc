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
