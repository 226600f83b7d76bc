export interface PictureSize {
  width: number
  height: number
}

/** Reads the size of a PNG, JPEG, GIF or WebP from its content. Undefined for other and damaged files. */
export function pixelSizeOf(bytes: Uint8Array): PictureSize | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const has = (signature: string, at = 0) =>
    Array.from(signature).every((character, index) => bytes[at + index] === character.charCodeAt(0))

  try {
    const size = has('\x89PNG\r\n')
      ? sizeAt(view, 16, 4)
      : has('GIF8')
        ? sizeAt(view, 6, 2, true)
        : has('RIFF') && has('WEBP', 8)
          ? sizeOfWebP(view, String.fromCharCode(...bytes.subarray(12, 16)))
          : has('\xff\xd8')
            ? sizeOfJpeg(view)
            : undefined

    return size && size.width > 0 && size.height > 0 ? size : undefined
  } catch (error) {
    if (error instanceof RangeError) return undefined // truncated before the size

    throw error
  }
}

function sizeAt(view: DataView, offset: number, length: 2 | 4, isLittle = false): PictureSize {
  const read = (at: number) => (length === 2 ? view.getUint16(at, isLittle) : view.getUint32(at, isLittle))

  return { width: read(offset), height: read(offset + length) }
}

/** Lossy, lossless and extended files have different headers. */
function sizeOfWebP(view: DataView, kind: string): PictureSize | undefined {
  if (kind === 'VP8 ') {
    const { width, height } = sizeAt(view, 26, 2, true)

    return { width: width & 0x3fff, height: height & 0x3fff }
  }
  if (kind === 'VP8L') {
    const bits = view.getUint32(21, true)

    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
  }
  const read = (at: number) => (view.getUint32(at, true) & 0xffffff) + 1

  return kind === 'VP8X' ? { width: read(24), height: read(27) } : undefined
}

/** Skips segments by their length up to the frame header (SOF), which has the height and width. */
function sizeOfJpeg(view: DataView): PictureSize | undefined {
  let at = 2

  while (view.getUint8(at) === 0xff) {
    const marker = view.getUint8(at + 1)
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc

    if (isFrame) return { height: view.getUint16(at + 5), width: view.getUint16(at + 7) }
    // Bytes of 0xff may precede a marker.
    at += marker === 0xff ? 1 : 2 + view.getUint16(at + 2)
  }

  return undefined
}
