/** Decodes a percent-encoded part of a URL; returns it unchanged when it is malformed. */
export function decodeUriPart(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
