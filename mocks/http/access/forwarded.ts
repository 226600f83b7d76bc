/**
 * The origin of a request at the proxy in front, by `X-Forwarded-Proto`, `-Host`, `-Port` and `-Prefix`; of several
 * proxies, the first.
 *
 * @param own used for what the headers leave out
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
  // A URL has no port that is its scheme's own.
  const isOther = /^\d{1,5}$/.test(port) && port !== (scheme === 'https' ? '443' : '80')

  return `${scheme}://${host}${isOther && !/:\d+$/.test(host) ? `:${port}` : ''}${prefix}`
}
