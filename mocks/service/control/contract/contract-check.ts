import { Ajv2020 } from 'ajv/dist/2020.js'
import { pathWithin } from '../../http/access/address.ts'
import type { Service } from '../../http/service.ts'
import { runSync } from '../../../data/model/shared/slices.ts'
import {
  openApiDocument,
  type OpenApiDocument,
  templatesOf,
  withoutNames,
  type ResponseObject,
} from './openapi.ts'

/** The parts of a response that the contract describes. Header names are in lower case. */
export interface ObservedResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** Which headers it may have besides those of the contract; default those that any response may have. */
  readonly otherHeaders?: RegExp
}

/** Headers that any response may have: those of the transport, of CORS, and of the sandbox. */
const commonHeaders =
  /^(connection|content-length|content-type|date|keep-alive|transfer-encoding|vary|access-control-.*|x-sandbox-.*)$/

/** Checks responses against an OpenAPI document. Slow to load. */
export class ContractCheck {
  readonly #document: OpenApiDocument
  readonly #service: Service
  // To optimize the code of a check takes longer than most checks do.
  readonly #ajv = new Ajv2020({
    strict: false,
    allErrors: true,
    validateFormats: false,
    code: { optimize: false },
  })

  /** @param service whose routes the document describes */
  constructor(service: Service, document: OpenApiDocument = runSync(openApiDocument(service.router.routes))) {
    this.#service = service
    this.#document = document
    this.#ajv.addSchema({ $id: 'openapi', ...document })
  }

  /** The differences between a response and the contract; empty if the path has no route. */
  problemsOf(method: string, path: string, observed: ObservedResponse): string[] {
    const route = this.#service.router.routeFor(method, path)

    if (!route) return []

    const { paths, components } = this.#document
    const { length } = pathWithin(path).replace(/\/$/, '').split('/')
    // A route with an optional last segment has a second, longer one.
    const own = templatesOf(route).findLast((each) => each.template.split('/').length <= length)
    const template = Object.keys(paths).find(
      (each) => own && withoutNames(each) === withoutNames(own.template),
    )
    const operation = paths[template ?? '']?.[method.toLowerCase()]

    if (template === undefined || !operation) throw new Error(`${method} ${path} is not in the document.`)

    const declared = operation.responses[observed.status]

    if (!declared) return [`the status ${observed.status} is not documented`]

    const pointer =
      '$ref' in declared
        ? declared.$ref.slice('#'.length)
        : `/paths/${escaped(template)}/${method.toLowerCase()}/responses/${observed.status}`
    const response =
      '$ref' in declared ? components.responses[pointer.slice(pointer.lastIndexOf('/') + 1)] : declared

    if (!response) return [`${pointer} is missing`]

    return [
      ...headerProblems(response, observed),
      ...(method === 'HEAD' ? [] : this.#bodyProblems(response, pointer, observed)),
    ]
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

    // Compiled once: it keeps what it has compiled.
    const validate = this.#ajv.getSchema(`openapi#${pointer}/content/${escaped(type)}/schema`)
    const value = parsed(body)

    if (!validate) throw new Error(`${pointer} has no schema of ${type}.`)
    if (value === undefined) return ['the body is not JSON']
    if (validate(value)) return []

    return (validate.errors ?? []).map(
      ({ instancePath, message, params }) =>
        `${instancePath || 'the body'} ${message} ${JSON.stringify(params)}`,
    )
  }
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined // which no JSON text means
  }
}

function headerProblems(
  { headers = {} }: ResponseObject,
  { headers: observed, otherHeaders = commonHeaders }: ObservedResponse,
): string[] {
  const declared = new Map(
    Object.entries(headers).map(([name, { required }]) => [name.toLowerCase(), required]),
  )

  return [
    ...Object.keys(observed)
      .filter((name) => !otherHeaders.test(name) && !declared.has(name))
      .map((name) => `the header ${name} is not documented`),
    ...Array.from(declared)
      .filter(([name, required]) => required && !(name in observed))
      .map(([name]) => `the header ${name} is missing`),
  ]
}

function escaped(segment: string): string {
  return encodeURIComponent(segment.replaceAll('~', '~0').replaceAll('/', '~1'))
}
