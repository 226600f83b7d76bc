import paletteData from './palettes.json' with { type: 'json' }
import type { Entity } from '../entities/entity.ts'
import { escaped } from '../shared/html.ts'
import { createStream, type RandomStream } from '../shared/random-stream.ts'
import { z } from 'zod'

/** The members that a picture depends on: the definition and id determine the drawing, the properties its title. */
type Pictured = Pick<Entity, 'id' | 'definition' | 'properties'>

export interface PictureSize {
  width: number
  height: number
}

/** The size of the view box. */
const box = { width: 600, height: 400 }

/** A small SVG for the renditions of an asset or product; always the same for the same entity. */
export function pictureOf(entity: Pictured, { width, height }: PictureSize): string {
  const stream = createStream(entity.id, 'picture')
  const palette = stream.pick(palettes)
  const sky = `sky-${entity.id}`
  const draw =
    entity.definition === 'M.PCM.Product' ? stillLife : stream.pick([hills, hills, sea, sea, skyline, arches])

  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${box.width} ${box.height}"`,
    ` preserveAspectRatio="xMidYMid slice" role="img"><title>${escaped(readable(titleOf(entity)))}</title>`,
    `<defs><linearGradient id="${sky}" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${palette.sky}"/>`,
    `<stop offset="1" stop-color="${palette.horizon}"/></linearGradient></defs>`,
    `<rect width="${box.width}" height="${box.height}" fill="url(#${sky})"/>`,
    draw(stream, palette),
    '</svg>',
  ].join('')
}

type Drawing = (stream: RandomStream, palette: Palette) => string

const hills: Drawing = (stream, palette) =>
  sun(stream, palette) +
  palette.layers.map((colour, layer) => ridge(stream, colour, 190 + layer * 55, 62 - layer * 10)).join('')

const sea: Drawing = (stream, palette) => {
  const [far, near = far, dark = near] = palette.layers
  const level = stream.between(215, 260)
  const waves = Array.from({ length: 6 }, (_, row) => {
    const y = level + 22 + row * 26
    const x = stream.between(-20, 360)

    return `<rect x="${x}" y="${y}" width="${stream.between(90, 260)}" height="3" rx="1.5" fill="${palette.light}" opacity="${round(0.6 - row * 0.08)}"/>`
  })
  const mast = stream.between(120, 460)
  const sail = `<path d="M${mast} ${level - 78}v84l52-6zM${mast - 6} ${level - 58}v62h-34z" fill="${palette.light}"/>`
  const hull = `<path d="M${mast - 46} ${level + 8}h104l-18 20h-68z" fill="${dark}"/>`

  return `${sun(stream, palette)}${ridge(stream, far ?? palette.light, level, 26)}<rect y="${level}" width="600" height="200" fill="${near}"/>${waves.join('')}${sail}${hull}`
}

const skyline: Drawing = (stream, palette) => {
  const rows = palette.layers.slice(0, 3).map((colour, row) => {
    let houses = ''
    for (let x = -stream.int(40); x < box.width;) {
      const width = stream.between(38, 74)
      const top = 150 + row * 62 + stream.int(70)
      const gable = stream.pick([
        `l${width / 2} ${-width / 2}l${width / 2} ${width / 2}`,
        `h${width}`,
        `v-14h${width}v14`,
      ])
      houses += `M${x} 400V${top}${gable}V400z`
      x += width
    }

    return `<path d="${houses}" fill="${colour}"/>`
  })
  const windows = Array.from(
    { length: 9 },
    () =>
      `<rect x="${stream.between(10, 580)}" y="${stream.between(330, 385)}" width="8" height="12" fill="${palette.light}" opacity=".85"/>`,
  )

  return sun(stream, palette) + rows.join('') + windows.join('')
}

const arches: Drawing = (stream, palette) =>
  sun(stream, palette) +
  palette.layers
    .map((colour, layer) => {
      const x = 90 + layer * 140 + stream.between(-30, 30)
      const width = stream.between(110, 190)
      const top = 120 + layer * 45 + stream.int(60)
      const half = width / 2

      return `<path d="M${x - half} 400V${top + half}a${half} ${half} 0 0 1 ${width} 0V400z" fill="${colour}"/>`
    })
    .join('')

const stillLife: Drawing = (stream, palette) => {
  const [cloth, body = cloth, detail = body] = palette.layers
  const width = stream.between(70, 110)
  const top = stream.between(110, 160)
  const neck = stream.between(16, 34)
  const vase = `M${300 - neck} ${top}h${neck * 2}c0 60 ${width - neck} 60 ${width - neck} 130c0 50-${width - 30} 70-${width} 70s-${width}-20-${width}-70c0-70 ${width - neck}-70 ${width - neck}-130z`

  return [
    `<circle cx="300" cy="210" r="${stream.between(140, 175)}" fill="${palette.light}" opacity=".55"/>`,
    `<rect y="300" width="600" height="100" fill="${cloth}"/>`,
    `<ellipse cx="310" cy="${top + 202}" rx="${width + 30}" ry="14" fill="#000" opacity=".14"/>`,
    `<path d="${vase}" fill="${body}"/>`,
    `<ellipse cx="300" cy="${top}" rx="${neck}" ry="7" fill="${detail}"/>`,
    `<circle cx="${stream.between(430, 470)}" cy="290" r="${stream.between(22, 40)}" fill="${detail}"/>`,
  ].join('')
}

function sun(stream: RandomStream, { light }: Palette): string {
  return `<circle cx="${stream.between(90, 510)}" cy="${stream.between(70, 170)}" r="${stream.between(26, 58)}" fill="${light}"/>`
}

/** A wavy line across the picture, filled down to the bottom. */
function ridge(stream: RandomStream, colour: string, level: number, swing: number): string {
  let path = `M-20 ${level + stream.between(-swing, swing)}`
  for (let x = 110; x <= 630; x += 130) {
    const y = level + stream.between(-swing, swing)
    path += `S${x - 55} ${y} ${x} ${y}`
  }

  return `<path d="${path}V400H-20z" fill="${colour}"/>`
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}

function titleOf({ definition, id, properties }: Pictured): string {
  for (const name of ['Title', 'ProductName', 'Name']) {
    const value = properties[name]
    if (typeof value === 'string') return value
    if (typeof value !== 'object' || value === null) continue
    const first = Object.values(value)[0]
    if (typeof first === 'string') return first
  }

  return `${definition} ${id}`
}

/** Up to 200 characters of a text, without those that XML does not allow. */
function readable(text: string): string {
  return text.slice(0, 200).replace(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, '')
}

/** Matching colours: the sky from top to horizon, a light, and layers from far to near. */
type Palette = z.infer<typeof Palette>
const Colour = z.string().regex(/^#[0-9a-f]{6}$/)
const Palette = z.strictObject({ sky: Colour, horizon: Colour, light: Colour, layers: z.array(Colour) })

const palettes: readonly Palette[] = z.array(Palette).parse(paletteData)
