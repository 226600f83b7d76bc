import { family, is, memberAt, must, query, textAt, type Program } from '../program.ts'

const path = '/api/graphql/preview/v1'

/** The data of a query, sent as programs do: with their token, and throwing when there are errors. */
async function ask(program: Program, document: string, variables?: object): Promise<object> {
  const { body } = await program
    .with({ 'X-GQL-Token': 'sandbox-reader', Accept: 'application/json' })
    .write('POST', path, { query: document, ...(variables && { variables }) })

  must(body, { errors: (errors: unknown) => errors === undefined })

  return Object(memberAt(body, 'data'))
}

const hasLevels = (value: unknown): boolean =>
  Object(value).results.some((category: object) =>
    Object(memberAt(category, 'categoryToProduct.results')).some((product: object) =>
      Object(memberAt(product, 'pCMProductToAsset.results')).some((asset: object) =>
        is.items(memberAt(asset, 'assetToPublicLink.results')),
      ),
    ),
  )

export const graphql = [
  family('Sites and applications that read by GraphQL', {
    'one entity by its identifier, with its public links': async (program) => {
      const { items } = (await program.get(
        query("Definition.Name=='M.Asset' AND Exists('AssetToPublicLink')"),
      )) as { items: object[] }
      const id = textAt(items[0], 'identifier')
      const data = await ask(
        program,
        `{ asset: m_Asset(id: "${id}") { id title fileName fileSize description: caption fileProperties urls
           publicLink: assetToPublicLink(first: 1) { total results { id resource relativeUrl versionHash conversionConfiguration } } } }`,
      )

      must(data, {
        asset: { id, title: is.text, publicLink: { total: is.number, results: [{ relativeUrl: is.text }] } },
      })
    },
    'a category with its products, their assets, and the public links of these': async (program) => {
      const data = await ask(
        program,
        `query { allM_PCM_ProductCategory(first: 100) { results { id productCategoryName categoryToProduct { results { id productName
           pCMProductToAsset { results { id fileName assetToPublicLink { results { id relativeUrl versionHash } } } } } } } } }`,
      )

      must(data, { allM_PCM_ProductCategory: hasLevels })
    },
    'the only related entity as an object, by an identifier declared as `ID!`': async (program) => {
      const { items } = (await program.get(
        query("Definition.Name=='M.Asset' AND Exists('AssetTypeToAsset')", '&take=1'),
      )) as { items: object[] }
      const data = await ask(
        program,
        `query Asset($id: ID!) { m_Asset(id: $id) { id assetTypeToAsset { id label assetTypeToAsset(first: 1) { total } } } }`,
        { id: textAt(items[0], 'identifier') },
      )

      must(data, {
        m_Asset: { assetTypeToAsset: { id: is.text, assetTypeToAsset: { total: is.number } } },
      })
    },
    'a delivery host to which programs append `/api/graphql/v1`, also with a slash': async (program) => {
      for (const address of ['/api/graphql/v1', '/api/graphql/v1/', `${path}/`]) {
        const { body } = await program
          .with({ 'X-GQL-Token': 'sandbox-reader' })
          .write('POST', address, { query: '{ allM_Asset(first: 1) { results { id } } }' })

        must(body, { data: { allM_Asset: { results: is.items } } })
      }
    },
    'the newest entities of a definition': async (program) => {
      const data = await ask(
        program,
        '{ articles: allM_Content(orderBy: CREATEDON_DESC, first: 20) { total results { id date: createdOn title: content_Name } } }',
      )
      const dates = (memberAt(data, 'articles.results') as object[]).map((each) => textAt(each, 'date'))

      must(dates, { length: (length: unknown) => Number(length) > 1 })
      must(dates.join(), dates.toSorted().toReversed().join())
    },
    'one entity by its slug, and those that have a title': async (program) => {
      must(
        await ask(
          program,
          '{ allM_Tag(where: { slug_eq: "city" }) { results { taxonomyName taxonomyLabel } } }',
        ),
        {
          allM_Tag: { results: [{ taxonomyName: 'City', taxonomyLabel: { 'en-US': 'City' } }] },
        },
      )
      must(await ask(program, '{ allM_Asset(where: { title_neq: null }) { total results { title } } }'), {
        allM_Asset: { total: is.number, results: is.items },
      })
    },
    'pages by variables, with conditions on several relations at once': async (program) => {
      const documents = `query Documents($types: [String!], $tag: String, $collections: [String!], $count: Int, $endCursor: String) {
        allM_Asset(
          where: {
            assetTypeToAsset: { m_AssetType_ids: $types }
            tagToAsset: { m_Tag_ids: $tag }
            collectionToAsset: { m_Collection_ids: $collections }
            contentRepositoryToAsset: { m_Content_Repository_ids: "M.Content.Repository.Standard" }
          }
          orderBy: [FILENAME_ASC]
          first: $count
          after: $endCursor
        ) { total pageInfo { hasNext endCursor } results { title createdOn urls } }
      }`
      const first = await ask(program, documents, { tag: null, count: 2, endCursor: null })

      must(first, { allM_Asset: { pageInfo: { hasNext: true, endCursor: is.text }, results: { length: 2 } } })
      const next = await ask(program, documents, {
        count: 2,
        endCursor: textAt(first, 'allM_Asset.pageInfo.endCursor'),
      })

      must(next, { allM_Asset: { total: memberAt(first, 'allM_Asset.total'), results: { length: 2 } } })
    },
    'the names of all types': async (program) => {
      must(await ask(program, '{ __schema { types { name } } }'), { __schema: { types: is.items } })
    },
    'a wrong token is 401; an error of the query has a message': async (program) => {
      const wrong = program.with({ 'X-GQL-Token': 'bm9ib2R5' })

      must(await wrong.send('POST', path, { json: { query: '{ __typename }' } }), { status: 401 })
      must(await program.send('POST', path, { json: { query: '{ nothing }' } }), {
        status: 200,
        body: { errors: [{ message: is.text, locations: is.list }] },
      })
    },
  }),
]
