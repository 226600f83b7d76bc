import { withDefinitions } from '../mocks/control/contract/definition-schemas.ts'
import { withExamples } from '../mocks/control/contract/examples.ts'
import { openApiDocument, type OpenApiDocument } from '../mocks/control/contract/openapi.ts'
import { createSandbox, type CreateSandboxOptions } from '../mocks/create-sandbox.ts'
import { createService } from '../mocks/create-service.ts'
import { Links } from '../mocks/http/replies/links.ts'

/** Where a sandbox is unless it is told otherwise. */
const origin = 'http://127.0.0.1:4010'

/** The contract of a sandbox, as a server of its own answers it. */
export async function documentOf(options: CreateSandboxOptions): Promise<OpenApiDocument> {
  const { routes, sandboxes } = createService(await createSandbox(options))
  const { data } = sandboxes.default
  const document = withDefinitions(openApiDocument(routes, origin), data)

  return withExamples(document, data, new Links(origin, ''))
}
