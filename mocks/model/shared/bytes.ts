/** Bytes that follow each other. */
export type Pieces = readonly Uint8Array[]
/** The content of a message that is known as a whole. */
export type Content = string | Uint8Array | Pieces

const encoder = new TextEncoder()

/** Also of another realm, whose `Uint8Array` is another class: test runners give each file globals of its own. */
export function isBytes(value: unknown): value is Uint8Array {
  return ArrayBuffer.isView(value)
}

/** A content in one piece. */
export function bytesOf(content: Content): Uint8Array {
  if (typeof content === 'string') return encoder.encode(content)
  if (isBytes(content)) return content

  const bytes = new Uint8Array(sizeOf(content))
  let at = 0

  for (const piece of content) {
    bytes.set(piece, at)
    at += piece.length
  }

  return bytes
}

export function piecesOf(content: Content): Pieces {
  return typeof content === 'string' || isBytes(content) ? [bytesOf(content)] : content
}

/** How many bytes there are in all pieces. */
export function sizeOf(pieces: Pieces): number {
  return pieces.reduce((sum, { length }) => sum + length, 0)
}

/** The first bytes, copied, so that the rest can be freed. */
export function beginningOf(pieces: Pieces, size: number): Pieces {
  const kept: Uint8Array[] = []
  let left = size

  for (const piece of pieces) {
    if (left <= 0) break
    kept.push(piece.length <= left ? piece : new Uint8Array(piece.subarray(0, left)))
    left -= piece.length
  }

  return kept
}
