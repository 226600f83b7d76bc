import { asset } from './asset.ts'
import { campaign, event, task } from './campaign.ts'
import { partner } from './partner.ts'
import { product, productFamily, productSheet } from './product.ts'
import type { Recipe } from './recipe.ts'
import { brand, category, tag } from './taxonomies.ts'
import { collection, content, discussion, earlierFile, publicLink, savedSearch } from './content.ts'

/** The recipes of the built-in domain, by definition name. */
export const recipes: ReadonlyMap<string, Recipe> = new Map([
  ['M.Asset', asset],
  ['M.PCM.Product', product],
  ['M.PCM.ProductFamily', productFamily],
  ['M.ProductSheet', productSheet],
  ['M.PCM.ProductCategory', category],
  ['M.Tag', tag],
  ['M.Brand', brand],
  ['M.Partner', partner],
  ['M.Collection', collection],
  ['M.Campaign', campaign],
  ['M.Event', event],
  ['M.Task', task],
  ['M.Content', content],
  ['M.Discussion', discussion],
  ['M.File', earlierFile],
  ['M.PublicLink', publicLink],
  ['M.SavedSearch', savedSearch],
])
