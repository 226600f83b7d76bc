import { asset } from './asset.ts'
import { campaign, event, task } from './campaign.ts'
import { partner } from './partner.ts'
import { product, productSheet } from './product.ts'
import type { Recipe } from './recipe.ts'
import { brand, category, tag } from './taxonomies.ts'
import { article, collection, publicLink, savedSearch } from './content.ts'

/** The recipes of the built-in domain, by definition name. */
export const recipes: ReadonlyMap<string, Recipe> = new Map([
  ['M.Asset', asset],
  ['M.Product', product],
  ['M.ProductSheet', productSheet],
  ['M.Category', category],
  ['M.Tag', tag],
  ['M.Brand', brand],
  ['M.Partner', partner],
  ['M.Collection', collection],
  ['M.Campaign', campaign],
  ['M.Event', event],
  ['M.Task', task],
  ['M.Article', article],
  ['M.PublicLink', publicLink],
  ['M.SavedSearch', savedSearch],
  // Jobs are created by requests, so none are generated.
  ['M.Job', { weight: 1, limit: 0, make: () => ({ properties: {} }) }],
])
