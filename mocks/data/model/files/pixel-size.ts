import { imageDimensionsFromData } from 'image-dimensions'
import { bytesOf, type Chunks, partOf } from '../shared/bytes.ts'

export interface PictureSize {
  width: number
  height: number
}

/** The size is in the first bytes of a picture, which are copied to read it. */
const headSize = 2 ** 20

/** Reads the size of a PNG, JPEG, GIF, WebP, AVIF or HEIC from its content. Undefined for other and damaged files. */
export function pixelSizeOf(content: Chunks): PictureSize | undefined {
  const { width = 0, height = 0 } = imageDimensionsFromData(bytesOf(partOf(content, 0, headSize))) ?? {}

  return width > 0 && height > 0 ? { width, height } : undefined
}
