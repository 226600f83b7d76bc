import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { buildSandbox } from '../../mocks/local/build-sandbox.ts'
import { createService } from '../../mocks/local/create-service.ts'
import { runSync } from '../../mocks/data/model/shared/slices.ts'
import { openApiDocument } from '../../mocks/service/control/contract/openapi.ts'
import { operationsText } from './operations-text.ts'

test('the client’s types are generated from the contract', async () => {
  const { routes } = createService(await buildSandbox({ entities: 1 })).router
  const file = resolve(import.meta.dirname, '../../mocks/client/operations.ts')

  // To bring the file up to date: npm run generate
  await expect(operationsText(runSync(openApiDocument(routes)))).toMatchFileSnapshot(file)
})
