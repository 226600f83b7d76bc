import { slug } from '../values/spelling.ts'
import { inEachCulture, inEnglish } from '../words/translations.ts'
import { brands, categories, itemAt, tags } from '../words/words.ts'
import type { Recipe } from './recipe.ts'

const tagIndexes = new Map(tags.map((name, index) => [slug(inEnglish(name)), index]))
const categoryIndexes = new Map(categories.map(({ code }, index) => [code, index]))

/** Indexes of the tags with these slugs. */
export function tagsWithSlugs(slugs: readonly string[]): number[] {
  return slugs.flatMap((tagSlug) => tagIndexes.get(tagSlug) ?? [])
}

/**
 * A list with the index of a category by code, or of its nearest ancestor, among the first `count` categories; empty if
 * there is none. A code is that of the parent and two more digits; `C01` is a root.
 */
export function nearestCategory(code: string, count: number): number[] {
  const index = categoryIndexes.get(code)
  if (index !== undefined && index < count) return [index]

  return code.length > 3 ? nearestCategory(code.slice(0, -2), count) : []
}

export const tag: Recipe = {
  weight: 12,
  firstCount: 9,
  limit: tags.length,
  make({ index }) {
    const name = itemAt(tags, index)

    return {
      properties: {
        TagName: inEachCulture((t) => t(name)),
        TagLabel: inEachCulture((t) => t(name)),
        Slug: slug(inEnglish(name)),
        Synonyms: null,
      },
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
        CategoryName: inEachCulture((t) => t(name)),
        Code: code,
        SortOrder: Number(code.slice(-2)),
        ShowInMenu: code.length <= 5,
      },
      parents: { CategoryToCategory: code.length > 3 ? nearestCategory(code.slice(0, -2), index) : [] },
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
        Tagline: inEachCulture((t) => t(tagline)),
        Website: `https://${slug(name)}.example.com`,
        PrimaryColour: colour,
        Founded: stream.between(1921, 2019),
      },
    }
  },
}
