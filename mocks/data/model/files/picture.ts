import { encode } from 'fast-png'
import { z } from 'zod'
import paletteData from './palettes.json' with { type: 'json' }
import type { Entity } from '../entities/entity.ts'
import { createStream, type RandomStream } from '../shared/random.ts'
import type { PictureSize } from './renditions.ts'

/** Red, green and blue, from 0 to 255. */
type Colour = readonly number[]

/** The drawing area in its own units, of which every picture shows the middle. */
const box = { width: 600, height: 400 }

/** The number of colours of the sky, from top to horizon; those of the light and the layers follow. */
const skyColours = 64

/**
 * A small picture for the renditions of an asset or product, hills below the sun, as PNG; always the same for the same
 * entity.
 *
 * @param minBytes one that is smaller is filled up with a text that readers skip
 */
export function pictureOf(
  { id }: Pick<Entity, 'id'>,
  { width, height }: PictureSize,
  minBytes = 0,
): Uint8Array {
  const stream = createStream(id, 'picture')
  const { sky, horizon, light, layers } = stream.pick(palettes)
  const gradient = Array.from({ length: skyColours }, (_, step) => mixed(sky, horizon, step / skyColours))
  const sun = { x: stream.between(90, 510), y: stream.between(70, 170), radius: stream.between(26, 58) }
  const ridges = layers.map((_, layer) => ridge(stream, 190 + layer * 55, 40 - layer * 6))
  /** Pixels per unit. */
  const scale = Math.max(width / box.width, height / box.height)
  const data = new Uint8Array(width * height)

  for (let column = 0; column < width; column++) {
    const x = (column + 0.5 - width / 2) / scale + box.width / 2
    const tops = ridges.map((topAt) => topAt(x))

    for (let row = 0; row < height; row++) {
      const y = (row + 0.5 - height / 2) / scale + box.height / 2
      let layer = tops.length - 1
      while (layer >= 0 && (tops[layer] ?? 0) > y) layer--
      const isSun = layer === -1 && (x - sun.x) ** 2 + (y - sun.y) ** 2 < sun.radius ** 2
      const step = Math.min(Math.max(Math.floor((y / box.height) * skyColours), 0), skyColours - 1)

      data[row * width + column] = layer === -1 && !isSun ? step : skyColours + layer + 1
    }
  }

  const palette = [...gradient, light, ...layers].map((colour) => [...colour])
  const image = { width, height, data, channels: 1, depth: 8, palette } as const
  // Level 4 takes a third of the time of the highest, for a fifth more bytes.
  const options = { zlib: { level: 4 } } as const
  const png = encode(image, options)
  const missing = minBytes - png.length - emptyText

  return missing < 0 ? png : encode({ ...image, text: { [filler]: ' '.repeat(missing) } }, options)
}

const filler = 'Comment'
/** The size of a chunk with the filler without its text. */
const emptyText = 12 + filler.length + 1

/** A wavy line across the picture. */
function ridge(stream: RandomStream, level: number, swing: number): (x: number) => number {
  const [phase, slope] = [stream.next() * 6, stream.between(-swing, swing) / box.width]
  const wave = stream.between(70, 120)

  return (x) =>
    level + swing * Math.sin(phase + x / wave) + (swing / 2) * Math.sin(phase * 3 + x / 41) + slope * x
}

/** A colour between two others. */
function mixed(from: Colour, to: Colour, share: number): Colour {
  return from.map((part, index) => Math.round(part + ((to[index] ?? 0) - part) * share))
}

/** `#a8cfd6` */
const Hexadecimal = z
  .string()
  .regex(/^#[0-9a-f]{6}$/)
  .transform((text): Colour => [1, 3, 5].map((at) => Number.parseInt(text.slice(at, at + 2), 16)))

/** Matching colours: the sky from top to horizon, a light, and layers from far to near. */
const Palette = z.strictObject({
  sky: Hexadecimal,
  horizon: Hexadecimal,
  light: Hexadecimal,
  layers: z.array(Hexadecimal),
})

const palettes = z.array(Palette).parse(paletteData)
