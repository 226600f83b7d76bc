/**
 * A random UUID, also on insecure origins, where browsers lack `crypto.randomUUID`. Not for the data of a sandbox, which
 * comes from its own random source.
 */
export function randomUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))

  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80

  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

/** Defines `crypto.randomUUID` where browsers lack it: `@msw/data` requires it. */
export function provideRandomUuid(): void {
  if ('randomUUID' in crypto) return

  Object.defineProperty(crypto, 'randomUUID', { configurable: true, value: randomUuid })
}
