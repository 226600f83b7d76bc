import type { JsonObject, Labels } from '../../model/shared/json.ts'
import type { RandomStream } from '../../model/shared/random-stream.ts'
import type { TranslatedText } from '../words/translations.ts'
import { type Scene, scenes } from '../words/words.ts'
import type { RecordContext } from './recipe.ts'

/** The generated properties of an asset; null if its medium has no such property. */
export interface AssetContent {
  /** In English: titles are not translated. */
  title: string
  caption: Labels
  altText: Labels | null
  tags: readonly string[]
  products: number[]
  size: number
  width: number | null
  height: number | null
  duration: number | null
  colours: string[] | null
  technical: JsonObject
}

export interface AssetKind {
  media: 'image' | 'video' | 'audio' | 'document'
  /** Name of its asset type. */
  type: string
  extensions: readonly string[]
  make(context: RecordContext): AssetContent
}

/** Values for what most kinds of assets do not have. */
export const emptyContent = {
  products: [],
  width: null,
  height: null,
  duration: null,
  colours: null,
  altText: null,
}

export function sceneDetails(stream: RandomStream): {
  scene: Scene
  moment: TranslatedText
  place: Scene['places'][number]
} {
  const scene = stream.pick(scenes)

  return { scene, moment: stream.pick(scene.moments), place: stream.pick(scene.places) }
}
