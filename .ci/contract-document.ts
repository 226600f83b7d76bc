import type { OpenApiDocument } from '../mocks/control/contract/openapi.ts'
import { buildSandbox, type CreateSandboxOptions } from '../mocks/build-sandbox.ts'
import { createService } from '../mocks/create-service.ts'
import { bodyBytes, isStream } from '../mocks/http/replies/reply.ts'

/** The contract of a sandbox, as its own server returns it. */
export async function documentOf(options: CreateSandboxOptions): Promise<OpenApiDocument> {
  const { body } = await createService(await buildSandbox(options)).handle({
    method: 'GET',
    // The default address of a sandbox.
    baseUrl: 'http://127.0.0.1:4010',
    path: '/__sandbox/openapi.json',
    search: '',
    header: () => undefined,
    headers: () => [],
    body: undefined,
  })

  if (body === null || isStream(body)) throw new Error('The contract was not returned as a single body.')

  // The service's own contract.
  return JSON.parse(new TextDecoder().decode(bodyBytes(body))) as OpenApiDocument
}
