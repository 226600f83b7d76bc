import { z } from 'zod'
import { isObject, type Json, type JsonObject } from '../../data/model/shared/json.ts'
import { checked } from '../../data/model/shared/validation-messages.ts'
import { parseJson, parseObject } from './parse-body.ts'
import type { Warn } from '../../data/model/shared/warnings.ts'
import type { ServiceRequest } from './service-request.ts'
import { normalizeNames } from './normalize-names.ts'

export interface BodyDeclaration<B> {
  readonly mediaTypes: readonly string[]
  readonly isRequired: boolean
  /** Undefined when any JSON is accepted. */
  readonly schema: z.ZodType | undefined
  /** @param warn called for ignored and invalid parts */
  readonly read: (request: ServiceRequest, warn: Warn) => B
}

/**
 * A JSON object in the shape of `schema`. Reading it throws `InvalidRequest` with every invalid member, and `ApiError`
 * 415 for another content type.
 *
 * @param check throws for what the schema ignores, but must not be; names are those of the schema
 */
export function jsonBody<B>(schema: z.ZodType<B>, check?: (body: JsonObject) => void): BodyDeclaration<B> {
  return {
    mediaTypes: ['application/json'],
    isRequired: true,
    schema,
    read(request, warn) {
      const body = normalizeNames(schema, parseObject(request, warn), warn)

      if (isObject(body)) check?.(body)

      return checked(schema, body)
    },
  }
}

/** Like `jsonBody()`, for an optional body; `{}` if omitted. */
export function optionalBody<B>(schema: z.ZodType<B>): BodyDeclaration<B> {
  const { read, ...declaration } = jsonBody(schema)

  return {
    ...declaration,
    isRequired: false,
    read: (request, warn) => (request.body?.length ? read(request, warn) : schema.parse({})),
  }
}

/** Any JSON; null if omitted. */
export const anyJsonBody: BodyDeclaration<Json> = {
  mediaTypes: ['application/json'],
  isRequired: false,
  schema: undefined,
  // parseJson() returns unknown, but its value comes from JSON.parse().
  read: (request) => (request.body?.length ? (parseJson(request) as Json) : null),
}

/**
 * A URL-encoded form.
 *
 * @param schema documents it; the operation validates it, because its errors have a prescribed format (OAuth)
 */
export function formBody(schema: z.ZodType): BodyDeclaration<URLSearchParams> {
  return {
    mediaTypes: ['application/x-www-form-urlencoded'],
    isRequired: true,
    schema,
    read: ({ body }) => new URLSearchParams(new TextDecoder().decode(body)),
  }
}

/**
 * A multipart form, which may contain a file.
 *
 * @param schema documents it; the operation reads the form from the request
 */
export function fileBody(schema: z.ZodType): BodyDeclaration<undefined> {
  return { mediaTypes: ['multipart/form-data'], isRequired: false, schema, read: () => undefined }
}

/**
 * A JSON object in one of two shapes, distinguished by a member, so that errors are those of one shape.
 *
 * @param check throws for a body that would take too long to read
 */
export function eitherBody<A, B>(
  member: string,
  having: z.ZodType<A>,
  lacking: z.ZodType<B>,
  check?: (body: object) => void,
): BodyDeclaration<A | B> {
  const either = z.union([having, lacking])

  return {
    mediaTypes: ['application/json'],
    isRequired: true,
    schema: either,
    read: (request, warn) => {
      const given = parseObject(request, warn)

      check?.(given)
      const body = normalizeNames(either, given, warn)

      return Object.hasOwn(Object(body), member) ? checked(having, body) : checked(lacking, body)
    },
  }
}
