import { imageDimensionsFromData } from 'image-dimensions'

export interface PictureSize {
  width: number
  height: number
}

/** The size is in the first bytes of a picture, which are copied to read it. */
const headSize = 2 ** 20

/** Reads the size of a PNG, JPEG, GIF, WebP, AVIF or HEIC from its content. Undefined for other and damaged files. */
export function pixelSizeOf(bytes: Uint8Array): PictureSize | undefined {
  const { width = 0, height = 0 } = imageDimensionsFromData(bytes.subarray(0, headSize)) ?? {}

  return width > 0 && height > 0 ? { width, height } : undefined
}
