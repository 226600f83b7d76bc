import type { JsonObject, Labels } from '../../model/shared/json.ts'
import type { RandomStream } from '../../model/shared/random-stream.ts'
import type { Translations } from '../words/translations.ts'
import { type Scene, scenes } from '../words/words.ts'
import type { RecordContext } from './recipe.ts'

/** The contents of an asset; null where it has none. */
export interface AssetContent {
  /** In English; titles have one language. */
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
  make(draft: RecordContext): AssetContent
}

export const noDetails = {
  products: [],
  width: null,
  height: null,
  duration: null,
  colours: null,
  altText: null,
}

export function sceneFrom(stream: RandomStream): {
  scene: Scene
  moment: Translations
  place: Scene['places'][number]
} {
  const scene = stream.pick(scenes)

  return { scene, moment: stream.pick(scene.moments), place: stream.pick(scene.places) }
}
