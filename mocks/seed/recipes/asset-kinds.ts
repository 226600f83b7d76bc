import type { AssetKind } from './asset-kind.ts'
import { brochure, presentation } from './papers.ts'
import { illustration, logo, packshot, photo } from './pictures.ts'
import { audio, video } from './recordings.ts'

/** A kind comes as often as it is listed. */
export const assetKinds: readonly AssetKind[] = [
  ...Array.from({ length: 9 }, () => photo),
  ...Array.from({ length: 5 }, () => packshot),
  video,
  video,
  brochure,
  presentation,
  logo,
  illustration,
  audio,
]
