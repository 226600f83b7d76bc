/** The code under test: pages of assets by their tag, and one asset, with Apollo Client and with graphql-request. */
import { ApolloClient, gql, HttpLink, InMemoryCache } from '@apollo/client'
import { GraphQLClient } from 'graphql-request'

const url = 'https://api.example.com/api/graphql/preview/v1'
const headers = { 'X-GQL-Token': 'sandbox-reader' }

export const assetsQuery = gql`
  query Assets($tags: [String], $after: String) {
    allM_Asset(where: { tagToAsset: { m_Tag_ids: $tags } }, orderBy: TITLE_ASC, first: 2, after: $after) {
      pageInfo {
        hasNext
        endCursor
      }
      results {
        id
        title
      }
    }
  }
`

/** An asset has at most one type: an object, or null. */
export const assetQuery = gql`
  query Asset($id: ID!) {
    m_Asset(id: $id) {
      id
      title
      assetTypeToAsset {
        id
        label
      }
    }
  }
`

export function createApollo() {
  const link = new HttpLink({ uri: url, headers })
  const allM_Asset = {
    keyArgs: ['where', 'orderBy'],
    merge: (before, page) => ({ ...page, results: [...(before?.results ?? []), ...page.results] }),
  }

  return new ApolloClient({
    link,
    cache: new InMemoryCache({ typePolicies: { Query: { fields: { allM_Asset } } } }),
  })
}

/** All assets with one of the tags, page by page. */
export async function readAll(tags) {
  const client = new GraphQLClient(url, { headers })
  const titles = []

  for (let after, hasNext = true; hasNext;) {
    const { allM_Asset: page } = await client.request(assetsQuery, { tags, after })

    titles.push(...page.results.map(({ title }) => title))
    after = page.pageInfo.endCursor
    hasNext = page.pageInfo.hasNext
  }

  return titles
}

/** The type of an asset in English; undefined if it has none. */
export async function readType(id) {
  const { m_Asset: asset } = await new GraphQLClient(url, { headers }).request(assetQuery, { id })

  return asset.assetTypeToAsset?.label['en-US']
}
