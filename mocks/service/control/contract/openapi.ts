import {
  type Route,
  optional,
  type HeaderDeclarations,
  type ReplyDeclaration,
  type Method,
  type Decision,
  type Source,
} from '../../http/declare-route.ts'
import type { Sliced } from '../../../data/model/shared/slices.ts'
import { version } from '../../../data/model/shared/version.ts'
import { everywhere, notImplemented } from '../fidelity/everywhere.ts'
import { derivedReplies, isControl, takesGet, takesPreconditions } from './derived-replies.ts'
import { Schemas, type JsonSchema } from './schemas.ts'
import type { z } from 'zod'
import type { BodyDeclaration, Parameter } from '../../http/declare-request.ts'

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
        IfNoneMatch: conditional(
          'If-None-Match',
          'ETag of the version that the client has cached; of a write, one that must not exist, or *.',
        ),
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

interface PathTemplate {
  /** `/api/entities/{id}`. */
  readonly template: string
  readonly names: readonly string[]
}

/** The paths of a route: two if its last segment is optional, otherwise one. */
export function templatesOf({ path }: Route): PathTemplate[] {
  const segments = path.split('/')
  const isOptional = /^:\w+[?*]$/.test(segments.at(-1) ?? '')
  const paths = isOptional ? [segments.slice(0, -1), segments] : [segments]

  return paths.map((parts) => ({
    template: parts.map((part) => part.replace(/^:(\w+)[?*]?$/, '{$1}')).join('/'),
    names: parts.flatMap((part) => /^:(\w+)/.exec(part)?.[1] ?? []),
  }))
}

/** A template as others that differ only in the names of parameters have it. */
export function withoutNames(template: string): string {
  return template.replace(/\{\w+\}/g, '{}')
}

/**
 * An operation of the document: one method of a route, at one of its paths.
 *
 * @param names of the path's parameters in the document, in the same order
 */
export function operationOf(
  route: Route,
  method: Method,
  path: PathTemplate,
  names: readonly string[],
  schemas: Schemas,
) {
  const derived = derivedReplies
    .filter(({ status, appliesTo }) => appliesTo(route) && !(status in route.replies))
    .map(({ status, name }) => [status, { $ref: `#/components/responses/${name}` }])
  const declared = Object.entries(route.replies).map(([status, reply]) => [
    status,
    responseOf(reply, schemas, {
      hasETag: takesGet(route) && (status === '200' || status === '206'),
      hasBody: method !== 'HEAD',
    }),
  ])
  const responses: Record<string, ResponseObject | SchemaReference> = Object.fromEntries([
    ...derived,
    ...declared,
  ])

  return {
    operationId: operationIdOf(method, path.template),
    summary: summaryOf(route.description),
    description: [route.description, sourceText(route.source), ...route.decisions.map(decisionText)].join(
      '\n\n',
    ),
    tags: [tagOfRoute(route)],
    security: securityOf(route),
    parameters: [
      ...path.names.map((name, index) => ({
        ...parameterOf('path', name, route.params[name], schemas),
        name: names[index] ?? name,
      })),
      ...Object.entries(route.query).map(([name, schema]) => parameterOf('query', name, schema, schemas)),
      ...Object.entries(route.headers).map(([name, schema]) => parameterOf('header', name, schema, schemas)),
      ...conditionsOf(route),
    ],
    ...(route.body && { requestBody: requestBodyOf(route.body, schemas) }),
    responses,
    'x-source': route.source,
    ...(route.decisions.length > 0 && { 'x-decisions': route.decisions }),
  }
}

/** `getEntitiesById`: the method, then the path with "By" before parameters. */
function operationIdOf(method: Method, template: string): string {
  const words = template
    .replace(/^\/api(?=\/)/, '')
    .split('/')
    .filter((segment) => segment !== '')
    .map((segment) =>
      segment.startsWith('{') ? `By${pascalCase(segment.slice(1, -1))}` : pascalCase(segment),
    )

  return method.toLowerCase() + words.join('')
}

function pascalCase(segment: string): string {
  return segment
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')
}

/** The first clause, without its full stop. */
function summaryOf(description: string): string {
  return (/^.*?(?=[.:;](?:\s|$))/.exec(description)?.[0] ?? description).replace(/`/g, '')
}

function sourceText(source: Source): string {
  switch (source.kind) {
    case 'documented':
      return `Documented: interface ${source.rules}.`
    case 'observed':
      return `Not in the interface; observed in ${source.at}.`
    case 'decided':
      return `Not in the interface; decided here. ${source.why}`
    case 'own':
      return 'A control of the sandbox: the real service has no such route.'
  }
}

function decisionText({ text, warning }: Decision): string {
  return `Decided here${warning ? ', with a warning' : ''}: ${text}`
}

/** The tag of an operation: `sandbox` for control routes, otherwise the first segment of its path after `/api`. */
export function tagOfRoute({ path, source }: Route): string {
  const [, first = '', second] = path.split('/')

  return source.kind === 'own' ? 'sandbox' : first === 'api' ? (second ?? 'root') : first
}

function securityOf(route: Route): readonly object[] {
  if (isControl(route)) return [{}, { control: [] }]
  if (route.access === 'open') return [{}]

  const signedIn = [{ bearer: [] }, { token: [] }]

  // Requests without credentials are made as the acting user, unless the sandbox requires credentials.
  return route.access === 'administer' ? signedIn : [...signedIn, {}]
}

function parameterOf(
  location: 'path' | 'query' | 'header',
  name: string,
  schema: Parameter | undefined,
  schemas: Schemas,
) {
  const { description, examples, ...shape } = schema ? schemas.input(schema) : { type: 'string' }

  return {
    name,
    in: location,
    required: location === 'path',
    description: description || `${pascalCase(name)}.`,
    schema: shape,
    ...(Array.isArray(examples) && { example: examples[0] as unknown }), // examples are JSON
  }
}

const condition = (name: string) => ({ $ref: `#/components/parameters/${name}` })

function conditionsOf(route: Route): SchemaReference[] {
  if (takesGet(route)) return [condition('IfNoneMatch')]

  return takesPreconditions(route) ? [condition('IfMatch'), condition('IfNoneMatch')] : []
}

function requestBodyOf(body: BodyDeclaration<unknown>, schemas: Schemas) {
  const schema = body.schema ? schemas.input(body.schema) : {}

  return {
    required: body.isRequired,
    content: Object.fromEntries(body.mediaTypes.map((type): [string, Content] => [type, { schema }])),
  }
}

/** A body in one media type. */
interface Content {
  readonly schema: JsonSchema
  example?: unknown
}

interface SchemaReference {
  readonly $ref: string
}

export interface ResponseObject {
  readonly description: string
  readonly headers?: Readonly<Record<string, ReturnType<typeof headerOf>>>
  readonly content?: Readonly<Record<string, Content>>
}

export function responseOf(
  reply: ReplyDeclaration,
  schemas: Schemas,
  { hasETag = false, hasBody = true } = {},
): ResponseObject {
  // Streams have no ETag.
  const alwaysHasETag = reply.schema && !reply.mediaTypes.includes('text/event-stream')
  const etag = 'Entity tag of the returned representation.'
  const headers: HeaderDeclarations = {
    ...(hasETag && { ETag: alwaysHasETag ? etag : optional(etag) }),
    ...reply.headers,
  }
  const content = reply.mediaTypes.map((type) => [type, { schema: bodySchema(type, reply.schema, schemas) }])

  return {
    description: reply.description,
    ...(Object.keys(headers).length > 0 && {
      headers: Object.fromEntries(Object.entries(headers).map(([name, header]) => [name, headerOf(header)])),
    }),
    ...(content.length > 0 && hasBody && { content: Object.fromEntries(content) }),
  }
}

function headerOf(header: HeaderDeclarations[string]) {
  const required = typeof header === 'string'

  return { description: required ? header : header.optional, required, schema: { type: 'string' } }
}

function bodySchema(type: string, schema: z.ZodType | undefined, schemas: Schemas): JsonSchema {
  if (type !== 'application/json') return { type: 'string' }

  return schema ? schemas.output(schema) : {}
}
