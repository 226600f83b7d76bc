/** Bytes handed to one call at a time: a call takes only so many arguments. */
const stride = 0x8000

/** Bytes as base64, in every runtime. */
export function toBase64(bytes: Uint8Array): string {
  let text = ''

  for (let start = 0; start < bytes.length; start += stride) {
    text += String.fromCharCode(...bytes.subarray(start, start + stride))
  }

  return btoa(text)
}

export function fromBase64(text: string): Uint8Array {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
}
