/** The number of bytes converted by one call, since the number of arguments is limited. */
const batchSize = 0x8000

/** Encodes bytes as base64, in every runtime. */
export function toBase64(bytes: Uint8Array): string {
  return btoa(binaryString(bytes))
}

/** Text with one character for each byte, as `btoa()` takes it. */
export function binaryString(bytes: Uint8Array): string {
  let text = ''

  for (let start = 0; start < bytes.length; start += batchSize) {
    text += String.fromCharCode(...bytes.subarray(start, start + batchSize))
  }

  return text
}

export function fromBase64(text: string): Uint8Array {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
}
