import { bypass, http, HttpResponse, passthrough } from 'msw'

/** Handlers of an application: for other origins, instead of the service, and passing requests on to it. */
export const handlers = [
  http.get('https://elsewhere.example/greeting', () => HttpResponse.json({ greeting: 'hello' })),
  http.get('/bytes', () => HttpResponse.arrayBuffer(Uint8Array.of(0x89, 0xff, 0).buffer)),
  http.get('/api/entities/1001', async ({ request }) => {
    const response = await fetch(bypass(request))
    const entity = (await response.json()) as object

    return HttpResponse.json({ ...entity, identifier: 'patched' })
  }),
  http.get('/api/entities/1002', () => HttpResponse.error()),
  http.get('/api/entities/1003', () => passthrough()),
]

/** For `use()`: they take precedence over the others. */
export const overriding = [
  http.get('/api/entities/1001', () => HttpResponse.json({ identifier: 'overridden' })),
]
