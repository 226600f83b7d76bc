import { slug, inEachCulture, inEnglish } from '../words/translations.ts'
import { itemAt, type ProductKind, words } from '../words/word-lists.ts'
import type { Recipe } from './recipe.ts'

const tagIndexes = new Map(words.tags.map((name, index) => [slug(inEnglish(name)), index]))

/** A category for each department, such as C02, then one for each kind of product, such as C0201. */
const categories = [
  ...words.departments.map(({ name }, index) => ({ code: departmentCode(index + 1), name })),
  ...words.kinds.map((kind) => ({ code: categoryCode(kind), name: kind.category })),
]
const categoryIndexes = new Map(categories.map(({ code }, index) => [code, index]))

function departmentCode(department: number): string {
  return `C${twoDigits(department)}`
}

/** The code of the category of these products: that of the department and two more digits. */
export function categoryCode(kind: ProductKind): string {
  const inDepartment = words.kinds.filter(({ department }) => department === kind.department)

  return `${departmentCode(kind.department)}${twoDigits(inDepartment.indexOf(kind) + 1)}`
}

function twoDigits(number: number): string {
  return String(number).padStart(2, '0')
}

/** Indexes of the tags with these slugs. */
export function tagsWithSlugs(slugs: readonly string[]): number[] {
  return slugs.flatMap((tagSlug) => tagIndexes.get(tagSlug) ?? [])
}

/**
 * A list with the index of a category by code, or of its department, among the first `count` categories; empty if there
 * is none.
 */
export function nearestCategory(code: string, count: number): number[] {
  const index = categoryIndexes.get(code)
  if (index !== undefined && index < count) return [index]

  return code.length > 3 ? nearestCategory(code.slice(0, -2), count) : []
}

export const tag: Recipe = {
  weight: 12,
  firstCount: 9,
  limit: words.tags.length,
  make({ index }) {
    const name = itemAt(words.tags, index)

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
        ProductCategoryName: inEachCulture((t) => t(name)),
        Code: code,
        SortOrder: Number(code.slice(-2)),
        ShowInMenu: true,
      },
      parents: { CategoryToCategory: code.length > 3 ? nearestCategory(code.slice(0, -2), index) : [] },
    }
  },
}

export const brand: Recipe = {
  weight: 2,
  firstCount: 4,
  limit: words.brands.length,
  make({ index, faker: { helpers, number, color } }) {
    const name = itemAt(words.brands, index)
    const tagline = helpers.arrayElement(words.benefits)

    return {
      properties: {
        Name: name,
        Tagline: inEachCulture((t) => t(tagline)),
        Website: `https://${slug(name)}.example.com`,
        PrimaryColour: color.rgb(),
        Founded: number.int({ min: 1921, max: 2019 }),
      },
    }
  },
}
