import { z } from 'zod'
import type { Call } from '../../http/call.ts'
import { json, type Reply } from '../../http/replies/reply.ts'
import { text } from '../../http/declaration/parameters.ts'
import { reply, getAndHead, type Route, decision, observed } from '../../http/declaration/declare-route.ts'
import { NotFound } from '../../../data/model/shared/errors.ts'
import { Labels, Link } from '../../../data/model/shared/json.ts'
import { findByIdentifier } from '../../../data/model/entities/references.ts'
import { titlesOf } from '../../../data/model/entities/title.ts'

/** The definition of pages. The built-in content does not contain it; users can add their own. */
const pageDefinition = 'Portal.Page'

const emptyObject = z.record(z.string(), z.never())

/** A page. Its contents, which only the portal knows, are empty. */
const Page = z
  .object({
    id: z.int(),
    identifier: z.string(),
    name: z.string(),
    title: Labels,
    path: Labels,
    data: z.null(),
    is_title_visible: z.boolean(),
    is_in_sitemap: z.boolean(),
    is_in_menu: z.boolean(),
    zones: emptyObject,
    sections: z.array(z.never()),
    menus: emptyObject,
    languages: z.array(z.object({ culture: z.string() })),
    messages: z.array(z.never()),
    back_destination: z.null(),
    self: Link,
  })
  .meta({ id: 'Page' })

const declaration = {
  description: 'Reads a page of a portal, by its id or identifier.',
  source: observed('existing clients'),
  decisions: [decision('Pages are the entities of a definition Portal.Page, without contents.')],
  replies: { 200: reply('The page.', Page) },
}

/** The pages of a portal. */
export const pages: Route[] = [
  getAndHead('/api/pages/:page', readPage, {
    ...declaration,
    query: {
      culture: text('Has no effect: pages have no contents.'),
      entityId: text('Has no effect: pages have no contents.'),
    },
  }),
  getAndHead('/api/pages/:page/:culture', readPage, declaration),
  getAndHead('/api/pages/:page/:culture/:entityId', readPage, declaration),
]

function readPage({ data, links, params }: Call<{ page: string }>): Reply {
  const { page } = params
  const entity = /^\d{1,16}$/.test(page) ? data.entities.get(Number(page)) : findByIdentifier(data, page)

  if (entity?.definition !== pageDefinition) {
    throw new NotFound(
      `Page "${page.slice(0, 100)}" was not found: no entity of "${pageDefinition}" has that id or identifier.`,
    )
  }

  const { id, identifier, cultures } = entity
  const title = titlesOf(data, entity)

  return json({
    id,
    identifier,
    name: Object.values(title)[0] ?? identifier,
    title,
    path: {},
    data: null,
    is_title_visible: true,
    is_in_sitemap: false,
    is_in_menu: false,
    zones: {},
    sections: [],
    menus: {},
    languages: cultures.map((culture) => ({ culture })),
    messages: [],
    back_destination: null,
    self: links.to(`/api/pages/${id}`),
  })
}
