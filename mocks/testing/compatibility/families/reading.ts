import { family, is, memberAt, must, query, textAt, type Program } from '../program.ts'

/** The members that scripts read from a page of a list. */
const expectedPage = { total_items: is.number, returned_items: is.number, offset: is.number, items: is.list }

/** The first entity of a definition. */
export async function firstOf(program: Program, definition: string): Promise<object> {
  const page = await program.get(query(`Definition.Name=='${definition}'`, '&take=1'))

  must(page, { items: is.items }, `A query for ${definition}`)

  return Object(memberAt(page, 'items.0')) as object // `is.items` has checked it
}

export const reading = [
  family('Query scripts', {
    'every page of a definition, by `next.href`': async (program) => {
      let url: string | undefined = query("Definition.Name=='M.Tag'", '&take=4&sort=created_on&order=desc')
      let read = 0
      let total = -1

      while (url !== undefined) {
        const body = await program.get(url)

        must(body, { ...expectedPage, items: is.items })
        read += Number(memberAt(body, 'returned_items'))
        total = Number(memberAt(body, 'total_items'))
        url = memberAt(body, 'next.href') as string | undefined // absent on the last page
      }
      must(read, total, 'Entities on all pages')
    },
    'some members of each, by skip and take; system fields among them have no effect': async (program) => {
      const names = 'id,identifier,created_on,Title,TagToAsset'
      const body = await program.get(query("Definition.Name=='M.Asset'", `&skip=1&take=2&members=${names}`))

      must(body, {
        items: [{ id: is.number, identifier: is.text, properties: { Title: is.text } }, { id: is.number }],
        returned_items: 2,
        offset: 1,
        previous: { href: is.text },
      })
      must(Object.keys(Object(memberAt(body, 'items.0.properties'))), ['Title'])
    },
    'only the counts, with take=0': async (program) => {
      must(await program.get(query("Definition.Name=='M.Asset'", '&take=0')), {
        items: { length: 0 },
        total_items: (count: unknown) => Number(count) > 0,
      })
    },
    'a rendition of an entity in the result, without a token': async (program) => {
      const body = await program.get(query("Definition.Name=='M.Asset'", '&take=1&renditions=thumbnail'))
      const picture = await program.with({}).send('GET', textAt(body, 'items.0.renditions.thumbnail.0.href'))

      must(picture, { status: 200 })
      must(picture.headers.get('content-type'), /^image\//)
    },
    'names, parameters and `X-ApiVersion: 3` in any form': async (program) => {
      const url = `/api/Entities/Query/?Query=${encodeURIComponent("definition.name=='m.asset'")}&Take=1&_=123`

      must(await program.with({ 'x-auth-token': 'sandbox-admin', 'X-ApiVersion': '3' }).get(url), {
        items: [{ properties: is.present }],
      })
    },
    'a syntax error returns 400, with its position': async (program) => {
      must(await program.send('GET', query("Definition.Name='M.Asset")), {
        status: 400,
        body: { query: /position/ },
      })
    },
  }),
  family('Readers by id', {
    'an entity by its id, with cultures, members and renditions': async (program) => {
      const id = textAt(await firstOf(program, 'M.Asset'), 'id')

      must(await program.get(`/api/entities/${id}`), {
        id: Number(id),
        properties: { Title: is.present },
        relations: { TagToAsset: { href: new RegExp(`/api/entities/${id}/relations/TagToAsset$`) } },
        renditions: { thumbnail: [{ href: is.text }] },
        entitydefinition: { href: /\/entitydefinitions\/M\.Asset$/ },
      })
      must(await program.get(`/api/entities/${id}?culture=en-US&members=Title&renditions=preview`), {
        renditions: { preview: [{ href: is.text }], thumbnail: undefined },
        full: { href: is.text },
      })
    },
    'multi-language values by culture, without the parameter `culture`': async (program) => {
      const tag = await firstOf(program, 'M.Tag')

      must(await program.get(textAt(tag, 'self.href')), { properties: { TagName: { 'en-US': is.text } } })
    },
    'a relation from either side, by links and inline': async (program) => {
      const result = await program.get(
        query("Exists('TagToAsset') AND Definition.Name=='M.Asset'", '&take=1'),
      )
      const asset = textAt(result, 'items.0.self.href')
      const relation = await program.get(`${asset}/relations/TagToAsset`)
      const parent = textAt(relation, 'parents.0.href')

      must(await program.get(`${parent}/relations/TagToAsset`), {
        children: (children: unknown) =>
          Array.isArray(children) && children.some((child: object) => memberAt(child, 'href') === asset),
      })
      must(await program.get(`${asset}?nestedRelations=TagToAsset`), {
        relations: { TagToAsset: { parents: [{ href: parent }] } },
      })
    },
    'an entity by its identifier': async (program) => {
      must(await program.get('/api/entities/identifier/M.Final.LifeCycle.Status.Approved'), {
        properties: { StatusValue: 'Approved' },
      })
    },
    'an entity again, if it has changed': async (program) => {
      const asset = textAt(await firstOf(program, 'M.Asset'), 'self.href')
      const { headers } = await program.send('GET', asset)

      must(await program.send('GET', asset, { headers: { 'If-None-Match': headers.get('etag') ?? '' } }), {
        status: 304,
      })
    },
  }),
  family('Product pages and design-tool import', {
    'assets by a relation that the sandbox may not have: an empty result, no error': async (program) => {
      must(await program.get(query("Parent('PCMProductToAsset').id==1")), { total_items: 0 })
      must(await program.get(query('String(\'CatalogName\')=="x"')), { total_items: 0 })
    },
    'assets of a product, and their renditions': async (program) => {
      const product = await firstOf(program, 'M.PCM.Product')
      const expression = `Parent('PCMProductToAsset').id == ${textAt(product, 'id')}`

      must(await program.get(query(expression)), expectedPage)
      must(await program.get(textAt(product, 'self.href')), { properties: { ProductName: is.present } })
    },
    'create a product with relations': async (program) => {
      const [brand, asset] = [await firstOf(program, 'M.Brand'), await firstOf(program, 'M.Asset')]
      const url = await program.create('/api/entities', {
        entitydefinition: { href: '/api/entitydefinitions/M.PCM.Product' },
        properties: { ProductName: 'Pan', ProductNumber: 'PAN-00001' },
        relations: {
          BrandToProduct: { parent: { href: textAt(brand, 'self.href') } },
          PCMProductToAsset: { children: [{ href: textAt(asset, 'self.href') }] },
        },
      })

      must(await program.get(`${url}/relations/PCMProductToAsset`), {
        children: [{ href: textAt(asset, 'self.href') }],
      })
    },
  }),
  family('Graph viewer and template zones', {
    'a query with take and pageSize, relations as links and inline': async (program) => {
      const body = await program.get(
        query("Definition.Name=='M.Asset'", '&take=2&pageSize=100&nestedRelations=TagToAsset'),
      )

      must(body, {
        items: [
          { relations: { TagToAsset: { parents: is.list }, PCMProductToAsset: { href: is.text } } },
          is.present,
        ],
      })
    },
    'PUT a relation, then POST `{parent}`: visible from both sides': async (program) => {
      const [asset, collection] = [await firstOf(program, 'M.Asset'), await firstOf(program, 'M.Collection')]
      const parent = { href: textAt(collection, 'self.href') }
      const relation = `${textAt(asset, 'self.href')}/relations/CollectionToAsset`

      await program.write('PUT', relation, { parents: [] })
      await program.write('POST', relation, { parent })
      must(await program.get(relation), { parents: [parent] })
      must(await program.get(`${parent.href}/relations/CollectionToAsset`), {
        children: (children: unknown) => JSON.stringify(children).includes(textAt(asset, 'self.href')),
      })
    },
  }),
  family('Importers inside the portal', {
    'full text joined by `and`': async (program) => {
      must(await program.get(query("Definition.Name=='M.Asset' and FullText=='harbour*'")), expectedPage)
    },
    'pages of 200, until a page has fewer': async (program) => {
      const loop = async (skip: number): Promise<number> => {
        const body = await program.get(query('!Locked', `&skip=${skip}&take=200&members=Title`))
        const count = Number(memberAt(body, 'items.length'))

        return count < 200 ? skip + count : loop(skip + count)
      }
      const { total_items: total } = (await program.get(query('!Locked', '&take=0'))) as Record<
        string,
        unknown
      > // JSON

      must(await loop(0), total, 'Entities read')
    },
    'an option list, in any letter case': async (program) => {
      must(await program.get('/api/DataSources/m.media'), {
        name: 'M.Media',
        type: /^(Flat|Hierarchical)$/,
        values: [{ identifier: is.text, labels: { 'en-US': is.text } }],
      })
    },
    'relations saved with the whole entity': async (program) => {
      const asset = await firstOf(program, 'M.Asset')
      const self = textAt(asset, 'self.href')
      const tag = { href: textAt(await firstOf(program, 'M.Tag'), 'self.href') }

      await program.write('PUT', self, {
        ...asset,
        properties: {},
        relations: {
          TagToAsset: {
            parents: [tag],
            inheritsSecurity: true,
            self: { href: `${self}/relations/TagToAsset` },
          },
        },
      })
      must(await program.get(`${self}/relations/TagToAsset`), { parents: [tag] })
    },
  }),
  family('Portal page scripts', {
    'a relation with cookies, and the name of the related entity': async (program) => {
      const cookies = program.with({ Cookie: 'session=1', 'X-Requested-With': 'XMLHttpRequest' })
      const result = await cookies.get(
        query("Exists('CategoryToProduct') AND Definition.Name=='M.PCM.Product'", '&take=1'),
      )
      const relation = await cookies.get(`${textAt(result, 'items.0.self.href')}/relations/CategoryToProduct`)

      must(await cookies.get(textAt(relation, 'parent.href')), {
        properties: { ProductCategoryName: { 'en-US': is.text } },
      })
    },
  }),
]
