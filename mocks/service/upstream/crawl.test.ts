import { expect, test } from 'vitest'
import { crawl } from './crawl.ts'

test('a service that returns the same page for any "skip", without a total, is read once', async () => {
  const paths: string[] = []
  const items = Array.from({ length: 50 }, (_, id) => ({ id, name: `D.${id}` }))

  await crawl((path) => {
    paths.push(path)

    return Promise.resolve({ items })
  }, 20)

  expect(paths.filter((path) => path.startsWith('/api/entitydefinitions?'))).toHaveLength(2)
})
