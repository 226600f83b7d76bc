import type { OpenApiDocument } from '../mocks/control/contract/openapi.ts'
import { buildSandbox, type CreateSandboxOptions } from '../mocks/build-sandbox.ts'
import { createService } from '../mocks/create-service.ts'
import { toFetch, withoutBody } from '../mocks/http/msw/fetch-objects.ts'

/** The contract of a sandbox, as a server at the default address returns it. */
export async function documentOf(options: CreateSandboxOptions): Promise<OpenApiDocument> {
  const service = createService(await buildSandbox(options))
  const request = withoutBody(new Request('http://127.0.0.1:4010/__sandbox/openapi.json'))

  return (await toFetch(await service.handle(request)).json()) as OpenApiDocument // the service's own contract
}
