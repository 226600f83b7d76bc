import { z } from 'zod'
import paletteData from './palettes.json' with { type: 'json' }

/** Matching colours: the sky from top to horizon, a light, and layers from far to near. */
export type Palette = z.infer<typeof Palette>
const Colour = z.string().regex(/^#[0-9a-f]{6}$/)
const Palette = z.strictObject({ sky: Colour, horizon: Colour, light: Colour, layers: z.array(Colour) })

export const palettes: readonly Palette[] = z.array(Palette).parse(paletteData)
