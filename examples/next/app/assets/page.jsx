import { fetchFromApi } from '../api.js'

const query = `query LatestAssets($count: Int) {
  allM_Asset(first: $count, orderBy: CREATEDON_DESC) { results { id title assetTypeToAsset { label } } }
}`

/** The latest assets, read by GraphQL with nothing but `fetch`. */
export default async function LatestAssets() {
  const response = await fetchFromApi('/api/graphql/preview/v1', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-GQL-Token': 'sandbox-reader' },
    body: JSON.stringify({ query, variables: { count: 2 } }),
  })
  const { data } = await response.json()

  return (
    <ul>
      {data.allM_Asset.results.map(({ id, title, assetTypeToAsset: type }) => (
        <li key={id} title={type?.label['en-US']}>
          {title}
        </li>
      ))}
    </ul>
  )
}
