import { z } from 'zod'
import type { Json } from '../../model/shared/json.ts'
import { checked } from '../../model/shared/checked.ts'
import { maxBodyDepth, parseJson, parseObject } from '../body.ts'
import type { Warn } from '../../sandbox/validation.ts'
import type { ServiceRequest } from '../request.ts'
import { normalizeNames } from './normalize-names.ts'

export interface BodyDeclaration<B> {
  readonly mediaTypes: readonly string[]
  readonly isRequired: boolean
  /** Undefined where the body has no shape that a schema could say. */
  readonly schema: z.ZodType | undefined
  /**
   * The body of a request.
   *
   * @param warn called for what is ignored in it
   *
   * @throws {InvalidRequest} 400, naming every member that does not fit
   * @throws {ApiError} 415 when the body is something else by its content type
   */
  readonly read: (request: ServiceRequest, warn: Warn) => B
}

/**
 * A JSON object in the shape of `schema`.
 *
 * @param maxDepth how many levels it is nested at most
 */
export function jsonBody<B>(schema: z.ZodType<B>, maxDepth = maxBodyDepth): BodyDeclaration<B> {
  return {
    mediaTypes: ['application/json'],
    isRequired: true,
    schema,
    read: (request, warn) => checked(schema, normalizeNames(schema, parseObject(request, maxDepth), warn)),
  }
}

/** The same for an optional body: without one, as if it were `{}`. */
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
  // JSON.parse() returns JSON.
  read: (request) => (request.body?.length ? (parseJson(request, maxBodyDepth) as Json) : null),
}

/**
 * A form of named texts.
 *
 * @param schema says what it holds; the operation reads it, and has answers of its own for what is wrong with it
 */
export function formBody(schema: z.ZodType): BodyDeclaration<URLSearchParams> {
  return {
    mediaTypes: ['application/x-www-form-urlencoded'],
    isRequired: true,
    schema,
    read: ({ body }) => new URLSearchParams(new TextDecoder().decode(body)),
  }
}

/** A form that may hold a file, which the operation takes from the request. */
export function fileBody(schema: z.ZodType): BodyDeclaration<undefined> {
  return { mediaTypes: ['multipart/form-data'], isRequired: false, schema, read: () => undefined }
}

/** A JSON object in one of two shapes: the first has a member that the other lacks, so that failures name members. */
export function eitherBody<A, B>(
  member: string,
  having: z.ZodType<A>,
  lacking: z.ZodType<B>,
): BodyDeclaration<A | B> {
  const either = z.union([having, lacking])

  return {
    mediaTypes: ['application/json'],
    isRequired: true,
    schema: either,
    read: (request, warn) => {
      const body = normalizeNames(either, parseObject(request, maxBodyDepth), warn)

      return Object.hasOwn(Object(body), member) ? checked(having, body) : checked(lacking, body)
    },
  }
}
