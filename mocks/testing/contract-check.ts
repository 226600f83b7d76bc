import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { createService } from '../create-service.ts'
import { openApiDocument, type OpenApiDocument } from '../control/contract/openapi.ts'
import type { ResponseObject } from '../control/contract/operation.ts'
import { createSandbox } from '../create-sandbox.ts'
import type { Service } from '../http/service.ts'

/** A response, as far as the contract speaks of it. Names of headers are in lower case. */
export interface ObservedResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Headers that any response may have: of the transport, of sharing between origins, and of the server's sandboxes. */
const common =
  /^(connection|content-length|content-type|date|keep-alive|transfer-encoding|vary|access-control-.*|x-sandbox-.*)$/

/** Checks responses against an OpenAPI document. */
export class ContractCheck {
  readonly #document: OpenApiDocument
  readonly #service: Service
  readonly #ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false })
  readonly #validators = new Map<string, ValidateFunction>()

  /** @param service whose routes the document is about */
  constructor(service: Service, document: OpenApiDocument = openApiDocument(service.routes)) {
    this.#service = service
    this.#document = document
    this.#ajv.addSchema({ $id: 'openapi', ...document })
  }

  /** The differences between a response and the contract. Empty for a path of no route. */
  problemsOf(method: string, path: string, observed: ObservedResponse): string[] {
    const place = this.#placeOf(method, path)

    if (!place) return []

    const { operation, pointer } = place
    const response = operation.responses[observed.status]

    if (!response) return [`the status ${observed.status} is not documented`]
    if ('$ref' in response) {
      const shared = response.$ref.slice('#'.length)
      const name = shared.slice(shared.lastIndexOf('/') + 1)

      return this.#problemsIn(this.#document.components.responses[name], shared, method, observed)
    }

    return this.#problemsIn(response, `${pointer}/responses/${observed.status}`, method, observed)
  }

  #problemsIn(
    response: ResponseObject | undefined,
    pointer: string,
    method: string,
    observed: ObservedResponse,
  ): string[] {
    if (!response) return [`${pointer} is missing`]

    return [
      ...headerProblems(response, observed.headers),
      ...(method === 'HEAD' ? [] : this.#bodyProblems(response, pointer, observed)),
    ]
  }

  #placeOf(method: string, path: string) {
    const route = this.#service.routeFor(method, path)

    if (!route) return undefined

    const segments = path
      .replace(/^\/s\/[^/]+/, '')
      .replace(/\/$/, '')
      .toLowerCase()
      .split('/')
    const template = Object.keys(this.#document.paths).find((each) => {
      const wanted = each.split('/')
      const fits = wanted.every(
        (part, index) => part.startsWith('{') || part.toLowerCase() === segments[index],
      )
      const isOpen = route.path.endsWith('*') && wanted.length > 3

      return (
        fits &&
        (isOpen ? wanted.length <= segments.length : wanted.length === segments.length) &&
        sameShape(each, route.path)
      )
    })
    const operation =
      template === undefined ? undefined : this.#document.paths[template]?.[method.toLowerCase()]

    if (template === undefined || !operation) throw new Error(`${method} ${path} is not in the document.`)

    return { operation, pointer: `/paths/${escaped(template)}/${method.toLowerCase()}` }
  }

  #bodyProblems(
    { content = {} }: ResponseObject,
    pointer: string,
    { headers, body }: ObservedResponse,
  ): string[] {
    const mediaTypes = Object.keys(content)
    const type = headers['content-type']?.split(';')[0]

    if (mediaTypes.length === 0) return body === '' ? [] : ['a body is not documented']
    if (type === undefined || !(mediaTypes.includes(type) || mediaTypes.includes('*/*'))) {
      return [`the content type ${type ?? 'none'} is not documented`]
    }
    if (type !== 'application/json' || !mediaTypes.includes(type)) return []

    const validate = this.#validatorOf(`${pointer}/content/${escaped(type)}/schema`)

    if (validate(JSON.parse(body))) return []

    return (validate.errors ?? []).map(
      ({ instancePath, message, params }) =>
        `${instancePath || 'the body'} ${message} ${JSON.stringify(params)}`,
    )
  }

  #validatorOf(pointer: string): ValidateFunction {
    const known = this.#validators.get(pointer) ?? this.#ajv.compile({ $ref: `openapi#${pointer}` })

    this.#validators.set(pointer, known)

    return known
  }
}

function headerProblems({ headers = {} }: ResponseObject, given: ObservedResponse['headers']): string[] {
  const names = Object.keys(headers).map((name) => name.toLowerCase())
  const required = Object.entries(headers)
    .filter(([, header]) => header.required)
    .map(([name]) => name.toLowerCase())

  return [
    ...Object.keys(given)
      .filter((name) => !common.test(name) && !names.includes(name))
      .map((name) => `the header ${name} is not documented`),
    ...required.filter((name) => !(name in given)).map((name) => `the header ${name} is missing`),
  ]
}

/** A path whose parameters have no names. */
function plain(path: string): string {
  return path.replace(/\{\w+\}|:\w+[?*]?/g, '*')
}

/** Whether a template is that of a route, whatever its parameters are called. */
function sameShape(template: string, routePath: string): boolean {
  const route = plain(routePath)

  return (
    plain(template) === route || (/[?*]$/.test(routePath) && plain(template) === route.replace(/\/\*$/, ''))
  )
}

function escaped(segment: string): string {
  return encodeURIComponent(segment.replaceAll('~', '~0').replaceAll('/', '~1'))
}

let shared: Promise<ContractCheck> | undefined

/** The check against the contract of the service as it is. */
export function contractCheck(): Promise<ContractCheck> {
  shared ??= createSandbox({ entities: 1 }).then((sandbox) => new ContractCheck(createService(sandbox)))

  return shared
}
