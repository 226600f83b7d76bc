import type { OpenApiDocument } from '../mocks/service/control/contract/openapi.ts'
import { buildSandbox, type CreateSandboxOptions } from '../mocks/local/build-sandbox.ts'
import { createService } from '../mocks/local/create-service.ts'
import { toFetch, withoutBody } from '../mocks/service/http/fetch-objects.ts'

/** The contract of a sandbox, as a server at the default address returns it. */
export async function documentOf(options: CreateSandboxOptions): Promise<OpenApiDocument> {
  const service = createService(await buildSandbox(options))
  const request = withoutBody(new Request('http://127.0.0.1:4010/__sandbox/openapi.json'))

  return (await toFetch(await service.handle(request)).json()) as OpenApiDocument // the service's own contract
}
