import { fileKeyOf } from '../../model/files/public-links.ts'
import { dayAfter, momentAfter } from '../generator/random-dates.ts'
import { slug, inEachCulture, inEnglish } from '../words/translations.ts'
import { itemAt, words } from '../words/word-lists.ts'
import { cityOf, personName } from './partner.ts'
import { familyFacts } from './product.ts'
import type { Recipe } from './recipe.ts'
import { tagsWithSlugs } from './taxonomies.ts'

/** Blogs and newsletters. */
export const content: Recipe = {
  weight: 14,
  make({ index, faker, fakers, createdOn, factsOf }) {
    const { helpers, number, datatype } = faker
    const headline = helpers.arrayElement(words.headlines)
    const city = cityOf(fakers).name
    const family = factsOf('M.PCM.ProductFamily', number.int({ max: 11 }), familyFacts).name
    const sentences = helpers.arrayElements([...words.sentences, ...words.benefits], { min: 4, max: 7 })
    const themes = headline.includes('{city}') ? ['city', 'home', 'interior'] : ['product', 'craft', 'home']
    const status = helpers.arrayElement(['approved', 'approved', 'approved', 'review', 'draft', 'archived'])
    const isPublished = status === 'approved' || status === 'archived'
    const title = headline.replaceAll('{city}', city).replaceAll('{family}', family)
    const titles = inEachCulture((t) => t(title))
    const body = inEachCulture((t) => sentences.map((sentence) => `<p>${t(sentence)}</p>`).join(''))
    const isBlog = datatype.boolean(0.8)

    return {
      properties: {
        'Content.Name': inEnglish(title),
        'Content.PublicationDate': isPublished ? momentAfter(number.float(), createdOn) : null,
        Slug: `${slug(inEnglish(title))}-${index + 1}`,
        Author: personName(faker),
        Status: status,
        Seo: { indexed: isPublished, canonical: null, priority: number.int({ min: 3, max: 9 }) / 10 },
        Blog_Title: isBlog ? titles : null,
        Blog_Summary: isBlog ? inEachCulture((t) => t(itemAt(sentences, 0))) : null,
        Blog_Body: isBlog ? body : null,
        Blog_ReadingTime: isBlog ? number.int({ min: 2, max: 9 }) : null,
        Newsletter_Subject: isBlog ? null : titles,
        Newsletter_Body: isBlog ? null : body,
      },
      parents: {
        // the order of the fixed entities
        ContentTypeToContent: [isBlog ? 0 : 1],
        TagToContent: tagsWithSlugs(helpers.arrayElements(themes, 2)),
      },
    }
  },
}

export const collection: Recipe = {
  weight: 6,
  firstCount: 1,
  make({ index, faker: { helpers, datatype }, createdOn }) {
    const name = itemAt(words.collections, index % words.collections.length)
    const volume = Math.floor(index / words.collections.length) + 1
    const note = helpers.arrayElement(words.notes)

    return {
      properties: {
        Name: inEachCulture((t) => (volume > 1 ? `${t(name)} ${volume}` : t(name))),
        Description: inEachCulture((t) => t(note)),
        IsPublic: datatype.boolean(0.4),
        ReviewOn: dayAfter(createdOn, 365),
      },
    }
  },
}

/** A comment on an asset. */
export const discussion: Recipe = {
  weight: 4,
  make: ({ faker }) => ({ properties: { Comment: `${faker.helpers.arrayElement(words.checks)}.` } }),
}

export const earlierFile: Recipe = {
  weight: 4,
  make({ faker: { helpers, number } }) {
    const name = slug(inEnglish(helpers.arrayElement(words.scenes).name))

    return { properties: { FileName: `${name}-v${number.int({ min: 1, max: 9 })}.png` } }
  },
}

export const savedSearch: Recipe = {
  weight: 3,
  make({ index, faker: { number, datatype }, createdOn }) {
    const { name, definition, member, value } = itemAt(words.searches, index % words.searches.length)
    const volume = Math.floor(index / words.searches.length) + 1

    return {
      properties: {
        Name: inEachCulture((t) => (volume > 1 ? `${t(name)} (${volume})` : t(name))),
        Criteria: { definition, filters: [{ member, operator: 'Equals', value }] },
        IsShared: datatype.boolean(),
        LastRunOn: momentAfter(number.float(), createdOn),
      },
    }
  },
}

const resources = [
  { name: 'thumbnail', width: 240, height: 160 },
  { name: 'preview', width: 960, height: 640 },
  { name: 'downloadOriginal', width: null, height: null },
]

export const publicLink: Recipe = {
  weight: 20,
  make({ faker: { helpers, number, datatype, string }, createdOn, anyParent }) {
    const token = string.alphanumeric(22)
    const { name, width, height } = helpers.arrayElement(resources)

    return {
      properties: {
        RelativeUrl: token,
        Resource: name,
        Status: 'Completed',
        VersionHash: string.hexadecimal({ length: 8, casing: 'lower', prefix: '' }),
        FileKey: fileKeyOf(token, name),
        IsDisabled: datatype.boolean(0.08),
        ExpirationDate: datatype.boolean() ? dayAfter(createdOn, helpers.arrayElement([30, 90, 365])) : null,
        ConversionConfiguration: width === null ? null : { width, height, ratio: 'keep' },
        Downloads: Math.floor(number.float() ** 3 * 4000),
      },
      parents: { AssetToPublicLink: [anyParent('AssetToPublicLink')] },
    }
  },
}
