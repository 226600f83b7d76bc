import { expect, test } from 'vitest'
import { buildSandbox } from '../build-sandbox.ts'
import { createService } from '../create-service.ts'
import { createFetchHandler } from '../fetch/create-fetch-handler.ts'
import { dish, kitchen } from '../testing/kitchen-data.ts'

const sandbox = await buildSandbox(kitchen)
const handle = createFetchHandler(sandbox)

/** Values of path parameters that name something which the kitchen has. */
const examples: Readonly<Record<string, string>> = {
  '/api/entities/:id/relations/:name': 'TagToDish',
  '/api/entitydefinitions/:name': 'T.Dish',
  '/api/datasources/:name': 'Courses',
}

const { routes } = createService(sandbox)
const written = ['PUT', 'DELETE'].flatMap((method) =>
  routes.flatMap(({ methods, path }) =>
    methods.some((each) => each === method) &&
    routes.some((read) => read.path === path && read.methods.includes('GET'))
      ? [{ method, path }]
      : [],
  ),
)

test.each(written)('$method $path with the ETag of another state returns 412', async ({ method, path }) => {
  const name = examples[path] ?? 'default'
  const url = `http://localhost${path.replace(':id', String(dish.soup)).replace(/:\w+[+*]?/, name)}`
  const headers = { 'x-auth-token': 'sandbox-admin', 'content-type': 'application/json' }
  const read = await handle(new Request(url, { headers }))

  await read.body?.cancel()

  const { status } = await handle(
    new Request(url, {
      method,
      headers: { ...headers, 'if-match': '"outdated"' },
      ...(method === 'PUT' && { body: '{}' }),
    }),
  )

  expect(status).toBe(read.status === 200 ? 412 : read.status)
})
