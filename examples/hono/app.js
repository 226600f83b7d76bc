// An application with the sandbox inside, below /backend.
import { createFetchHandler, createSandbox } from 'entity-sandbox/fetch'
import { Hono } from 'hono'

const backend = createFetchHandler(await createSandbox({ seed: 7, entities: 200 }), {
  path: '/backend',
  controlToken: process.env.SANDBOX_CONTROL_TOKEN ?? null,
})

export const app = new Hono()

app.all('/backend/*', ({ req }) => backend(req.raw))

app.get('/titles/:identifier', async ({ req, text }) => {
  const path = `/backend/api/entities/identifier/${req.param('identifier')}`
  const response = await app.request(new URL(path, req.url), { headers: req.header() })
  const { properties } = await response.json()

  return text(properties.Title)
})
