/** What a proxy in front says by `X-Forwarded-Host` or `-Proto`; of several proxies, the first. */
export function forwarded(value: string | null | undefined): string | undefined {
  return value?.split(',')[0]?.trim() || undefined
}
