import paletteData from './palettes.json' with { type: 'json' }
import type { Entity } from '../entities/entity.ts'
import { createStream, type RandomStream } from '../shared/random.ts'
import { z } from 'zod'
import { Bitmap, box, type Colour } from './bitmap.ts'
import type { PictureSize } from './pixel-size.ts'

/** What a picture depends on. */
type Pictured = Pick<Entity, 'id' | 'definition'>

/** The number of colours of the sky, from top to horizon. */
const skyColours = 64
const lightColour = skyColours
/** The colour of the layer that is the farthest. */
const firstLayer = skyColours + 1

/** A small picture for the renditions of an asset or product, as PNG; always the same for the same entity. */
export function pictureOf({ id, definition }: Pictured, size: PictureSize, minBytes?: number): Uint8Array {
  const stream = createStream(id, 'picture')
  const { sky, horizon, light, layers } = stream.pick(palettes)
  const gradient = Array.from({ length: skyColours }, (_, step) => mixed(sky, horizon, step / skyColours))
  const bitmap = new Bitmap(size, [...gradient, light, ...layers])
  const draw =
    definition === 'M.PCM.Product' ? stillLife : stream.pick([hills, hills, sea, sea, skyline, arches])

  for (let step = 0; step < skyColours; step++) {
    const top = (box.height * step) / skyColours

    bitmap.fill(step, top, step + 1 < skyColours ? top + box.height / skyColours : Infinity, wholeRow)
  }
  draw(bitmap, stream)

  return bitmap.toPng(minBytes)
}

type Drawing = (bitmap: Bitmap, stream: RandomStream) => void

const wholeRow = () => [-Infinity, Infinity] as const
const layerNumbers = [0, 1, 2, 3]

const hills: Drawing = (bitmap, stream) => {
  drawSun(bitmap, stream)
  for (const layer of layerNumbers) {
    bitmap.fillDown(firstLayer + layer, ridge(stream, 190 + layer * 55, 40 - layer * 6))
  }
}

const sea: Drawing = (bitmap, stream) => {
  const level = stream.between(215, 260)
  const mast = stream.between(120, 460)

  drawSun(bitmap, stream)
  bitmap.fillDown(firstLayer, ridge(stream, level, 18))
  bitmap.fill(firstLayer + 1, level, Infinity, wholeRow)
  for (let row = 0; row < 6; row++) {
    const y = level + 22 + row * 26
    const x = stream.between(-20, 360)
    const width = stream.between(90, 260)

    bitmap.fill(lightColour, y, y + 3, () => [x, x + width])
  }
  // two sails and the hull of a boat
  bitmap.fill(lightColour, level - 78, level, (y) => [mast, mast + ((y - level + 78) * 52) / 78])
  bitmap.fill(lightColour, level - 58, level, (y) => [mast - 6 - ((y - level + 58) * 34) / 58, mast - 6])
  bitmap.fill(firstLayer + 2, level + 6, level + 26, (y) => {
    const slope = (y - level - 6) * 0.9

    return [mast - 46 + slope, mast + 58 - slope]
  })
}

const skyline: Drawing = (bitmap, stream) => {
  drawSun(bitmap, stream)
  for (const layer of [0, 1, 2]) {
    for (let x = -stream.int(40); x < box.width;) {
      const width = stream.between(38, 74)
      const top = 150 + layer * 62 + stream.int(70)
      const middle = x + width / 2
      const left = x
      const gable = stream.pick([0, width / 2])

      bitmap.fill(firstLayer + layer, top, Infinity, () => [left, left + width])
      bitmap.fill(firstLayer + layer, top - gable, top, (y) => [
        middle - y - gable + top,
        middle + y + gable - top,
      ])
      x += width
    }
  }
  for (let window = 0; window < 9; window++) {
    const x = stream.between(10, 580)
    const y = stream.between(330, 385)

    bitmap.fill(lightColour, y, y + 12, () => [x, x + 8])
  }
}

const arches: Drawing = (bitmap, stream) => {
  drawSun(bitmap, stream)
  for (const layer of layerNumbers) {
    const x = 90 + layer * 140 + stream.between(-30, 30)
    const half = stream.between(55, 95)
    const top = 120 + layer * 45 + stream.int(60) + half

    drawDisc(bitmap, firstLayer + layer, x, top, half)
    bitmap.fill(firstLayer + layer, top, Infinity, () => [x - half, x + half])
  }
}

const stillLife: Drawing = (bitmap, stream) => {
  const width = stream.between(70, 110)
  const top = stream.between(110, 160)
  const neck = stream.between(16, 34)
  const height = 200

  drawDisc(bitmap, lightColour, 300, 210, stream.between(140, 175))
  bitmap.fill(firstLayer, 300, Infinity, wholeRow)
  drawDisc(bitmap, firstLayer + 2, stream.between(430, 470), 290, stream.between(22, 40))
  // a vase: narrow at its neck, wide in the middle
  bitmap.fill(firstLayer + 1, top, top + height, (y) => {
    const half = neck + (width - neck) * Math.sin(Math.PI * ((y - top) / height) ** 1.5)

    return [300 - half, 300 + half]
  })
  bitmap.fill(firstLayer + 2, top, top + 6, () => [300 - neck, 300 + neck])
}

function drawSun(bitmap: Bitmap, stream: RandomStream): void {
  drawDisc(bitmap, lightColour, stream.between(90, 510), stream.between(70, 170), stream.between(26, 58))
}

function drawDisc(bitmap: Bitmap, colour: number, x: number, y: number, radius: number): void {
  bitmap.fill(colour, y - radius, y + radius, (at) => {
    const half = Math.sqrt(Math.max(0, radius ** 2 - (at - y) ** 2))

    return [x - half, x + half]
  })
}

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
