import type { Route } from '../../http/declare-route.ts'
import type { Sliced } from '../../../data/model/shared/slices.ts'
import { version } from '../../../data/model/shared/version.ts'
import { everywhere, notImplemented } from '../fidelity/everywhere.ts'
import { derivedReplies } from './derived-replies.ts'
import {
  operationOf,
  responseOf,
  tagOfRoute,
  templatesOf,
  withoutNames,
  type PathTemplate,
} from './operation.ts'
import { Schemas } from './schemas.ts'

/** Descriptions of the groups of operations. */
const tags: Readonly<Record<string, string>> = {
  root: 'Entry point with links to all resources.',
  oauth: 'Signing in.',
  entities: 'Entities, their relations, copies, queries and pictures.',
  entitydefinitions: 'Entity definitions.',
  datasources: 'Option lists.',
  notifications: 'Notifications of a user.',
  status: 'Health and statistics.',
  sandbox: 'Controls of the sandbox, which the real service does not have.',
}

export type OpenApiDocument = ReturnType<typeof documentWith>

/** The OpenAPI 3.1 document of routes, derived from their declarations; yields after each route. */
export function* openApiDocument(routes: readonly Route[]): Sliced<OpenApiDocument> {
  const schemas = new Schemas()

  return documentWith(yield* pathsOf(routes, schemas), routes, schemas)
}

function documentWith(paths: Record<string, PathItem>, routes: readonly Route[], schemas: Schemas) {
  const used = [...new Set(routes.map(tagOfRoute))]

  return {
    openapi: '3.1.1',
    info: {
      title: 'Entity, status and notification service',
      version,
      description:
        'The HTTP API of the sandbox. Each operation states its source: documented in the interface, observed in existing clients or public documentation, or decided by this project.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'The sandbox.' }],
    tags: used.map((name) => ({ name, description: tags[name] ?? `Routes below /api/${name}.` })),
    security: [],
    'x-decisions': everywhere,
    'x-not-implemented': notImplemented,
    paths,
    components: {
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'A token of POST /oauth/token, or one such as sandbox-editor, which needs no sign-in.',
        },
        token: {
          type: 'apiKey',
          in: 'header',
          name: 'X-Auth-Token',
          description: 'The same token, without `Bearer`.',
        },
        control: {
          type: 'apiKey',
          in: 'header',
          name: 'X-Sandbox-Control',
          description: 'The control token, required when the sandbox is reachable from other machines.',
        },
      },
      parameters: {
        IfMatch: conditional('If-Match', 'ETag of the version to change.'),
        IfNoneMatch: conditional('If-None-Match', 'ETag of the version that the client has cached.'),
      },
      responses: Object.fromEntries(
        derivedReplies.map(({ name, reply }) => [name, responseOf(reply, schemas)]),
      ),
      schemas: schemas.named,
    },
  }
}

function conditional(name: string, description: string) {
  return { name, in: 'header', required: false, description, schema: { type: 'string' } }
}

type PathItem = Record<string, Operation>

/** Routes whose paths differ only in the names of parameters are one path, with the names of the first route. */
function* pathsOf(routes: readonly Route[], schemas: Schemas): Sliced<Record<string, PathItem>> {
  const items = new Map<string, { path: PathTemplate; item: PathItem }>()

  for (const route of routes) {
    for (const path of templatesOf(route)) {
      const key = withoutNames(path.template)
      const entry = items.get(key) ?? { path, item: {} }

      for (const method of route.methods) {
        entry.item[method.toLowerCase()] = operationOf(route, method, path, entry.path.names, schemas)
      }
      items.set(key, entry)
    }
    yield
  }

  return Object.fromEntries(
    [...items.values()]
      .map(({ path, item }) => [path.template, item] as const)
      .sort(([one], [other]) => (one < other ? -1 : 1)),
  )
}

export type Operation = ReturnType<typeof operationOf>
