import { components } from '../../model/shared/version.ts'
import type { Call } from '../../http/call.ts'
import type { Reply } from '../../http/replies/reply.ts'
import { get, type Route } from '../../http/routing/route.ts'
import { statusReply } from './status-reply.ts'

/** Overview of assemblies and their versions (interface 4.4.3). */
export const versions: Route[] = [get('/api/status/version', readVersions, { access: 'administer' })]

function readVersions(call: Call): Reply {
  const [product] = components

  return statusReply(call, 'version', { product_version: product.version, assemblies: components })
}
