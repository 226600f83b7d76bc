import type { Recipe } from './recipe.ts'

/** Jobs are created by requests, so none are generated. */
export const job: Recipe = { weight: 1, limit: 0, make: () => ({ properties: {} }) }
