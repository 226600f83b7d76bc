/** A part of an address as it was before it was encoded; one that can't have been is unchanged. */
export function decodeUriPart(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
