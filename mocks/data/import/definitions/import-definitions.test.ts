import { expect, test } from 'vitest'
import { buildSandbox } from '../../../local/build-sandbox.ts'

test('more definitions than are possible are rejected with their number', async () => {
  const definitions = Array.from({ length: 1100 }, (_, number) => ({ name: `Many.Definition${number}` }))

  await expect(buildSandbox({ definitions, entities: 0 })).rejects.toMatchObject({
    status: 400,
    body: { definitions: expect.stringMatching(/^Expected at most 1023 definitions, .*, not 1[1-9]\d\d\.$/) },
  })
})
