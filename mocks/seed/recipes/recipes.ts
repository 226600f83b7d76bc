import type { Recipe } from './recipe.ts'

/** How records of the built-in domain are made, by definition name. */
export const recipes = new Map<string, Recipe>([])
