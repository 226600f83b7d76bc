import { fileKeyOf } from '../../model/files/public-links.ts'
import { dayAfter, momentAfter } from '../generator/dates.ts'
import { slug } from '../values/spelling.ts'
import { personName } from '../values/hints.ts'
import { inEachCulture } from '../words/translations.ts'
import { articles, collections, itemAt, places, products } from '../words/words.ts'
import type { Recipe } from './recipe.ts'
import { tagsWithSlugs } from './taxonomies.ts'

export const article: Recipe = {
  weight: 14,
  make({ index, stream, fakerFor, createdOn }) {
    const headline = stream.pick(articles.headlines)
    const place = stream.pick(places.cities)
    const family = stream.pick(products.families)
    const [first = '', ...rest] = stream.sample(articles.paragraphs, stream.between(4, 7))
    const themes = headline.includes('{place}') ? ['city', 'home', 'interior'] : ['product', 'craft', 'home']
    const status = stream.pick(['approved', 'approved', 'approved', 'review', 'draft', 'archived'])
    const isPublished = status === 'approved' || status === 'archived'
    const title = inEachCulture((t) =>
      t(headline).replace('{place}', t(place.phrase)).replace('{family}', family),
    )

    return {
      properties: {
        Title: title,
        Slug: `${slug(title['en-US'] ?? family)}-${index + 1}`,
        Summary: inEachCulture((t) => t(first)),
        Body: inEachCulture((t) => [first, ...rest].map((sentence) => `<p>${t(sentence)}</p>`).join('')),
        Author: personName(fakerFor(stream)),
        Status: status,
        PublishedOn: isPublished ? momentAfter(stream, createdOn) : null,
        ReadingTime: stream.between(2, 9),
        Seo: { indexed: isPublished, canonical: null, priority: stream.between(3, 9) / 10 },
      },
      parents: { TagToArticle: tagsWithSlugs(stream.sample(themes, 2)) },
    }
  },
}

export const collection: Recipe = {
  weight: 6,
  firstCount: 1,
  make({ index, stream, createdOn }) {
    const name = itemAt(collections.names, index % collections.names.length)
    const volume = Math.floor(index / collections.names.length) + 1
    const note = stream.pick(collections.notes)

    return {
      properties: {
        Name: inEachCulture((t) => (volume > 1 ? `${t(name)} ${volume}` : t(name))),
        Description: inEachCulture((t) => t(note)),
        IsPublic: stream.chance(0.4),
        ReviewOn: dayAfter(createdOn, 365),
      },
    }
  },
}

export const savedSearch: Recipe = {
  weight: 3,
  make({ index, stream, createdOn }) {
    const position = index % collections.searches.length
    const { name, definition, member, value } = itemAt(collections.searches, position)
    const volume = Math.floor(index / collections.searches.length) + 1

    return {
      properties: {
        Name: inEachCulture((t) => (volume > 1 ? `${t(name)} (${volume})` : t(name))),
        Criteria: { definition, filters: [{ member, operator: 'Equals', value }] },
        IsShared: stream.chance(0.5),
        LastRunOn: momentAfter(stream, createdOn),
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
  make({ stream, createdOn, parentCount }) {
    const token = stream.text(22)
    const resource = stream.pick(resources)

    return {
      properties: {
        RelativeUrl: token,
        Resource: resource.name,
        Status: 'Completed',
        VersionHash: stream.uint32().toString(16).padStart(8, '0'),
        FileKey: fileKeyOf(token, resource.name),
        IsDisabled: stream.chance(0.08),
        ExpirationDate: stream.chance(0.5) ? dayAfter(createdOn, stream.pick([30, 90, 365])) : null,
        ConversionConfiguration:
          resource.width === null ? null : { width: resource.width, height: resource.height, ratio: 'keep' },
        Downloads: Math.floor(stream.next() ** 3 * 4000),
      },
      parents: { AssetToPublicLink: [stream.int(parentCount('AssetToPublicLink'))] },
    }
  },
}
