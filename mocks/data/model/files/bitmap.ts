import { zlibSync } from 'fflate'
import { bytesOf, sizeOf } from '../shared/bytes.ts'
import { crc32 } from '../shared/checksum.ts'
import type { PictureSize } from './pixel-size.ts'

/** The drawing area in its own units, of which every picture shows the middle. */
export const box = { width: 600, height: 400 }

/** A picture whose pixels are indexes of at most 256 colours. */
export class Bitmap {
  readonly #size: PictureSize
  readonly #pixels: Uint8Array
  readonly #colours: readonly string[]
  /** Pixels per unit. */
  readonly #scale: number

  /** @param colours hexadecimal: `#a8cfd6` */
  constructor(size: PictureSize, colours: readonly string[]) {
    this.#size = size
    this.#colours = colours
    this.#scale = Math.max(size.width / box.width, size.height / box.height)
    this.#pixels = new Uint8Array(size.width * size.height)
  }

  /** Fills rows of pixels: `span` returns the first and last unit of the row at `y`. */
  fill(colour: number, top: number, bottom: number, span: (y: number) => readonly [number, number]): void {
    const { width, height } = this.#size

    for (let row = this.#rowOf(top); row < this.#rowOf(bottom); row++) {
      const [left, right] = span((row + 0.5 - height / 2) / this.#scale + box.height / 2)
      const start = this.#columnOf(left)
      const end = this.#columnOf(right)

      if (end > start) this.#pixels.fill(colour, row * width + start, row * width + end)
    }
  }

  /** Fills columns of pixels from `top` to the bottom of the picture. */
  fillDown(colour: number, top: (x: number) => number): void {
    const { width, height } = this.#size
    const pixels = this.#pixels
    const tops = Uint16Array.from({ length: width }, (_, column) =>
      this.#rowOf(top((column + 0.5 - width / 2) / this.#scale + box.width / 2)),
    )

    // Row by row, in the order of the pixels: three times as fast as by columns.
    for (let row = Math.min(...tops); row < height; row++) {
      for (let column = 0, at = row * width; column < width; column++, at++) {
        if ((tops[column] ?? 0) <= row) pixels[at] = colour
      }
    }
  }

  #columnOf(x: number): number {
    const { width } = this.#size

    return Math.round(Math.min(Math.max((x - box.width / 2) * this.#scale + width / 2, 0), width))
  }

  #rowOf(y: number): number {
    const { height } = this.#size

    return Math.round(Math.min(Math.max((y - box.height / 2) * this.#scale + height / 2, 0), height))
  }

  /** The picture as a PNG; one that is smaller than `minSize` bytes is filled up with a chunk that readers skip. */
  toPng(minSize = 0): Uint8Array {
    const { width, height } = this.#size
    const rows = new Uint8Array((width + 1) * height)

    for (let row = 0; row < height; row++) {
      rows.set(this.#pixels.subarray(row * width, (row + 1) * width), row * (width + 1) + 1)
    }

    const head = new Uint8Array(13)
    const view = new DataView(head.buffer)

    view.setUint32(0, width)
    view.setUint32(4, height)
    // eight bits for each pixel, which are indexes
    head.set([8, 3], 8)

    // Level 4 takes a third of the time of the default, for a fifth more bytes.
    const chunks = [
      Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a),
      chunkOf('IHDR', head),
      chunkOf('PLTE', Uint8Array.from(this.#colours.flatMap(bytesOfColour))),
      chunkOf('IDAT', zlibSync(rows, { level: 4 })),
      chunkOf('IEND', new Uint8Array()),
    ]
    const missing = minSize - sizeOf(chunks) - emptyChunk

    if (missing >= 0) chunks.splice(-1, 0, chunkOf('fiLl', new Uint8Array(missing)))

    return bytesOf(chunks)
  }
}

/** The size of a chunk without content. */
const emptyChunk = 12

function chunkOf(type: string, content: Uint8Array): Uint8Array {
  const chunk = new Uint8Array(content.length + emptyChunk)
  const view = new DataView(chunk.buffer)

  view.setUint32(0, content.length)
  chunk.set(bytesOf(type), 4)
  chunk.set(content, 8)
  view.setUint32(8 + content.length, crc32(chunk.subarray(4, 8 + content.length)))

  return chunk
}

function bytesOfColour(colour: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))
}
