import { z } from 'zod'
import { Link } from '../../../data/model/shared/json.ts'
import type { Call } from '../../http/call.ts'
import { json, type Reply } from '../../http/replies/reply.ts'
import { oneOf } from '../../http/declare-request.ts'
import { reply, getAndHead, decision, observed, type Route } from '../../http/declare-route.ts'
import resourceData from './root-resources.json' with { type: 'json' }

/**
 * Every resource by the name that existing clients look up: its path or URI template (RFC 6570), and the title of the
 * link. Clients use these templates to parse ids and names from other links, so the paths of links must match them.
 */
const resources = z.record(z.string(), z.tuple([z.string(), z.string()])).parse(resourceData)

const RootResource = z
  .object({
    file_version: z.string(),
    product_version: z.string(),
    minimum_sdk_version: z.string(),
    routes: z.record(z.string(), Link),
  })
  .meta({ id: 'Root' })

/**
 * The API root, which existing clients request first: version numbers and the addresses of the other resources. It is
 * not part of the interface.
 */
export const root: Route[] = [
  getAndHead('/api', readRoot, {
    description:
      'Returns the addresses of the other resources, and with version 2 the release of the service.',
    source: observed('existing clients'),
    decisions: [
      decision(
        'A path has a version only if existing clients send one. The root returns the version of the real service, and the routes that existing clients look up.',
        '9.3',
      ),
    ],
    headers: { 'X-ApiVersion': oneOf(['1', '2', '3'], 'Version of the response format; 1 by default.') },
    replies: {
      200: reply('The addresses.', z.union([RootResource, z.record(z.string(), Link)]), {
        Vary: 'X-ApiVersion',
      }),
    },
  }),
]

/** The release of the real service. Existing clients accept only versions of four numbers. */
const versions = { file_version: '4.2.0.0', product_version: '4.2.0', minimum_sdk_version: '3.0.0.0' }

/** Version 2 (`X-ApiVersion`) has the release and `routes`; version 1, the default, has the links at the top level. */
function readRoot(call: Call): Reply {
  const links = Object.entries(resources).map(([name, [path, title]]) => {
    const isTemplate = path.includes('{')

    return [name, isTemplate ? call.links.template(path, title) : call.links.to(path, title)] as const
  })

  if (!['2', '3'].includes(call.request.header('x-apiversion') ?? '')) {
    return json({ ...Object.fromEntries(links), self: call.links.to('/api') }, 200, { Vary: 'X-ApiVersion' })
  }

  return json({ ...versions, routes: Object.fromEntries(links) }, 200, { Vary: 'X-ApiVersion' })
}
