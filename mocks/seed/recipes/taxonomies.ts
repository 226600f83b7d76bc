import { slug } from '../values/spelling.ts'
import { inEach, inEnglish } from '../words/translations.ts'
import { brands, categories, itemAt, tags } from '../words/words.ts'
import type { Recipe } from './recipe.ts'

const tagIndexes = new Map(tags.map((name, index) => [slug(inEnglish(name)), index]))
const categoryIndexes = new Map(categories.map(({ code }, index) => [code, index]))

/** Indexes of the tags with these short names. */
export function tagsNamed(names: readonly string[]): number[] {
  return names.flatMap((name) => tagIndexes.get(name) ?? [])
}

/** Index of the category with this code, or of the nearest one above it that there is. */
export function categoryWithin(code: string, available: number): number[] {
  const index = categoryIndexes.get(code)
  if (index !== undefined && index < available) return [index]

  return code.length > 3 ? categoryWithin(code.slice(0, -2), available) : []
}

export const tag: Recipe = {
  weight: 12,
  firstCount: 9,
  limit: tags.length,
  make({ index }) {
    const name = itemAt(tags, index)

    return {
      properties: { TagName: inEach((say) => say(name)), Slug: slug(inEnglish(name)), Synonyms: null },
    }
  },
}

export const category: Recipe = {
  weight: 8,
  firstCount: 5,
  limit: categories.length,
  make({ index }) {
    const { code, name } = itemAt(categories, index)

    return {
      properties: {
        CategoryName: inEach((say) => say(name)),
        Code: code,
        SortOrder: Number(code.slice(-2)),
        ShowInMenu: code.length <= 5,
      },
      parents: { CategoryToCategory: code.length > 3 ? categoryWithin(code.slice(0, -2), index) : [] },
    }
  },
}

export const brand: Recipe = {
  weight: 2,
  firstCount: 4,
  limit: brands.length,
  make({ index, stream }) {
    const { name, tagline, colour } = itemAt(brands, index)

    return {
      properties: {
        Name: name,
        Tagline: inEach((say) => say(tagline)),
        Website: `https://${slug(name)}.example.com`,
        PrimaryColour: colour,
        Founded: stream.between(1921, 2019),
      },
    }
  },
}
