import type { RandomStream } from '../../model/shared/random-stream.ts'
import { inEachCulture, inEnglish, type TranslatedText } from '../words/translations.ts'
import { brands, products, scenes, viewpoints } from '../words/words.ts'
import { type AssetKind, emptyContent, sceneDetails } from './asset-kind.ts'
import { productFacts } from './product.ts'

const pictureSizes = [
  [6000, 4000],
  [4000, 6000],
  [5472, 3648],
  [8256, 5504],
  [3840, 2160],
  [4500, 4500],
] as const

export const photo: AssetKind = {
  media: 'image',
  type: 'Photo',
  extensions: ['jpg', 'jpg', 'jpg', 'tif'],
  make({ stream }) {
    const { scene, moment, place } = sceneDetails(stream)
    const viewpoint = stream.pick(viewpoints)

    return {
      ...picture(stream),
      title: `${inEnglish(scene.subject)} ${inEnglish(moment)} — ${inEnglish(place.name)}`,
      caption: inEachCulture((t) => `${t(scene.subject)} ${t(moment)} ${t(place.phrase)}.`),
      altText: inEachCulture((t) => `${t(scene.subject)} ${t(moment)}, ${t(viewpoint)}.`),
      tags: scene.tags,
    }
  },
}

const angles: readonly TranslatedText[] = [
  'front view | vooraanzicht | Vorderansicht',
  'side view | zijaanzicht | Seitenansicht',
  'detail | detail | Detail',
  'in use | in gebruik | im Einsatz',
  'on white | op wit | auf Weiß',
]

export const packshot: AssetKind = {
  media: 'image',
  type: 'Packshot',
  extensions: ['png', 'jpg'],
  make({ stream, parentCount, factsStream }) {
    const index = stream.int(parentCount('ProductToAsset'))
    const { name, kind } = productFacts(factsStream('M.Product', index))
    const angle = stream.pick(angles)

    return {
      ...picture(stream),
      title: `${inEnglish(name)} — ${inEnglish(angle)}`,
      caption: inEachCulture((t) => `${t(name)}, ${t(angle)}.`),
      altText: inEachCulture((t) => `${t(name)}, ${t(angle)}.`),
      tags: ['product', ...(kind.category.startsWith('C01') ? ['lighting'] : ['interior'])],
      products: [index],
    }
  },
}

export const logo: AssetKind = {
  media: 'image',
  type: 'Logo',
  extensions: ['svg'],
  make({ stream }) {
    const { name: brand } = stream.pick(brands)
    const version = stream.pick([
      'logo in colour | logo in kleur | Logo in Farbe',
      'logo in white | logo in wit | Logo in Weiß',
      'logo in black | logo in zwart | Logo in Schwarz',
      'symbol only | alleen het beeldmerk | nur Bildmarke',
    ])

    return {
      ...emptyContent,
      title: `${brand} — ${inEnglish(version)}`,
      caption: inEachCulture((t) => `${brand}, ${t(version)}.`),
      altText: inEachCulture(() => brand),
      tags: ['brand', 'minimal'],
      size: stream.between(4_000, 90_000),
      width: 1200,
      height: 400,
      technical: { vector: true, paths: stream.between(3, 60) },
    }
  },
}

export const illustration: AssetKind = {
  media: 'image',
  type: 'Illustration',
  extensions: ['svg'],
  make({ stream }) {
    const scene = stream.pick(scenes)
    const technique = stream.pick([
      'line drawing | lijntekening | Strichzeichnung',
      'watercolour | aquarel | Aquarell',
      'paper cut | papierknipsel | Scherenschnitt',
    ])

    return {
      ...picture(stream),
      title: `${inEnglish(scene.subject)}, ${inEnglish(technique)}`,
      caption: inEachCulture((t) => `${t(scene.subject)}, ${t(technique)}.`),
      altText: inEachCulture((t) => `${t(scene.subject)}, ${t(technique)}.`),
      tags: [...scene.tags.slice(0, 2), 'colourful'],
      size: stream.between(40_000, 900_000),
      technical: { vector: true, artboards: stream.between(1, 4) },
    }
  },
}

function picture(stream: RandomStream) {
  const [width, height] = stream.pick(pictureSizes)

  return {
    ...emptyContent,
    width,
    height,
    size: Math.floor(width * height * (0.2 + stream.next() / 2)),
    colours: stream.sample(products.colours, stream.between(1, 3)),
    technical: {
      camera: stream.pick(['X-T5', 'Z 8', 'EOS R5', 'GFX 100']),
      lens: stream.pick(['23 mm', '35 mm', '50 mm', '85 mm', '24-70 mm']),
      iso: stream.pick([100, 200, 400, 800, 1600]),
      exposure: stream.pick(['1/60', '1/125', '1/250', '1/500']),
      color_space: stream.pick(['sRGB', 'Adobe RGB']),
    },
  }
}
