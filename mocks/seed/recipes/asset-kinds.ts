import type { AssetKind } from './asset-kind.ts'
import { brochure, presentation } from './documents.ts'
import { illustration, logo, packshot, photo } from './pictures.ts'
import { audio, video } from './recordings.ts'

/** A kind that is listed more often is picked more often. */
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
